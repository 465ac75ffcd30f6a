"""A required text without a visible sign is missing, in every call (ASVS-66)."""

import functools
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import find, settings

from contracts.access.users import ChangeUser
from contracts.branches import ChangeOffice
from contracts.people.academics import ChangeAcademic, SignUpAcademic
from contracts.people.authors import ChangeAuthor
from contracts.people.student_forms import CheckStudent
from contracts.shared import Form, Limit, check, limits_of
from contracts.texts import translate
from domain.shared.errors import FieldError, ValidationError
from entrypoints.binding import parameters_of
from entrypoints.http.app import endpoints
from tests.http.api.support.bodies import body_of
from tests.http.api.support.every_caller import every_caller
from tests.support.console import Console, Visitor

BLANK = [" \t ", "\u200b\u202e\u2066", "\x01\x1b\x85", "\u3164\u00ad\ufeff", "\u200d\ufe0f"]


def _required(form: type[Form]) -> dict[str, Limit]:
    """The required texts of a form, by their name in the API."""
    return {name: limit for name, limit in limits_of(form).items() if limit.min_length}


def _calls() -> Iterator[tuple[str, str, type[Form]]]:
    """Method, path and form of each staff call that takes a required text."""
    for _, declared in endpoints():
        for kind, _ in parameters_of(declared.use_case).values():
            if isinstance(kind, type) and issubclass(kind, Form) and _required(kind):
                yield declared.method, re.sub(r"{[^}]*}", "1", declared.path), kind


CALLS = [*_calls()]
FORMS = sorted({form for _, _, form in CALLS}, key=lambda form: form.__name__)
# these look for the row of the path before they read the form
ROW_FIRST = (ChangeUser, ChangeOffice, ChangeAcademic, SignUpAcademic, ChangeAuthor)
# it saves nothing and skips what is not valid yet
CHECKS_ONLY = (CheckStudent,)


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin, and a student."""
    return await every_caller(console)


@functools.cache
def _valid_body(form: type[Form]) -> dict[str, Any]:
    """The simplest valid body; it takes half a second to be found."""
    return dict(find(body_of(form), lambda _: True, settings=settings(database=None)))


def _bodies(form: type[Form]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Valid bodies but for the required texts, with what stands in these."""
    for blank in BLANK:
        yield blank, _valid_body(form) | dict.fromkeys(_required(form), blank)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_a_form_names_its_required_texts_without_a_visible_sign(form: type[Form]) -> None:
    """Spaces, control, direction and zero-width marks make no name (D-3)."""
    for blank, body in _bodies(form):
        with pytest.raises(ValidationError) as invalid:
            check(msgspec.convert(body, form))
        missing = {name for name, faults in invalid.value.fields.items() if FieldError("limit.required") in faults}
        assert missing == {*_required(form)}, ascii(blank)


@pytest.mark.parametrize(
    ("method", "path", "form"), [call for call in CALLS if call[2] not in ROW_FIRST + CHECKS_ONLY], ids=str
)
async def test_a_required_text_without_a_visible_sign_is_named(
    visitor: Visitor, method: str, path: str, form: type[Form]
) -> None:
    """It is answered with 422, and every such field at once (D-3)."""
    for blank, body in _bodies(form):
        answer = await visitor.request(method, path, json=body)
        assert answer.status_code == 422, (ascii(blank), answer.text)
        fields = answer.json()["fields"]
        for name in _required(form):
            assert translate("limit.required", "en") in fields[name], (name, ascii(blank))

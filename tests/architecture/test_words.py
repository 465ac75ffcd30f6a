"""Every code has texts in three languages, every text a code (D-3, D-74)."""

import ast
import json
import re
import string
from collections import Counter

import pytest

from contracts.errors import ERRORS, wire_code
from contracts.texts import LANGUAGES, catalogue
from domain.people.identity_documents import BirthDateProblem, PaperProblem
from tests.architecture.sources import ROOT, sources

# the code of a record that a run could not take, worded as sync.row.<code>
OF_ROWS = re.compile(r"[a-z_]+")
# words in the catalogue whose key is put together from a variable
COMPOSED = (
    "role.",
    "videos.failed.",
    # named by the browser that uploads
    "upload.",
    "export.learning_type.",
    "exam.result.",
    "exam.failing_reason.",
    "export.exam.",
    "people.file.",
    "push.",
    "journal.",
    "sync.reason.",
    "sms.problem.",
    "integration.",
    "job.failure.",
    "sync.feed.",
    "sync.row.",
    "sync.field.",
    "sync.value.",
    "branches.use.",
    "courses.use.",
    "courses.status.",
    "export.",
    "imports.template.",
    "audit.entity.",
    "audit.field.",
    "audit.value.",
    "audit.run.",
    "permission.",
    "history.left.",
    "history.untaken.",
    "limit.personal_id_",
    "limit.passport_",
    "limit.birth_",
    "homework_database.blocked.",
)
# words that several languages write in the same letters, as the glossary of the screens says
SPELLED_ALIKE = {
    "ID", "Login", "SMS", "{amount} so'm", "OneRoster 1.2", "Eskiz", "Firebase Cloud Messaging", "Kinescope", "Video",
    "Hikvision (ISAPI)", "OnlinePBX", "KPI, %", "XP", "Variant {letter}",
}  # fmt: skip
# raised by a rule and turned into a note of a run before anybody is answered
NEVER_ANSWERED = {"groups.ended_before_begun"}


def _constants(*functions: str) -> set[str]:
    return {
        node.args[0].value
        for source in sources()
        for node in source.calls(*functions)
        if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }


def _parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_an_error_is_one_number_and_one_name() -> None:
    """`code` and `errId` are stable and unique; the status is one of D-3."""
    assert len({kind.err_id for kind in ERRORS.values()}) == len(ERRORS)
    assert len({wire_code(code) for code in ERRORS}) == len(ERRORS)
    for code, kind in ERRORS.items():
        assert re.fullmatch(r"[a-z_]+\.[a-z_]+", code)
        assert kind.status in (400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 423, 429, 500, 503, 507), code
    assert ERRORS["sync.in_progress"].err_id == 245


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_can_be_said(language: str) -> None:
    """An error without words is a second fault."""
    words = catalogue(language)
    assert [code for code in ERRORS if f"error.{code}" not in words] == []
    assert [key for key in words if key.startswith("error.") and key.removeprefix("error.") not in ERRORS] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_written_once(language: str) -> None:
    """Of two texts with one key, JSON would take the last in silence."""
    written = (ROOT / "contracts/texts" / f"{language}.json").read_text(encoding="utf-8")
    keys = [key for key, _ in json.loads(written, object_pairs_hook=list)]
    assert [key for key, times in Counter(keys).items() if times > 1] == []


def test_all_languages_say_the_same_things_with_the_same_facts() -> None:
    """D-74: keys and parameters are compared; nothing is left empty or untranslated."""
    texts = {language: catalogue(language) for language in LANGUAGES}
    keys = set(texts["en"])
    for language, words in texts.items():
        assert set(words) == keys, language
        for key, text in words.items():
            assert text.strip() == text
            assert text
            assert _parameters(text) == _parameters(texts["en"][key]), f"{language}: {key}"
    for key in keys:
        for language in ("ru", "uz"):
            alike = texts[language][key] == texts["en"][key]
            # the screens' own glossary holds the names of permissions, which they share
            assert not alike or key.startswith("permission.") or texts["en"][key] in SPELLED_ALIKE, f"{language}: {key}"


def test_a_refusal_names_an_error_that_there_is() -> None:
    """Every code in the code."""
    used = {code for code in _constants("DomainError", "refuse") if not OF_ROWS.fullmatch(code)}
    assert used - set(ERRORS) - NEVER_ANSWERED == set()


def test_every_error_is_used() -> None:
    """A word that nobody says is not kept."""
    whole = "".join(ast.dump(source.tree) for source in sources() if source.path != "contracts/errors.py")
    assert {code for code in ERRORS if f"'{code}'" not in whole} == set()


def test_a_limit_and_an_audit_record_can_be_said() -> None:
    """Broken limits, and verbs of the audit log."""
    words = catalogue("en")
    assert {code for code in _constants("FieldError") if code not in words} == set()
    assert {verb for verb in _constants("audit") if f"audit.{verb}" not in words} == set()


def test_whatever_is_wrong_with_a_paper_can_be_said() -> None:
    """D-19: the rule names it, the text says it."""
    problems = [*PaperProblem, *BirthDateProblem]
    assert [problem for problem in problems if f"limit.{problem}" not in catalogue("en")] == []


def test_every_sentence_is_said_somewhere() -> None:
    """Keys that no code, limit or verb leads to."""
    whole = "".join(ast.dump(source.tree) for source in sources())
    named = {
        key.removeprefix("audit.").removeprefix("error.") for key in catalogue("en") if not key.startswith(COMPOSED)
    }
    assert [name for name in named if f"'{name}'" not in whole] == []

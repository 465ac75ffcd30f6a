"""Audit records in words: every declared field and value, in each language."""

import pytest

from application.audit.fields import RECORDED, Recorded, undeclared
from application.audit.names import ReferentNames
from application.audit.presenters import NAMED_BY_IDS, as_text, changes, comment, entity_text, kind_of, label
from application.sync.presenters import present_change
from contracts.texts import LANGUAGES, catalogue
from domain.access.permissions import PERMISSIONS

ENGLISH = "en"
FIELDS = [(entity, name) for entity, fields in RECORDED.items() for name in fields]


def _labelled(entity: str, name: str, field: Recorded) -> list[str]:
    return [f"{name}.{inner}" for inner in field.inner] or [name]


def _presented(entity: str, before: object, after: object, name: str, language: str) -> list[str]:
    names = ReferentNames(language=language)
    shown = changes({name: before}, {name: after}, entity, names, language)
    return [text for one in shown for text in (one.label, one.before, one.after, *one.added, *one.removed) if text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("entity", "name"), FIELDS)
def test_every_recorded_field_and_value_has_a_text(entity: str, name: str, language: str) -> None:
    """R1-337: no name of a column and no code reaches a reader."""
    field, another = RECORDED[entity][name], catalogue(language)["audit.field.other"]
    for path in _labelled(entity, name, field):
        shown = label(path, language, entity)
        assert shown not in (path, another), path
    for code in field.codes:
        words = _presented(entity, None, [code] if field.inner else code, f"{name}.{(*field.inner, '')[0]}", language)
        words = words if field.inner else _presented(entity, None, code, name, language)
        assert code not in words, f"{name}: {code}"
        assert len(words) == 2, f"{name}: {code}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_record_has_a_name(language: str) -> None:
    """Also those that a field refers to."""
    fields = [field for them in RECORDED.values() for field in them.values()]
    kinds = {*RECORDED, *(field.refers_to or field.inner_refers_to for field in fields)} - {""}
    assert [kind for kind in kinds if entity_text(kind, language) == kind] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_permission_is_named_by_its_screen(language: str) -> None:
    """Module and option, as on the form of a role."""
    for permission in PERMISSIONS:
        for part, shown in zip(
            permission.split(":"), label(f"permissions.{permission}", language).split(": "), strict=True
        ):
            assert shown != part, permission


def test_a_field_refers_to_one_kind() -> None:
    """The name alone says whose ids a value holds."""
    for entity, name in FIELDS:
        field = RECORDED[entity][name]
        assert kind_of(name) == (field.refers_to or None), f"{entity}.{name}"
        assert NAMED_BY_IDS.get(name, "") == field.inner_refers_to, f"{entity}.{name}"


def test_an_export_is_recorded_with_its_list_and_headers() -> None:
    """Issue 16: `columns, list, rows` and `+ fullName` stood there."""
    after = {"list": "students", "rows": 2000, "columns": ["fullName", "phoneNumber", "gone"]}
    shown = {one.label: one for one in changes(None, after, "export", ReferentNames(), ENGLISH)}
    assert shown["List"].after == "Students"
    assert shown["Rows"].after == "2000"
    assert shown["Columns"].added == ["Student", "Phone", "Another field"]
    text = as_text("Exported", None, list(shown.values()), ENGLISH)
    assert "Columns: +Student, +Phone, +Another field" in text


def test_a_role_is_recorded_with_its_rights_in_words() -> None:
    """Issue 16: `all_groups:all_homeworks` stood there."""
    after = {"permissions.all_groups:all_homeworks": ["read", "create"]}
    (change,) = changes(None, after, "role", ReferentNames(), ENGLISH)
    assert (change.label, change.added) == ("All groups: Homework", ["View", "Add"])


def test_a_record_that_cannot_be_named_is_never_a_bare_number() -> None:
    """One that is gone, or of branches that are not the reader's."""
    names = ReferentNames({"office": {1: "Chilonzor"}}, ENGLISH)
    (change,) = changes({"office_ids": [1]}, {"office_ids": [1, 2]}, "user", names, ENGLISH)
    assert change.added == ["Branch No. 2"]
    assert [(one.entity, one.id, one.name) for one in change.referents] == [("office", 1, "Chilonzor")]


def test_a_value_that_is_not_declared_shows_no_name_of_a_column() -> None:
    """A record may be older than the present fields."""
    (change,) = changes(None, {"old_thing": "5"}, "student", ReferentNames(), ENGLISH)
    assert (change.label, change.after) == ("Another field", "5")
    assert undeclared("student", ["old_thing", "phone", "permissions.users:staff"]) == [
        "old_thing",
        "permissions.users:staff",
    ]


def test_an_integration_is_named_in_the_sentence_and_in_its_secrets() -> None:
    """The kind, the connection type and what was renewed."""
    assert comment("settings.integration_changed", {"kind": "videoHost"}, ENGLISH).endswith("Video hosting")
    after = {"adapter": "hh", "renewed": "clientSecret, token"}
    shown = {one.label: one for one in changes(None, after, "integration", ReferentNames(), ENGLISH)}
    assert shown["Connection type"].after == "Markaz school protocol (hh v1)"
    assert shown["Secrets renewed"].after == "Client secret, Access token"


@pytest.mark.parametrize(
    ("language", "shown"),
    [("uz", "1\u00a0200\u00a0000 so'm"), ("ru", "1\u00a0200\u00a0000 сум"), ("en", "1,200,000 so'm")],
)
def test_an_amount_is_shown_with_its_currency(language: str, shown: str) -> None:
    """A course's price in the report of a run."""
    (field,) = present_change({"price": None}, {"price": 1_200_000}, ReferentNames(), language)
    assert field.after == shown

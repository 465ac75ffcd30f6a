"""Presents audit records with texts and names in the reader's language."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from typing import Any

from application.audit.fields import PLAIN, RECORDED, recorded, references
from application.audit.masking import ERASED, MASK
from application.audit.names import ReferentNames
from contracts.audit import AuditChange, AuditReferent
from contracts.exports import column_header
from contracts.texts import catalogue, field_key, permission_text, translate
from domain.people.phones import display_phone

# field → kind of the referenced ids
REFERENCES = {**dict(references()), "user_id": "user", "author_id": "user", "teacher_id": "teacher"}
REFERENCES |= {"student_id": "student", "group_id": "group", "course_id": "course", "category_id": "category"}
# fields whose sub-fields are ids of a kind: marks by student
NAMED_BY_IDS = {
    name: field.inner_refers_to for it in RECORDED.values() for name, field in it.items() if field.inner_refers_to
}
# pairs of a branch and a number
COUNTED = {"branches": "office"}
RIGHTS = "permissions"
# name of a system actor → its text
ITSELF = {"system": "log.by_itself", "first start": "log.first_start", "command line": "log.command_line"}
_FACT = re.compile(r"\{[^}]*\}")
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(Z|[+-]\d{2}:\d{2})")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
Values = Mapping[str, Any] | None


def kind_of(field: str) -> str | None:
    """Returns the kind of the records that a field refers to, if any."""
    return REFERENCES.get(field)


def referenced_ids(*sides: Values) -> dict[str, set[int]]:
    """Returns the ids that values refer to, by kind."""
    found: dict[str, set[int]] = {}
    for kind, id in (pair for side in sides for name, value in (side or {}).items() for pair in _ids(name, value)):
        found.setdefault(kind, set()).add(id)
    return found


def _ids(name: str, value: Any) -> Iterator[tuple[str, int]]:
    """Yields the kind and id of each record that a value refers to."""
    if kind := kind_of(name):
        yield from ((kind, id) for id in (value if isinstance(value, list) else [value]) if _is_id(id))
    elif (kind := NAMED_BY_IDS.get(name)) and isinstance(value, Mapping):
        yield from ((kind, int(id)) for id in value if str(id).isdecimal())
    elif (kind := COUNTED.get(name)) and isinstance(value, list):
        yield from ((kind, pair[0]) for pair in value if isinstance(pair, list) and _is_id(pair[0]))


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def comment(verb: str, params: Mapping[str, Any], language: str) -> str:
    """Describes the action; an unknown verb is shown as it is."""
    texts_by_key = catalogue(language).get(f"audit.{verb}", verb)
    texts = {name: _parameter_text(verb, name, value, language) for name, value in params.items()}
    try:
        return texts_by_key.format(**texts)
    except (KeyError, IndexError):
        return texts_by_key


def _parameter_text(verb: str, name: str, value: Any, language: str) -> Any:
    """Formats a parameter of a sentence: field name, kind of job or integration, day."""
    if name == "field":
        return label(value, language)
    if name == "kind":
        return _word(name, value, "job" if verb.startswith("jobs.") else "integration", language)
    return format_day(value) if isinstance(value, str) else value


def verb_text(verb: str, language: str) -> str:
    """Returns the sentence of a verb with open parameters."""
    return _FACT.sub("…", catalogue(language).get(f"audit.{verb}", verb))


def actor_text(actor_id: int | None, name: str, names: ReferentNames, language: str) -> str:
    """Returns the actor's present name, as everywhere else.

    The console and its command line have texts. An actor whom the reader may not see, or who is gone, has the name as
    recorded.
    """
    if actor_id is None:
        return translate(ITSELF[name], language) if name in ITSELF else name
    return names.find("user", actor_id) or name


def entity_text(entity: str, language: str) -> str:
    """Returns the text of an entity kind."""
    return catalogue(language).get(f"audit.entity.{entity}", entity)


def label(field: object, language: str, entity: str = "") -> str:
    """Returns the label of a field; one that is not declared is another field."""
    texts_by_key, (name, _, inner) = catalogue(language), str(field).partition(".")
    if name == RIGHTS and inner:
        return permission_text(inner, language)
    keys = (f"audit.field.{entity}.{name}", f"audit.field.{name}", field_key(name))
    return next((texts_by_key[key] for key in keys if key in texts_by_key), texts_by_key["audit.field.other"])


def changes(before: Values, after: Values, entity: str, names: ReferentNames, language: str) -> list[AuditChange]:
    """Presents the difference field by field.

    A nested field (rights, texts by language) is presented by sub-field.
    """
    was, is_ = (flat(_worded(entity, side, language)) for side in (before, after))
    texts = [_change(field, was.get(field), is_.get(field), entity, names, language) for field in [*was, *is_]]
    differing = {change.field: change for change in texts if change is not None}
    return sorted(differing.values(), key=lambda change: (change.label, change.field))


def _worded(entity: str, values: Values, language: str) -> Values:
    """Replaces values whose text depends on another field, as export columns."""
    if entity == "export" and values and isinstance(values.get("columns"), list):
        return {**values, "columns": [_header(values.get("list", ""), one, language) for one in values["columns"]]}
    if entity == "integration" and values and isinstance(values.get("renewed"), str):
        secrets = [_word("renewed", one, entity, language) for one in values["renewed"].split(", ")]
        return {**values, "renewed": ", ".join(secrets)}
    return values


def _header(name: Any, column: Any, language: str) -> str:
    try:
        return column_header(str(name), str(column), language)
    except KeyError:
        return catalogue(language)["audit.field.other"]


def flat(values: Values) -> dict[str, Any]:
    """Flattens nested fields: ``display_name.uz``."""
    flat: dict[str, Any] = {}
    for name, value in (values or {}).items():
        if isinstance(value, dict) and value != ERASED:
            flat |= {f"{name}.{inner}": deep for inner, deep in value.items()}
        else:
            flat[name] = value
    return flat


def _change(field: str, was: Any, is_: Any, entity: str, names: ReferentNames, language: str) -> AuditChange | None:
    if was == is_ and was != ERASED:
        return None
    name, _, inner = field.partition(".")
    found = {pair for side in (was, is_) for pair in _ids(name, side)}
    kind = NAMED_BY_IDS.get(name) if inner.isdecimal() else None
    if kind:
        found = {(kind, int(inner))}
    change = AuditChange(
        field=field,
        label=_label(field, kind, entity, names, language),
        before=None,
        after=None,
        added=[],
        removed=[],
        referents=[
            AuditReferent(entity=kind, id=id, name=title)
            for kind, id in sorted(found)
            if (title := names.find(kind, id)) is not None
        ],
    )
    if isinstance(was, list) or isinstance(is_, list):
        lists = [side if isinstance(side, list) else [] if side is None else [side] for side in (was, is_)]
        sides = [[_text(name, one, entity, names, language) or "" for one in side] for side in lists]
        change.added, change.removed = _without(sides[1], sides[0]), _without(sides[0], sides[1])
    else:
        change.before, change.after = (_text(name, side, entity, names, language) for side in (was, is_))
    return change


def _label(field: str, kind: str | None, entity: str, names: ReferentNames, language: str) -> str:
    name, _, inner = field.partition(".")
    first = label(field, language, entity)
    if not inner or name == RIGHTS:
        return first
    return f"{first}: {names.of(kind, int(inner)) if kind else label(inner, language, name)}"


def _without(those: Iterable[str], these: Iterable[str]) -> list[str]:
    gone = set(these)
    return [text for text in those if text not in gone]


def _text(name: str, value: Any, entity: str, names: ReferentNames, language: str) -> str | None:
    if value is None or value in ("", []):
        return None
    if value == ERASED:
        return translate("log.erased", language)
    declared = recorded(entity, name) or PLAIN
    if isinstance(value, bool) or (declared.flag and value != MASK):
        return translate("sync.value.yes" if value else "sync.value.no", language)
    if name in COUNTED and isinstance(value, list):
        id, count = value
        return f"{names.of(COUNTED[name], id) if _is_id(id) else translate('log.nothing', language)}: {count}"
    kind = kind_of(name)
    if isinstance(value, str) and _INSTANT.fullmatch(value):
        return format_instant(value, names.zone)
    return names.of(kind, value) if kind and _is_id(value) else _word(name, value, entity, language)


def _word(name: str, value: Any, entity: str, language: str) -> str:
    texts_by_key = catalogue(language)
    if name == RIGHTS:
        return texts_by_key.get(f"permission.actions.{value}", str(value))
    keys = (f"audit.value.{entity}.{name}.{value}", f"audit.value.{name}.{value}", f"sync.value.{name}.{value}")
    coded = next((texts_by_key[key] for key in keys if key in texts_by_key), None)
    return coded or (display_phone(str(value)) if name == "phone" else format_day(str(value)))


def format_day(text: str) -> str:
    """Formats a day as 31.05.2026; any other text stays as it is."""
    day = _DAY.fullmatch(text)
    return ".".join(reversed(day.groups())) if day else text


def format_instant(text: str, zone: tzinfo) -> str:
    """Formats an instant as 31.05.2026 14:30 in a zone, as screens do (D-6)."""
    return datetime.fromisoformat(text).astimezone(zone).strftime("%d.%m.%Y %H:%M")


def as_text(comment: str, subject: str | None, texts: list[AuditChange], language: str) -> str:
    """Returns the whole record as lines of text."""
    empty = translate("log.nothing", language)
    lines = [comment if not subject else f"{comment}: {subject}"]
    for change in texts:
        if change.added or change.removed:
            differing = [f"+{text}" for text in change.added] + [f"−{text}" for text in change.removed]
            lines.append(f"{change.label}: {', '.join(differing)}")
        else:
            lines.append(f"{change.label}: {change.before or empty} → {change.after or empty}")
    return "\n".join(lines)

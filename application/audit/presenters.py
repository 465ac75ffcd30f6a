"""Presents audit records with texts and names in the reader's language."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from application.audit.masking import ERASED
from application.audit.names import ReferentNames
from contracts.audit import AuditChange
from contracts.texts import catalogue, translate
from domain.people.phones import display_phone

# field → kind of the referenced id; a name in "_ids" matches by the part before it
REFERENCES = {
    "office_id": "office",
    "head_office_id": "head_office",
    "role_id": "role",
    "user_id": "user",
    "author_id": "user",
    "teacher_id": "teacher",
    "student_id": "student",
    "merged_into_id": "student",
    "group_id": "group",
    "course_id": "course",
    "category_id": "category",
    "status_id": "control_action",
    "action_id": "control_action",
}
# fields whose sub-fields are ids of a kind: marks by student
NAMED_BY_IDS = {"marks": "student"}
# name of a system actor → its text
ITSELF = {"system": "log.by_itself", "first start": "log.first_start", "command line": "log.command_line"}
_FACT = re.compile(r"\{[^}]*\}")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
Values = Mapping[str, Any] | None


def kind_of(field: str) -> str | None:
    """Returns the kind that a field refers to, if any."""
    return REFERENCES.get(field.removesuffix("s")) if field.endswith("_ids") else REFERENCES.get(field)


def referenced_ids(*sides: Values) -> dict[str, set[int]]:
    """Returns the ids that values refer to, by kind."""
    found: dict[str, set[int]] = {}
    for name, value in (pair for side in sides if isinstance(side, Mapping) for pair in side.items()):
        kind, ids = kind_of(name), value if isinstance(value, list) else [value]
        if name in NAMED_BY_IDS and isinstance(value, Mapping):
            kind, ids = NAMED_BY_IDS[name], [int(id) for id in value if str(id).isdecimal()]
        if kind:
            found.setdefault(kind, set()).update(id for id in ids if isinstance(id, int))
    return found


def comment(verb: str, params: Mapping[str, Any], language: str) -> str:
    """Describes the action; an unknown verb is shown as it is."""
    words = catalogue(language).get(f"audit.{verb}", verb)
    texts = {name: _parameter_text(verb, name, value, language) for name, value in params.items()}
    try:
        return words.format(**texts)
    except (KeyError, IndexError):
        return words


def _parameter_text(verb: str, name: str, value: Any, language: str) -> Any:
    """Formats a parameter of a sentence: field name, job kind or day."""
    if name == "field":
        return label(value, language)
    if verb.startswith("jobs.") and name == "kind":
        return _word(name, value, "job", language)
    return format_day(value) if isinstance(value, str) else value


def verb_text(verb: str, language: str) -> str:
    """Returns the sentence of a verb with open parameters."""
    return _FACT.sub("…", catalogue(language).get(f"audit.{verb}", verb))


def actor_text(actor_id: int | None, name: str, language: str) -> str:
    """Returns the actor's name; the console and its command line have texts."""
    return translate(ITSELF[name], language) if actor_id is None and name in ITSELF else name


def entity_text(entity: str, language: str) -> str:
    """Returns the text of an entity kind."""
    return catalogue(language).get(f"audit.entity.{entity}", entity)


def label(field: object, language: str) -> str:
    """Returns the label of a field, or its name without one."""
    words, name = catalogue(language), str(field)
    return words.get(f"audit.field.{name}") or words.get(f"sync.field.{name}") or name


def changes(before: Values, after: Values, entity: str, names: ReferentNames, language: str) -> list[AuditChange]:
    """Presents the difference field by field.

    A nested field (rights, texts by language) is presented by sub-field.
    """
    was, is_ = flat(before), flat(after)
    texts = [_change(field, was.get(field), is_.get(field), entity, names, language) for field in [*was, *is_]]
    differing = {change.field: change for change in texts if change is not None}
    return sorted(differing.values(), key=lambda change: (change.label, change.field))


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
    kind = NAMED_BY_IDS.get(name) if inner.isdecimal() else None
    of = names.of(kind, int(inner)) if kind else label(inner, language)
    words = f"{label(name, language)}: {of}" if inner else label(name, language)
    if isinstance(was, list) or isinstance(is_, list):
        sides = [[_text(name, one, entity, names, language) or "" for one in side or []] for side in (was, is_)]
        added, removed = _without(sides[1], sides[0]), _without(sides[0], sides[1])
        return AuditChange(field=field, label=words, before=None, after=None, added=added, removed=removed)
    texts = [_text(name, side, entity, names, language) for side in (was, is_)]
    return AuditChange(field=field, label=words, before=texts[0], after=texts[1], added=[], removed=[])


def _without(those: Iterable[str], these: Iterable[str]) -> list[str]:
    gone = set(these)
    return [text for text in those if text not in gone]


def _text(name: str, value: Any, entity: str, names: ReferentNames, language: str) -> str | None:
    if value is None or value in ("", []):
        return None
    if value == ERASED:
        return translate("log.erased", language)
    if isinstance(value, bool):
        return translate("sync.value.yes" if value else "sync.value.no", language)
    kind = kind_of(name)
    return names.of(kind, value) if kind and isinstance(value, int) else _word(name, value, entity, language)


def _word(name: str, value: Any, entity: str, language: str) -> str:
    words = catalogue(language)
    keys = (f"audit.value.{entity}.{name}.{value}", f"audit.value.{name}.{value}", f"sync.value.{name}.{value}")
    coded = next((words[key] for key in keys if key in words), None)
    return coded or (display_phone(str(value)) if name == "phone" else format_day(str(value)))


def format_day(text: str) -> str:
    """Formats a day as 31.05.2026; any other text stays as it is."""
    day = _DAY.fullmatch(text)
    return ".".join(reversed(day.groups())) if day else text


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

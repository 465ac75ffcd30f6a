"""A record of the audit log as people read it: words instead of codes, names instead of ids, in their language."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from application.audit.masking import ERASED
from application.sync.presenters import Names
from contracts.audit import AuditChange
from contracts.texts import catalogue, translate
from domain.people.phones import display_phone

# field → the kind of thing that its number is the id of; of a name in "_ids" the part before it
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
# a field of fields that are named by ids of a kind: who was marked how
NAMED_BY_IDS = {"marks": "student"}
# what the system calls itself → its words
ITSELF = {"system": "log.by_itself", "first start": "log.first_start", "command line": "log.command_line"}
_FACT = re.compile(r"\{[^}]*\}")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
Values = Mapping[str, Any] | None


def kind_of(field: str) -> str | None:
    """What a field refers to, if it does."""
    return REFERENCES.get(field.removesuffix("s")) if field.endswith("_ids") else REFERENCES.get(field)


def mentioned(*sides: Values) -> dict[str, set[int]]:
    """The ids that values name, by kind."""
    found: dict[str, set[int]] = {}
    for name, value in (pair for side in sides if isinstance(side, Mapping) for pair in side.items()):
        kind, ids = kind_of(name), value if isinstance(value, list) else [value]
        if name in NAMED_BY_IDS and isinstance(value, Mapping):
            kind, ids = NAMED_BY_IDS[name], [int(id) for id in value if str(id).isdecimal()]
        if kind:
            found.setdefault(kind, set()).update(id for id in ids if isinstance(id, int))
    return found


def comment(verb: str, params: Mapping[str, Any], language: str) -> str:
    """What was done, in words; a verb that this version does not know is shown as it is."""
    words = catalogue(language).get(f"audit.{verb}", verb)
    told = {name: _told(verb, name, value, language) for name, value in params.items()}
    try:
        return words.format(**told)
    except (KeyError, IndexError):
        return words


def _told(verb: str, name: str, value: Any, language: str) -> Any:
    """A fact of a sentence: the name of a field, the kind of a job, or a day, in words."""
    if name == "field":
        return label(value, language)
    if verb.startswith("jobs.") and name == "kind":
        return _word(name, value, "job", language)
    return day_words(value) if isinstance(value, str) else value


def verb_words(verb: str, language: str) -> str:
    """The sentence of a verb with its facts left open."""
    return _FACT.sub("…", catalogue(language).get(f"audit.{verb}", verb))


def actor_words(actor_id: int | None, name: str, language: str) -> str:
    """Who it was; what the console did by itself, or at its command line, has words of its own."""
    return translate(ITSELF[name], language) if actor_id is None and name in ITSELF else name


def entity_words(entity: str, language: str) -> str:
    """The kind of thing, in words."""
    return catalogue(language).get(f"audit.entity.{entity}", entity)


def label(field: object, language: str) -> str:
    """The name of a field, in words where there are some."""
    words, name = catalogue(language), str(field)
    return words.get(f"audit.field.{name}") or words.get(f"sync.field.{name}") or name


def changes(before: Values, after: Values, entity: str, names: Names, language: str) -> list[AuditChange]:
    """What differs, field by field. A field of fields (rights, words by language) is told by each of its own."""
    was, is_ = flat(before), flat(after)
    told = [_change(field, was.get(field), is_.get(field), entity, names, language) for field in [*was, *is_]]
    unlike = {change.field: change for change in told if change is not None}
    return sorted(unlike.values(), key=lambda change: (change.label, change.field))


def flat(values: Values) -> dict[str, Any]:
    """A field of fields as each of its own: ``display_name.uz``."""
    flat: dict[str, Any] = {}
    for name, value in (values or {}).items():
        if isinstance(value, dict) and value != ERASED:
            flat |= {f"{name}.{inner}": deep for inner, deep in value.items()}
        else:
            flat[name] = value
    return flat


def _change(field: str, was: Any, is_: Any, entity: str, names: Names, language: str) -> AuditChange | None:
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


def _text(name: str, value: Any, entity: str, names: Names, language: str) -> str | None:
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
    return coded or (display_phone(str(value)) if name == "phone" else day_words(str(value)))


def day_words(text: str) -> str:
    """A day as people write it, 31.05.2026; any other text as it is."""
    day = _DAY.fullmatch(text)
    return ".".join(reversed(day.groups())) if day else text


def as_text(comment: str, subject: str | None, told: list[AuditChange], language: str) -> str:
    """The whole of a record as lines of text."""
    empty = translate("log.nothing", language)
    lines = [comment if not subject else f"{comment}: {subject}"]
    for change in told:
        if change.added or change.removed:
            unlike = [f"+{text}" for text in change.added] + [f"−{text}" for text in change.removed]
            lines.append(f"{change.label}: {', '.join(unlike)}")
        else:
            lines.append(f"{change.label}: {change.before or empty} → {change.after or empty}")
    return "\n".join(lines)

"""Presents the changes of a run with names and labels in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from application.actor import Actor
from application.audit.names import ReferentNames
from contracts.sync.runs import SyncChangedField
from contracts.texts import field_key, translate

# identity documents are shown as one field, as only their presence is known; the successor's rows show handed-on data
NOT_SHOWN = ("has_personal_data", "handed_on")
# field → kind of the referenced id
REFERENCES = {
    "office_id": "office",
    "category_id": "category",
    "course_id": "course",
    "group_id": "group",
    "student_id": "student",
    "merged_into_id": "student",
    "status_id": "action",
    "action_id": "action",
}
WORDED = ("gender", "work_status", "role_number", "status")


def referenced_ids(values: Mapping[str, Any] | None) -> dict[str, set[int]]:
    """Returns the ids referenced in values, by kind."""
    found: dict[str, set[int]] = {}
    for name, value in (values or {}).items():
        if value is None:
            continue
        if name in REFERENCES:
            found.setdefault(REFERENCES[name], set()).add(value)
        elif name == "office_ids":
            found.setdefault("office", set()).update(value)
        elif name == "schedules":
            found.setdefault("teacher", set()).update(schedule["teacher_id"] for schedule in value)
    return found


def present_change(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, names: ReferentNames, language: str
) -> list[SyncChangedField]:
    """Presents the changed fields in the order of their labels.

    A new row shows its non-empty fields.
    """
    was, is_ = before or {}, after or {}
    fields = []
    for name in sorted({*was, *is_} - set(NOT_SHOWN)):
        texts = [_text(name, side.get(name), names, language) for side in (was, is_)]
        if texts[0] != texts[1]:
            label = translate(field_key(name), language)
            fields.append(SyncChangedField(field=name, label=label, before=texts[0], after=texts[1]))
    return fields


def _text(name: str, value: Any, names: ReferentNames, language: str) -> str | None:
    if name == "school_deleted_at":
        return translate("sync.value.yes" if value else "sync.value.no", language)
    if value is None or value in ("", []):
        return None
    if name in REFERENCES:
        return names.of(REFERENCES[name], value)
    if name in WORDED:
        return translate(f"sync.value.{name}.{value}", language)
    if isinstance(value, bool):
        return translate("sync.value.yes" if value else "sync.value.no", language)
    return BELONGINGS[name](value, names, language) if name in BELONGINGS else str(value)


def _money(amount: int, _: ReferentNames, language: str) -> str:
    """An amount in so'm: 1 200 000 so'm; English parts the thousands by commas."""
    digits = f"{amount:,}"
    return translate("sync.value.money", language, amount=digits if language == "en" else digits.replace(",", "\u00a0"))


def _offices(value: Any, names: ReferentNames, _: str) -> str:
    return ", ".join(sorted(names.of("office", id) for id in value))


def _months(value: Any, _: ReferentNames, __: str) -> str:
    return "; ".join(f"{number}. {name}: {', '.join(topics or [])}".rstrip(": ") for number, name, topics, *_ in value)


def _schedules(value: Any, names: ReferentNames, language: str) -> str:
    weekdays = translate("sync.value.weekdays", language).split()
    lines = []
    for one in value:
        days = ", ".join(weekdays[day - 1] for day in one["days_of_week"])
        times = "–".join(time[:5] for time in (one["begin_time"], one["end_time"]) if time)
        dates = "–".join(day for day in (one["start_date"], one["end_date"]) if day)
        parts = (days, times, dates, one["classroom_name"], names.of("teacher", one["teacher_id"]))
        lines.append(" ".join(part for part in parts if part))
    return "; ".join(lines)


BELONGINGS: dict[str, Callable[[Any, ReferentNames, str], str]] = {
    "office_ids": _offices,
    "price": _money,
    "months": _months,
    "schedules": _schedules,
}


OPEN = ("head_office", "course", "group", "school_connection")


# entity → permissions, any of which is sufficient to read it
GUARDED = {
    "student": ("users:students",),
    # an enrolment names a student
    "enrolment": ("users:students",),
    "school_award": ("users:students",),
    "teacher": ("users:teachers", "users:assistants", "users:academic"),
}


def readable(actor: Actor) -> tuple[str, ...]:
    """Returns the entities that the actor may read in their branches (D-12, D-59)."""
    guarded = (entity for entity, keys in GUARDED.items() if any(actor.may(key, "read") for key in keys))
    return (*OPEN, *guarded)

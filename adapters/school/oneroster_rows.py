"""The records of OneRoster as they travel: 1.2, and what some providers still send of 1.1. Only what is read here."""

from datetime import UTC, datetime, timedelta

import msgspec

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(at: datetime) -> int:
    """Milliseconds of the epoch."""
    return round((at - EPOCH) / timedelta(milliseconds=1))


class Link(msgspec.Struct, rename="camel"):
    """A reference; its address is not followed."""

    sourced_id: str | int = ""


class Row(msgspec.Struct, rename="camel", kw_only=True):
    """What every record begins with. Fields that nobody here reads (a password among them) are never decoded."""

    sourced_id: str | int
    status: str | None = None
    date_last_modified: str | None = None

    @property
    def id(self) -> str:
        """The record's id; some providers write a number."""
        return str(self.sourced_id)

    @property
    def gone(self) -> bool:
        """Whether the school has deleted it."""
        return (self.status or "").lower() == "tobedeleted"

    @property
    def inactive(self) -> bool:
        """A word of some vendors beside the two of the specification: it is there, and not in use."""
        return (self.status or "").lower() == "inactive"

    @property
    def changed_at(self) -> datetime:
        """When it was last changed; an instant without a zone is UTC, as the specification wants it."""
        if not self.date_last_modified:
            return EPOCH
        at = datetime.fromisoformat(self.date_last_modified)
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)

    @property
    def version(self) -> int:
        """Milliseconds of the epoch: what the school calls later is the higher version."""
        return max(0, milliseconds(self.changed_at))


class Org(Row, kw_only=True):
    """A branch, or what stands above branches."""

    name: str | None = None
    type: str | None = None


class Role(msgspec.Struct, rename="camel"):
    """What somebody is, and where."""

    role: str | None = None
    role_type: str | None = None
    org: Link | None = None


class User(Row, kw_only=True, rename="camel"):
    """A person. ``role`` and ``orgs`` are the form of OneRoster 1.1, which some providers still send."""

    given_name: str | None = None
    family_name: str | None = None
    middle_name: str | None = None
    sms: str | None = None
    phone: str | None = None
    enabled_user: bool | str | None = None
    roles: list[Role] | None = None
    role: str | None = None
    orgs: list[Link] | None = None


class Demographics(Row, kw_only=True, rename="camel"):
    """Birth date and sex of the person with this id."""

    birth_date: str | None = None
    sex: str | None = None


class Course(Row, kw_only=True, rename="camel"):
    """A course and its subjects."""

    title: str | None = None
    subjects: list[str] | None = None
    subject_codes: list[str] | None = None


class Session(Row, kw_only=True, rename="camel"):
    """A term, semester, year or grading period; its end is exclusive."""

    start_date: str | None = None
    end_date: str | None = None


class Class(Row, kw_only=True, rename="camel"):
    """A group."""

    title: str | None = None
    location: str | None = None
    course: Link | None = None
    school: Link | None = None
    terms: list[Link] | None = None


class Enrollment(Row, kw_only=True, rename="camel"):
    """Somebody in a class, as a student or a teacher; its end is exclusive."""

    user: Link | None = None
    class_: Link | None = msgspec.field(default=None, name="class")
    role: str | None = None
    begin_date: str | None = None
    end_date: str | None = None

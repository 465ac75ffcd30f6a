"""Wire types of OneRoster 1.2, and of 1.1 where providers still send it.

Only the fields that are read.
"""

from datetime import UTC, datetime, timedelta

import msgspec

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(at: datetime) -> int:
    """Returns milliseconds of the epoch."""
    return round((at - EPOCH) / timedelta(milliseconds=1))


class Link(msgspec.Struct, rename="camel"):
    """A reference; its address is not followed."""

    sourced_id: str | int = ""


class Row(msgspec.Struct, rename="camel", kw_only=True):
    """Fields of every record.

    Fields that are not needed (a password among them) are never decoded.
    """

    sourced_id: str | int
    status: str | None = None
    date_last_modified: str | None = None

    @property
    def id(self) -> str:
        """Returns the record's id; some providers send a number."""
        return str(self.sourced_id)

    @property
    def gone(self) -> bool:
        """Returns whether the school has deleted the record."""
        return (self.status or "").lower() == "tobedeleted"

    @property
    def inactive(self) -> bool:
        """Returns whether the record exists but is not in use.

        This status of some vendors is not in the specification.
        """
        return (self.status or "").lower() == "inactive"

    @property
    def changed_at(self) -> datetime:
        """Returns the time of the last change; without a zone it is UTC, by the spec."""
        if not self.date_last_modified:
            return EPOCH
        at = datetime.fromisoformat(self.date_last_modified)
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)

    @property
    def version(self) -> int:
        """Returns milliseconds of the epoch: a later change is a higher version."""
        return max(0, milliseconds(self.changed_at))


class Org(Row, kw_only=True):
    """A branch, or an organisation above branches."""

    name: str | None = None
    type: str | None = None


class Role(msgspec.Struct, rename="camel"):
    """A role of a person in an organisation."""

    role: str | None = None
    role_type: str | None = None
    org: Link | None = None


class User(Row, kw_only=True, rename="camel"):
    """A person.

    ``role`` and ``orgs`` are the form of OneRoster 1.1, which some providers still send.
    """

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
    """A student or teacher of a class; the end is exclusive."""

    user: Link | None = None
    class_: Link | None = msgspec.field(default=None, name="class")
    role: str | None = None
    begin_date: str | None = None
    end_date: str | None = None

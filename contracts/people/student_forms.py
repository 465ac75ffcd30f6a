"""What staff send of students: enrolling, mending, accounts, and identity papers."""

from typing import Annotated, Literal

import msgspec

from contracts.shared import Form, Limit, Named, Wire

NAME_MAX = 100
REASON_MAX = 500
LOGIN_MAX = 64
PersonName = Annotated[str, Limit(min_length=1, max_length=NAME_MAX)]
Paper = Annotated[str, Limit(max_length=40)]


class PapersForm(Form):
    """Identity papers as typed; an empty one is none. They are brought into one form before they are looked at."""

    passport_series: Paper = ""
    passport_number: Paper = ""
    personal_id: Paper = ""
    birth_certificate: Paper = ""


class StudentForm(Form, kw_only=True):
    """A person as the form has him. ``birthDate``: ``YYYY-MM-DD``; ``photo``: the id of an upload of the caller's."""

    first_name: PersonName
    last_name: PersonName
    middle_name: Annotated[str, Limit(max_length=NAME_MAX)] = ""
    gender: Literal[1, 2] | None = None
    birth_date: Annotated[str, Limit(max_length=10)] = ""
    phone_number: Annotated[str, Limit(max_length=40)] = ""
    office_ids: tuple[int, ...] = ()
    papers: PapersForm | msgspec.UnsetType = msgspec.UNSET
    photo: str | msgspec.UnsetType | None = msgspec.UNSET


class RegisterStudent(StudentForm, kw_only=True):
    """A new student. ``login``: his account's name in the students' application, if he gets one at once."""

    login: Annotated[str, Limit(max_length=LOGIN_MAX)] = ""


class EditStudent(StudentForm, kw_only=True):
    """Everything of a student; ``version`` is the one that was read. Left out, papers and photo stay as they are."""

    version: int


class CheckStudent(StudentForm, kw_only=True):
    """A form on its way."""


class Likeness(Wire):
    """Somebody who may be the same person. ``by``: phoneNumber, personalId, passport, birthCertificate, name.

    ``student`` is missing for one of another branch: that there is one is all that is said.
    """

    by: list[str]
    student: Named | None
    birth_date: str | None
    offices: list[Named]


class StudentChecked(Wire):
    """What is worth a second look before saving; nothing of it refuses. ``warnings``: sentences by field."""

    likenesses: list[Likeness]
    warnings: dict[str, list[str]]


class RegisteredStudent(Wire):
    """The new student."""

    student: Named


class ChangeLogin(Form):
    """A student's new login."""

    new_login: Annotated[str, Limit(min_length=1, max_length=LOGIN_MAX)]


class NewStudentPassword(Wire):
    """Shown once."""

    new_password: str


class ChangeSystemStatus(Form):
    """1 active, 2 blocked; blocking takes a reason that is not blank (R1-207). ``id`` is that of the path, if given."""

    status: Literal[1, 2]
    id: int | None = None
    reason: Annotated[str, Limit(max_length=REASON_MAX)] = ""


class RevealPapers(Form):
    """Why somebody's papers are read in full (D-58)."""

    reason: Annotated[str, Limit(min_length=1, max_length=REASON_MAX)]


class RevealedPapers(Wire):
    """Identity papers in full."""

    passport_series: str
    passport_number: str
    personal_id: str
    birth_certificate: str


class RevealedAnswer(Wire):
    """Papers under their name."""

    papers: RevealedPapers

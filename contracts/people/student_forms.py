"""Forms of students: registration, edits, accounts, identity documents."""

from typing import Annotated, Literal

import msgspec

from contracts.shared import Form, Limit, Named, Wire

MAX_NAME_LENGTH = 100
MAX_REASON_LENGTH = 500
MAX_LOGIN_LENGTH = 64
PersonName = Annotated[str, Limit(min_length=1, max_length=MAX_NAME_LENGTH)]
Paper = Annotated[str, Limit(max_length=40)]


class IdentityDocumentsForm(Form):
    """Identity documents as typed; an empty one is none.

    They are normalised before they are validated.
    """

    passport_series: Paper = ""
    passport_number: Paper = ""
    personal_id: Paper = ""
    birth_certificate: Paper = ""


class StudentForm(Form, kw_only=True):
    """A person in the form.

    ``birthDate``: ``YYYY-MM-DD``; ``photo``: the id of an upload of the caller.
    """

    first_name: PersonName
    last_name: PersonName
    middle_name: Annotated[str, Limit(max_length=MAX_NAME_LENGTH)] = ""
    gender: Literal[1, 2] | None = None
    birth_date: Annotated[str, Limit(max_length=10)] = ""
    phone_number: Annotated[str, Limit(max_length=40)] = ""
    office_ids: tuple[int, ...] = ()
    papers: IdentityDocumentsForm | msgspec.UnsetType = msgspec.UNSET
    photo: str | msgspec.UnsetType | None = msgspec.UNSET


class RegisterStudent(StudentForm, kw_only=True):
    """A new student.

    ``login``: of the account in the students' application, if it is created at once.
    """

    login: Annotated[str, Limit(max_length=MAX_LOGIN_LENGTH)] = ""


class EditStudent(StudentForm, kw_only=True):
    """All fields of a student; ``version`` is the version that was read.

    Omitted documents and photo stay as they are.
    """

    version: int


class CheckStudent(StudentForm, kw_only=True):
    """A form before it is saved."""


class PossibleDuplicate(Wire):
    """A possible duplicate.

    ``by``: phoneNumber, personalId, passport, birthCertificate, name. ``student`` is missing for one of another branch,
    about whom nothing else is revealed.
    """

    by: list[str]
    student: Named | None
    birth_date: str | None
    offices: list[Named]


class StudentChecked(Wire):
    """Possible duplicates and warnings; none of them prevents saving.

    ``warnings``: sentences by field.
    """

    likenesses: list[PossibleDuplicate]
    warnings: dict[str, list[str]]


class RegisteredStudent(Wire):
    """The new student."""

    student: Named


class ChangeLogin(Form):
    """A student's new login."""

    new_login: Annotated[str, Limit(min_length=1, max_length=MAX_LOGIN_LENGTH)]


class NewStudentPassword(Wire):
    """A new password, shown once."""

    new_password: str


class ChangeSystemStatus(Form):
    """The status: 1 active, 2 blocked.

    Blocking requires a reason that is not blank (R1-207). ``id`` is that of the path, if given.
    """

    status: Literal[1, 2]
    id: int | None = None
    reason: Annotated[str, Limit(max_length=MAX_REASON_LENGTH)] = ""


class RevealIdentityDocuments(Form):
    """The reason for a reveal of identity documents (D-58)."""

    reason: Annotated[str, Limit(min_length=1, max_length=MAX_REASON_LENGTH)]


class RevealedIdentityDocuments(Wire):
    """Identity documents in full."""

    passport_series: str
    passport_number: str
    personal_id: str
    birth_certificate: str


class RevealedIdentityDocumentsAnswer(Wire):
    """Revealed identity documents."""

    papers: RevealedIdentityDocuments

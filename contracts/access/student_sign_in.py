"""API types of students: signing in, sessions and the own profile (D-96, D-97)."""

from typing import Annotated

from contracts.access.sign_in import TokenPair
from contracts.shared import Form, Limit, Named, Wire
from domain.access.users import MAX_LOGIN_LENGTH, MAX_PASSWORD_LENGTH


class StudentSignIn(Form):
    """Login and password of a student.

    ``deviceToken`` is the push token of the device, if it has one.
    """

    login: Annotated[str, Limit(min_length=1, max_length=MAX_LOGIN_LENGTH)]
    password: Annotated[str, Limit(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
    device_token: Annotated[str, Limit(max_length=4096)] | None = None


class StudentProfile(Wire):
    """The signed-in student.

    ``name``: in full; ``photo``: a link; ``mustChangePassword``: only profile, password and sign-out are open until the
    student has chosen a password.
    """

    id: int
    name: str
    login: str
    photo: str | None
    branches: list[Named]
    must_change_password: bool


class StudentTokenPair(TokenPair):
    """The access token (15 minutes) and the refresh token (60 days, used once)."""


class StudentSignedIn(StudentTokenPair):
    """The tokens of a new session and its student."""

    student: StudentProfile


class ChangeStudentPassword(Form):
    """A new password of the student, confirmed by the present one."""

    password: Annotated[str, Limit(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
    new_password: Annotated[str, Limit(min_length=1)]

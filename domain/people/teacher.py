"""Teachers and assistants, as the school system sends them."""

from dataclasses import dataclass
from datetime import datetime

from domain.people.staff_state import PhotoCheck, WorkStatus
from domain.shared.errors import DomainError, NotFound


@dataclass
class Teacher:
    """A teacher or an assistant (D-16).

    ``user_id``: the person's account, if there is one. ``role_number``: the school's role, as a role number (D-57).
    """

    first_name: str
    last_name: str
    middle_name: str
    role_number: int
    work_status: WorkStatus = WorkStatus.WORKING
    gender: int | None = None
    phone: str | None = None
    photo: str | None = None
    photo_check: PhotoCheck = PhotoCheck.IMG_NOT_UPLOAD
    user_id: int | None = None
    school_deleted_at: datetime | None = None
    id: int | None = None
    version: int = 1

    @property
    def works(self) -> bool:
        """True if the teacher works here, as the school says."""
        return self.work_status == WorkStatus.WORKING and self.school_deleted_at is None

    def may_sign_up(self) -> None:
        """Raises DomainError if the teacher has an account, or does not work here."""
        if self.user_id is not None:
            raise DomainError("people.has_account")
        if not self.works:
            raise DomainError("people.does_not_work")


@dataclass
class TeacherBranch:
    """The membership of a teacher in a branch, as the school says."""

    teacher_id: int
    office_id: int


def review_photo(photo: str | None, *, suitable: bool) -> PhotoCheck:
    """The result of reviewing a photo (D-61). Raises NotFound without a photo."""
    if photo is None:
        raise NotFound("Photo", 0)
    return PhotoCheck.READY if suitable else PhotoCheck.FAILED

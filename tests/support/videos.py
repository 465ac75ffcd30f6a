"""Done videos of the builders: ``a_video_of(lesson, name)``."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from secrets import token_urlsafe
from typing import Self

from domain.videos.video import BUILT_IN, VideoStatus
from tests.support.builders import Account, a_user_with
from tests.support.entities import Columns, Entity
from tests.support.lessons import Lesson
from tests.support.secret_storage import SecretStorage

SIZE = 1_000_000


@dataclass(eq=False)
class VideoOfLesson(Entity):
    """A video of a lesson, uploaded on its evening."""

    table = "videos"
    lesson: Lesson
    name: str
    uploader: Account
    more: Columns = field(default_factory=dict)

    def having(self, **columns: object) -> Self:
        """Sets columns of the table as they are: ``status``, ``received`` …"""
        self.more |= columns
        return self

    def dependencies(self) -> Iterable[Entity]:
        return [self.lesson, self.uploader]

    def columns(self, secrets: SecretStorage) -> Columns:
        evening = datetime.combine(self.lesson.day, time(18), UTC)
        public_id = token_urlsafe(16)
        return {
            "public_id": public_id,
            "group_id": self.lesson.group.id,
            "lesson_id": self.lesson.id,
            "name": self.name,
            "orig_name": f"{self.name}.mp4",
            "size": SIZE,
            "received": SIZE,
            "created_by": self.uploader.id,
            "created_at": evening,
            "moved_at": evening,
            "host": BUILT_IN,
            "host_id": public_id,
            "status": VideoStatus.DONE.value,
            "duration": 61.5,
        } | self.more


def a_video_of(lesson: Lesson, name: str = "Kasrlar", uploader: Account | None = None) -> VideoOfLesson:
    """A done video of a lesson."""
    return VideoOfLesson(lesson, name, uploader or a_user_with({}))

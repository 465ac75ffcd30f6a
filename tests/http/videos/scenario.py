"""A group with a lesson, its teacher, the office, and a host in memory."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from adapters.memory.video_host import MemoryVideoHost
from tests.support.builders import Account, Branch, Class, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.lessons import Lesson, a_lesson_of

ALL = ["read", "create", "update", "delete"]
TEACHES = {"my_groups:video_upload": ["read", "update"]}
OFFICE = {"all_groups:video_upload": ["read", "update"]}
READS = {"all_groups:video_upload": ["read"]}
PROCESSING, DONE, ERROR, PAUSE, UPLOADING, WAITING = 1, 2, 3, 4, 5, 6
DAY = date(2026, 11, 16)
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
MEGABYTE = 1_000_000


@dataclass
class VideoScenario:
    """A class with a lesson held today; the clock stands after it."""

    console: Console
    branch: Branch
    account: Account
    group: Class
    lesson: Lesson
    host: MemoryVideoHost

    @classmethod
    async def of(cls, console: Console, size: int = 2) -> "VideoScenario":
        """Stores the class with its lesson."""
        console.clock.stand_at(NOW)
        branch = a_branch()
        account = a_user_with(TEACHES).of(branch)
        group = a_class_of(size).in_branch(branch).taught_by(a_teacher().with_account(account))
        lesson = a_lesson_of(group, DAY)
        await console.store(lesson)
        host = MemoryVideoHost()
        console.container.built_in_host.override(host)
        return cls(console, branch, account, group, lesson, host)

    def form(self, **more: Any) -> dict[str, Any]:
        """The form of a new upload."""
        new = {"groupId": self.group.id, "lessonId": self.lesson.id, "origName": "Kasrlar.mp4", "size": MEGABYTE}
        return new | more

    async def teacher(self) -> Visitor:
        """The teacher's browser, newly signed in."""
        return await self.console.sign_in(self.account)

    async def visitor(self, keys: dict[str, list[str]], branch: Branch | None = None) -> Visitor:
        """A browser of a user with these permissions."""
        return await self.console.sign_in(a_user_with(keys).of(branch or self.branch))

    async def upload(self, visitor: Visitor, **more: Any) -> dict[str, Any]:
        """Begins an upload; its link."""
        return dict(data(await visitor.post("/video/upload-links", self.form(**more))))

    async def one(self, visitor: Visitor, video_id: int) -> dict[str, Any]:
        """The video as the teacher sees it."""
        return dict((await visitor.data(f"/video/for-academic/{video_id}"))["video"])

"""A group with a lesson, its teacher, the office, and a host in memory."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from dependency_injector import providers

from adapters.memory.video_host import MemoryVideoHost
from application.actor import system
from application.videos.ports import HostReport, VideoHost
from application.videos.reports import ask_silent_hosts
from domain.videos.video import VideoStatus
from entrypoints.video_hosts import VideoHostRegistry
from entrypoints.worker.handlers import job_handlers
from tests.support.builders import Account, Branch, Class, a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import SECRET_KEY, Console, Visitor, data
from tests.support.lessons import Lesson, a_lesson_of

TEACHES = {"my_groups:video_upload": ["read", "update"]}
OFFICE = {"all_groups:video_upload": ["read", "update"]}
READS = {"all_groups:video_upload": ["read"], "my_groups:video_upload": ["read"]}
PROCESSING, DONE, ERROR, PAUSE, UPLOADING, WAITING = 1, 2, 3, 4, 5, 6
DAY = date(2026, 11, 16)
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
MEGABYTE = 1_000_000


class ConnectedHosts(VideoHostRegistry):
    """The built-in host, and a connected one to which new videos go."""

    def __init__(self, built_in: VideoHost, connected: VideoHost, console: Console) -> None:
        super().__init__(built_in, SECRET_KEY, console.container.integrations(), "")
        self.connected: VideoHost | None = connected

    async def external(self) -> VideoHost | None:
        return self.connected


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
        console.container.built_in_host.override(providers.Object(host))
        return cls(console, branch, account, group, lesson, host)

    def connect(self) -> tuple[MemoryVideoHost, ConnectedHosts]:
        """Connects a host of its own, to which new videos go."""
        connected = MemoryVideoHost("kinescope")
        hosts = ConnectedHosts(self.host, connected, self.console)
        self.console.container.video_hosts.override(providers.Object(hosts))
        return connected, hosts

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

    async def stored(self, visitor: Visitor, status: int = WAITING, **columns: Any) -> int:
        """An upload of which every byte is stored; its id."""
        id: int = (await self.upload(visitor))["id"]
        await self.set(id, status=status, received=MEGABYTE, **columns)
        self.reported(await self.public_id(id), status)
        return id

    def reported(self, host_id: str, status: int | None, **more: Any) -> None:
        """Sets what the built-in host reports of a video from now on."""
        self.host.videos[host_id] = HostReport(host_id, None if status is None else VideoStatus(status), **more)

    async def public_id(self, video_id: int) -> str:
        """The public id of a video."""
        return str(await self.console.sql.fetchval("select public_id from videos where id = $1", video_id))

    async def set(self, video_id: int, **columns: Any) -> None:
        """Sets columns of a video."""
        for name, value in columns.items():
            await self.console.sql.execute(f"update videos set {name} = $2 where id = $1", video_id, value)

    async def status(self, video_id: int) -> int | None:
        """The stored status of a video; None once its row is gone."""
        found: int | None = await self.console.sql.fetchval("select status from videos where id = $1", video_id)
        return found

    async def history(self, video_id: int) -> list[tuple[int, str]]:
        """Statuses and messages of a video's history, oldest first."""
        rows = "select status, message from video_status_entries where video_id = $1 order by id"
        return [(row["status"], row["message"]) for row in await self.console.sql.fetch(rows, video_id)]

    async def one(self, visitor: Visitor, video_id: int) -> dict[str, Any]:
        """The video as the teacher sees it."""
        return dict((await visitor.data(f"/video/for-academic/{video_id}"))["video"])

    async def report(self, visitor: Visitor, video_id: int, status: int, message: str = "") -> Any:
        """The response to a browser's report of its upload."""
        body = {"status": status, "message": message}
        return await visitor.put(f"/video/update-status-for-academic/{video_id}", body)

    async def jobs(self, kind: str) -> list[Any]:
        """The payloads of the jobs of a kind, oldest first."""
        rows = await self.console.sql.fetch("select payload::text from jobs where kind = $1 order by id", kind)
        return [row["payload"] for row in rows]

    async def run(self, kind: str, **payload: Any) -> None:
        """Runs a job as the worker does."""
        await job_handlers(self.console.container)[kind](payload, system())

    async def ask_hosts(self) -> int:
        """One round of questions to silent hosts; the number of videos."""
        of = self.console.container
        return await ask_silent_hosts(
            actor=system(), uow=of.uow(), hosts=of.video_hosts(), videos=of.video_store(), clock=of.clock()
        )

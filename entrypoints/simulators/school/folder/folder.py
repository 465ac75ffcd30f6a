"""A folder of CSV files as a school.

It is read again when a file changes, so that a new export is the next delta.
"""

from pathlib import Path

from contracts.sync.school_records import Feed
from entrypoints.simulators.school.feeds import FeedLog
from entrypoints.simulators.school.folder.errors import FolderUnreadable, Mistake
from entrypoints.simulators.school.folder.files import FILES
from entrypoints.simulators.school.folder.records import read_folder
from entrypoints.simulators.school.folder.state import Clock, MemoryFile, milliseconds

STATE_NAME = ".school-state.json"
# A recently written file may still be incomplete.
SETTLE_MS = 1000

Stamp = tuple[tuple[str, int, int], ...]


class FolderSchool:
    """The school in ``folder``.

    ``state``: the file of versions (default: a hidden file beside them). Raises FolderUnreadable, naming file, line,
    column and the remedy.
    """

    def __init__(
        self, folder: Path, state: Path | None = None, *, settle_ms: int = SETTLE_MS, clock: Clock = milliseconds
    ) -> None:
        self.folder = folder
        self.notices: list[Mistake] = []
        self._file = MemoryFile(state or folder / STATE_NAME)
        self._settle_ms = settle_ms
        self._clock = clock
        self._memory = self._file.load()
        self._feeds: dict[Feed, FeedLog] = {}
        self._stamp: Stamp | None = None
        self._unreadable: FolderUnreadable | None = None
        self.refresh()

    @property
    def epoch(self) -> str:
        """Identifies the stored history."""
        return self._memory.id

    @property
    def sequence(self) -> int:
        """Returns the time of the last change."""
        return self._memory.sequence

    @property
    def feeds(self) -> dict[Feed, FeedLog]:
        """The records of each feed."""
        return self._feeds

    def refresh(self) -> None:
        """Reads the folder again if a file has changed and is complete.

        Raises FolderUnreadable until it is readable.
        """
        stamp = self._look()
        if stamp != self._stamp and not (self._feeds and self._unsettled(stamp)):
            self._stamp, self._unreadable = stamp, None
            try:
                self._read()
            except FolderUnreadable as unreadable:
                self._unreadable = unreadable
        if self._unreadable:
            raise self._unreadable

    def _read(self) -> None:
        content = read_folder(self.folder)
        missing = self._memory.files - content.files
        if missing:
            message = "is missing, though it was here before; put it back (only its heading, if nothing is left in it)"
            raise FolderUnreadable([Mistake(name, 0, "", message) for name in sorted(missing)])
        self.notices = content.notices
        now = self._clock()
        news, count = self._memory.notice(content.records, now)
        if self._feeds:
            for feed, changed in news.items():
                for record in changed:
                    self._feeds[feed].put(record)
        else:
            for feed in Feed:
                log = self._feeds[feed] = FeedLog(self._memory.oldest)
                log.fill([*content.records[feed], *self._memory.tombstones(feed)])
        if count or content.files != self._memory.files:
            self._memory.files = content.files
            self._memory.prune(now)
            self._file.save(self._memory)

    def _look(self) -> Stamp:
        found = []
        for shape in FILES:
            path = self.folder / shape.name
            if path.exists():
                about = path.stat()
                found.append((shape.name, about.st_mtime_ns, about.st_size))
        return tuple(found)

    def _unsettled(self, stamp: Stamp) -> bool:
        newest = max((modified // 1_000_000 for _, modified, _ in stamp), default=0)
        return 0 <= self._clock() - newest < self._settle_ms

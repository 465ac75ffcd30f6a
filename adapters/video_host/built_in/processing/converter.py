"""Makes streams and poster of an uploaded video with ffmpeg (R2-306, D-95)."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.video_host.built_in.layout import BEST, LOWER, POSTER, VideoDirectory
from adapters.video_host.built_in.media import Media, MediaStream, read_media, sync_directory, write_media
from adapters.video_host.built_in.processing import commands
from adapters.video_host.built_in.processing.announced_size import READ_BYTES, announced_size
from adapters.video_host.built_in.processing.confined import Limits, OnLine, Outcome, run_confined
from adapters.video_host.built_in.processing.probe import Description, described
from adapters.video_host.built_in.processing.program import ffmpeg
from application.videos.processing import ProcessingFailed, Progress

MEMORY_BYTES = 3 * 1024**3
MAX_DURATION_SECONDS = 12 * 3600.0
# time of a conversion: so long, and so many times the duration
BASE_SECONDS, SECONDS_PER_SECOND = 300.0, 10.0
DESCRIBED_WITHIN_SECONDS = 60.0
# of a file that is only read, in bytes per second of a slow disk
READ_BYTES_PER_SECOND = 2_000_000
SPARE_BYTES = 64 * 1024 * 1024
# sources above so many lines get a second stream
LINES_OF_ONE_STREAM = 480
# a shorter result than announced lost its end
SPARE_SECONDS, SPARE_CUT_BYTES, SPARE_SHARE = 2.0, 16 * 1024, 0.1
# these containers announce their duration; of others it is estimated by what is there
ANNOUNCING = ("mov", "matroska", "mxf")
# a poster shows the lesson and not a black beginning
POSTER_AT_SHARE, POSTER_AT_MOST_SECONDS = 0.1, 30.0
PROCESSING_LOCK, PART = "processing.lock", ".part"
_NO_ROOM = ("No space left on device", "Disk quota exceeded")
# also where a thread could not begin, or a decoder got no room for a picture
_NO_MEMORY = (
    *("Cannot allocate memory", "memory allocation", "malloc of size"),
    *("Resource temporarily unavailable", "get_buffer() failed"),
)


class FfmpegVideoConverter:
    """See ``application.videos.processing.VideoConverter``.

    Finished files appear under their names together and at the end; ``media.json`` is last. An interrupted run leaves
    only parts, which the next one overwrites.
    """

    def __init__(self, directory: VideoDirectory, program: str | None = None) -> None:
        self._directory = directory
        self._program = program

    async def convert(self, public_id: str, progress: Progress) -> float:
        if done := await asyncio.to_thread(read_media, self._directory, public_id):
            return done.duration
        program = self._program or ffmpeg()
        if program is None:
            raise ProcessingFailed("no_converter")
        source = self._directory.source(public_id)
        if not source.is_file():
            raise ProcessingFailed("no_source")
        async with _exclusive(source.parent):
            run = _Run(program, source, progress)
            try:
                return await self._made(run, public_id)
            finally:
                for part in source.parent.glob(f"*{PART}"):
                    part.unlink(missing_ok=True)

    async def discard_source(self, public_id: str) -> None:
        source = self._directory.source(public_id)
        await asyncio.to_thread(source.unlink, missing_ok=True)

    async def _made(self, run: "_Run", public_id: str) -> float:
        made = await run.streams()
        posted = await run.poster(made[0])
        media = Media(made[0].duration, tuple(MediaStream(it.name, it.lines, it.size) for it in made))

        def place() -> None:
            for name in (*(it.name for it in made), *([POSTER] if posted else [])):
                _keep(run.part(name), run.folder / name)
            write_media(self._directory, public_id, media)

        await asyncio.to_thread(place)
        return media.duration


class _Made:
    """A finished stream, still under the name of a part."""

    def __init__(self, name: str, description: Description, size: int) -> None:
        if description.picture is None or not description.duration:
            raise ProcessingFailed("unreadable", "the result is empty")
        self.name, self.description, self.size = name, description, size
        self.lines, self.duration = description.picture.lines, description.duration


class _Run:
    """One run over one source."""

    def __init__(self, program: str, source: Path, progress: Progress) -> None:
        self._program, self._source, self._progress = program, source, progress
        self.folder = source.parent
        self._percent = -1

    def part(self, name: str) -> Path:
        return self.folder / f"{name}{PART}"

    async def streams(self) -> list[_Made]:
        """The best stream, and a small one for phones where the source is larger (R2-306)."""
        of, seconds = await self._source_described()
        small = of.picture is not None and of.picture.lines > LINES_OF_ONE_STREAM
        share = (5 if commands.fits(of) else 60) if small else 98
        best = await self._best(of, seconds, share)
        return [best, await self._small(best, share)] if small else [best]

    async def poster(self, best: _Made) -> bool:
        """Takes the poster; a video without one is complete all the same."""
        at = min(best.duration * POSTER_AT_SHARE, POSTER_AT_MOST_SECONDS)
        for second in (at, 0.0):
            command = commands.poster(self._program, self.part(BEST), self.part(POSTER), best.description, second)
            ended = await run_confined(command, _limits(DESCRIBED_WITHIN_SECONDS, SPARE_BYTES))
            if ended.code == 0 and self.part(POSTER).is_file() and self.part(POSTER).stat().st_size:
                return True
        return False

    async def _source_described(self) -> tuple[Description, float]:
        """Describes the source; rejects what is not worth or too dangerous to convert."""
        of = await self._described(self._source)
        if of is None:
            raise ProcessingFailed("unreadable")
        if of.picture is None:
            raise ProcessingFailed("no_picture")
        if commands.too_large(of.picture):
            raise ProcessingFailed("too_large")
        if await asyncio.to_thread(_is_cut, self._source):
            raise ProcessingFailed("cut_short", "smaller than announced")
        seconds = of.duration or await self._measured()
        if seconds > MAX_DURATION_SECONDS:
            raise ProcessingFailed("too_long")
        return of, max(seconds, 1.0)

    async def _described(self, file: Path) -> Description | None:
        command = commands.describe(self._program, file)
        ended = await run_confined(command, _limits(DESCRIBED_WITHIN_SECONDS, 0))
        if ended.code is None:
            raise ProcessingFailed("too_slow", "describing")
        if ended.code < 0:
            raise ProcessingFailed("too_heavy", f"signal {-ended.code}")
        found = described(ended.log)
        if found is None and any(words in ended.log for words in _NO_MEMORY):
            raise ProcessingFailed("too_heavy", "describing")
        return found

    async def _measured(self) -> float:
        """Reads a file that doesn't tell its duration, such as a browser's recording."""
        reached = 0.0

        async def on_line(line: str) -> None:
            nonlocal reached
            reached = max(reached, _seconds_of(line))
            # it reads for an hour, and ends with its video
            await self._progress(0)

        within = DESCRIBED_WITHIN_SECONDS + self._source.stat().st_size / READ_BYTES_PER_SECOND
        _check(await run_confined(commands.measure(self._program, self._source), _limits(within, 0), on_line))
        return reached

    async def _best(self, of: Description, seconds: float, share: int) -> _Made:
        """Copies streams that fit; converts others, and where the copy came out wrong."""
        if commands.fits(of):
            room = self._source.stat().st_size + SPARE_BYTES
            try:
                return await self._stream(BEST, self._converted(of, copies=True), of, seconds, (0, share), room)
            except ProcessingFailed as failed:
                if failed.code != "videos.failed.unreadable":
                    raise
        return await self._stream(BEST, self._converted(of, copies=False), of, seconds, (0, share))

    async def _small(self, best: _Made, done: int) -> _Made:
        name = LOWER.format(height=commands.SMALL_LINES)
        command = commands.shrink(
            self._program, self.part(BEST), self.part(name), best.description, MAX_DURATION_SECONDS + 1
        )
        return await self._stream(name, command, best.description, best.duration, (done, 98))

    def _converted(self, of: Description, *, copies: bool) -> Sequence[str]:
        target = self.part(BEST)
        return commands.convert(
            self._program, self._source, target, of, copies=copies, seconds=MAX_DURATION_SECONDS + 1
        )

    async def _stream(
        self,
        name: str,
        command: Sequence[str],
        of: Description,
        seconds: float,
        shares: tuple[int, int],
        room: int | None = None,
    ) -> _Made:
        """Runs one conversion and describes its result.

        ``shares``: its percents of the whole work.
        """
        bits = commands.most_bits(of.picture, commands.FULL) + 256_000 if of.picture else 0
        file_bytes = room if room is not None else int(2 * seconds * bits / 8) + SPARE_BYTES
        limits = _limits(BASE_SECONDS + seconds * SECONDS_PER_SECOND, file_bytes)
        _check(await run_confined(command, limits, self._on_line(seconds, shares)))
        target = self.part(name)
        result = await self._described(target) if target.is_file() else None
        if result is None:
            raise ProcessingFailed("unreadable", "no result")
        made = _Made(name, result, target.stat().st_size)
        if made.duration > MAX_DURATION_SECONDS:
            raise ProcessingFailed("too_long")
        if of.duration and _lost_its_end(of, made.duration):
            raise ProcessingFailed("cut_short", f"{made.duration:.0f} s of {of.duration:.0f} s")
        return made

    def _on_line(self, seconds: float, shares: tuple[int, int]) -> OnLine:
        first, last = shares

        async def on_line(line: str) -> None:
            if not (reached := _seconds_of(line)):
                return
            percent = int(first + (last - first) * min(1.0, reached / seconds))
            self._percent = max(self._percent, percent)
            # also where it has not grown: a deleted video ends its conversion here, and a percent may take minutes
            await self._progress(self._percent)

        return on_line


def _lost_its_end(of: Description, seconds: float) -> bool:
    announced = of.duration if of.container.partition(",")[0] in ANNOUNCING else None
    return announced is not None and announced - seconds > max(SPARE_SECONDS, announced * SPARE_SHARE)


def _is_cut(source: Path) -> bool:
    with source.open("rb") as file:
        announced, size = announced_size(file.read(READ_BYTES)), source.stat().st_size
    return announced is not None and announced * (1 - SPARE_SHARE) > size + SPARE_CUT_BYTES


def _limits(seconds: float, file_bytes: int) -> Limits:
    return Limits(seconds, file_bytes, MEMORY_BYTES)


def _check(ended: Outcome) -> None:
    """Raises ProcessingFailed with the reason of a run that failed."""
    if ended.code == 0:
        return
    if any(words in ended.log for words in _NO_ROOM):
        raise ProcessingFailed("no_room")
    if ended.code is None:
        raise ProcessingFailed("too_slow")
    if ended.code < 0 or any(words in ended.log for words in _NO_MEMORY):
        raise ProcessingFailed("too_heavy", f"ended with {ended.code}")
    raise ProcessingFailed("unreadable", ended.log[-200:].strip())


def _seconds_of(line: str) -> float:
    """The time reached, of a line of ``-progress``; 0 for others."""
    name, _, value = line.partition("=")
    return int(value) / 1_000_000 if name == "out_time_us" and value.isdigit() else 0.0


def _keep(part: Path, target: Path) -> None:
    descriptor = os.open(part, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    part.replace(target)
    sync_directory(target.parent)


@asynccontextmanager
async def _exclusive(folder: Path) -> AsyncIterator[None]:
    """Lets one process work on a video; its end releases the lock.

    Raises BlockingIOError.
    """
    descriptor = os.open(folder / PROCESSING_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)

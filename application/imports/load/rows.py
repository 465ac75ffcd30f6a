"""Rows of a load: cells become values, or the row is rejected with its fault."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from domain.homework.attempt import MAX_TEXT_LENGTH
from domain.homework.homework import DESCRIPTION_LENGTH
from domain.imports.scored_work import Fault, HandIn, Score, is_score
from domain.shared.text import clean_text

HOMEWORK, EXAMS, HAND_INS, SCORES = "homework.csv", "exams.csv", "hand_ins.csv", "scores.csv"
# file → required columns, further columns
COLUMNS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    HOMEWORK: (
        ("id", "group", "lesson_date", "lesson_begin", "lesson_end", "teacher", "given_at", "deadline", "text"),
        (),
    ),
    EXAMS: (("id", "group", "begins_at", "deadline", "text"), ("announced_at",)),
    HAND_INS: (("work", "student", "handed_in_at"), ("text",)),
    SCORES: (("work", "student", "scored_at", "score"), ("carried_over",)),
}
YES, NO = ("1", "yes"), ("", "0", "no")

Cells = Mapping[str, str]
Files = Mapping[str, Sequence[Cells]]


@dataclass(frozen=True)
class Group:
    """A group: its id and name."""

    id: int
    name: str


@dataclass(frozen=True)
class Known:
    """Groups, students and teachers by their identifiers in the school system."""

    groups: Mapping[str, Group]
    students: Mapping[str, int]
    teachers: Mapping[str, int]


@dataclass(frozen=True)
class HomeworkRow:
    """A homework and its lesson, which group, day and begin identify (D-71)."""

    line: int
    group: Group
    day: date
    begin: time
    end: time
    teacher_id: int
    given_at: datetime
    deadline: datetime
    text: str


@dataclass(frozen=True)
class ExamRow:
    """An exam; ``announced_at``: when its results were told, None if they were not."""

    line: int
    group: Group
    begins_at: datetime
    deadline: datetime
    announced_at: datetime | None
    text: str


@dataclass
class Work:
    """A homework or an exam with its hand-ins and scores."""

    row: HomeworkRow | ExamRow
    hand_ins: list[HandIn] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)


class Rejected(NamedTuple):
    """A row that is not loaded; ``line`` counts the heading as 1."""

    file: str
    line: int
    fault: Fault


class RowFault(Exception):
    """The fault of one row."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def identifiers(files: Files) -> tuple[set[str], set[str], set[str]]:
    """The groups, students and teachers that the rows name."""
    groups = {row["group"] for name in (HOMEWORK, EXAMS) for row in files[name]}
    students = {row["student"] for name in (HAND_INS, SCORES) for row in files[name]}
    return groups, students, {row["teacher"] for row in files[HOMEWORK]}


def read_works(files: Files, known: Known, zone: ZoneInfo) -> tuple[list[Work], list[Rejected]]:
    """The works of the files in the order of their rows, and the rejected rows."""
    works: dict[str, Work] = {}
    rejected: list[Rejected] = []
    seen: set[tuple[object, ...]] = set()
    for name in (HOMEWORK, EXAMS, HAND_INS, SCORES):
        for line, cells in enumerate(files[name], 2):
            try:
                _take(name, _Row(line, cells, known, zone), works, seen)
            except RowFault as refused:
                rejected.append(Rejected(name, line, refused.fault))
    return list(works.values()), rejected


def _take(name: str, row: "_Row", works: dict[str, Work], seen: set[tuple[object, ...]]) -> None:
    row.check_filled(COLUMNS[name][0])
    if name in (HOMEWORK, EXAMS):
        key = row.cells["id"]
        if key in works:
            raise RowFault(Fault.TWICE)
        it = row.homework() if name == HOMEWORK else row.exam()
        if isinstance(it, HomeworkRow):
            _once(seen, (name, it.group.id, it.day, it.begin), Fault.OTHER_HOMEWORK)
        else:
            _once(seen, (name, it.group.id, it.begins_at, it.deadline, it.text))
        works[key] = Work(it)
        return
    work = works.get(row.cells["work"])
    if work is None:
        raise RowFault(Fault.WORK)
    if name == HAND_INS:
        hand_in = row.hand_in()
        _once(seen, (name, row.cells["work"], hand_in.student_id, hand_in.at))
        work.hand_ins.append(hand_in)
    else:
        score = row.score()
        _once(seen, (name, row.cells["work"], score.student_id, score.at))
        work.scores.append(score)


def _once(seen: set[tuple[object, ...]], key: tuple[object, ...], fault: Fault = Fault.TWICE) -> None:
    if key in seen:
        raise RowFault(fault)
    seen.add(key)


class _Row:
    """The cells of a row, read one by one."""

    def __init__(self, line: int, cells: Cells, known: Known, zone: ZoneInfo) -> None:
        self.line, self.cells, self._known, self._zone = line, cells, known, zone

    def check_filled(self, names: Sequence[str]) -> None:
        if not all(self.cells[name] for name in names):
            raise RowFault(Fault.EMPTY)

    def homework(self) -> HomeworkRow:
        given_at, deadline = self._instant("given_at"), self._instant("deadline")
        if deadline <= given_at:
            raise RowFault(Fault.DEADLINE)
        try:
            day = date.fromisoformat(self.cells["lesson_date"])
            begin, end = (time.fromisoformat(self.cells[name]) for name in ("lesson_begin", "lesson_end"))
        except ValueError:
            raise RowFault(Fault.DATE) from None
        teacher_id = self._one_of(self._known.teachers, "teacher", Fault.TEACHER)
        text = self._text(DESCRIPTION_LENGTH)
        return HomeworkRow(self.line, self._group(), day, begin, end, teacher_id, given_at, deadline, text)

    def exam(self) -> ExamRow:
        begins_at, deadline = self._instant("begins_at"), self._instant("deadline")
        if deadline <= begins_at:
            raise RowFault(Fault.DEADLINE)
        announced_at = self._instant("announced_at") if self.cells.get("announced_at") else None
        return ExamRow(self.line, self._group(), begins_at, deadline, announced_at, self._text(DESCRIPTION_LENGTH))

    def hand_in(self) -> HandIn:
        return HandIn(self.line, self._student(), self._instant("handed_in_at"), self._text(MAX_TEXT_LENGTH))

    def score(self) -> Score:
        text, carried = self.cells["score"], self.cells.get("carried_over", "").lower()
        if not is_score(text):
            raise RowFault(Fault.SCORE)
        if carried not in YES + NO:
            raise RowFault(Fault.YES_OR_NO)
        return Score(self.line, self._student(), self._instant("scored_at"), int(text), carried in YES)

    def _group(self) -> Group:
        found = self._known.groups.get(self.cells["group"])
        if found is None:
            raise RowFault(Fault.GROUP)
        return found

    def _student(self) -> int:
        return self._one_of(self._known.students, "student", Fault.STUDENT)

    def _one_of(self, known: Mapping[str, int], name: str, fault: Fault) -> int:
        found = known.get(self.cells[name])
        if found is None:
            raise RowFault(fault)
        return found

    def _instant(self, name: str) -> datetime:
        """An instant; without an offset it is on the centre's clock."""
        try:
            found = datetime.fromisoformat(self.cells[name]).replace(microsecond=0)
        except ValueError:
            raise RowFault(Fault.DATE) from None
        return found if found.tzinfo else found.replace(tzinfo=self._zone)

    def _text(self, limit: int) -> str:
        text = clean_text(self.cells.get("text", ""))
        if len(text) > limit:
            raise RowFault(Fault.TOO_LONG)
        return text


def all_rejected(work: Work, fault: Fault) -> Iterator[Rejected]:
    """Every row of a work, rejected for the fault of its own row."""
    yield Rejected(HOMEWORK if isinstance(work.row, HomeworkRow) else EXAMS, work.row.line, fault)
    yield from (Rejected(HAND_INS, one.line, Fault.WORK) for one in work.hand_ins)
    yield from (Rejected(SCORES, one.line, Fault.WORK) for one in work.scores)

"""``markaz load`` names rows that are not loaded, with the reason (docs/load.md)."""

import csv
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.postgres.homework.statistics.counter_store import PostgresCounterStore
from application.actor import system
from application.homework.statistics.recount import recount_period
from domain.imports.scored_work import Fault
from entrypoints.cli.load import load
from entrypoints.embedded.errors import OperatorError
from tests.sync.centre import Centre, centre
from tests.sync.schools.test_scored_work import an_excerpt, run_load, synchronised

__all__ = ["centre"]
GROUP = "ZZZ-2013J"
HOMEWORK = "id,group,lesson_date,lesson_begin,lesson_end,teacher,given_at,deadline,text\n"
TIMES = "2013-12-02,09:00,10:00,tutor,2013-12-01T09:00:00,2013-12-02T09:00:00"
FILES = {
    "homework": HOMEWORK
    + f"h,{GROUP},{TIMES},Sonlar\n"  # 2
    + f"h,{GROUP},{TIMES},Again\n"  # 3
    + f"x,nowhere,{TIMES},Text\n"  # 4
    + f"y,{GROUP},2013-12-02,09:00,10:00,nobody,2013-12-01T09:00:00,2013-12-02T09:00:00,Text\n"  # 5
    + f"z,{GROUP},{TIMES},\n"  # 6
    + f"taken,{GROUP},{TIMES},Another text\n",  # 7
    "exams": "id,group,begins_at,deadline,announced_at,text\n"
    + f"e,{GROUP},2013-12-09T09:00:00,2013-12-09T09:00:00,,Exam\n",  # 2
    "hand_ins": "work,student,handed_in_at,text\n"
    + "h,1,2013-12-02T09:00:00,On the last second\n"  # 2
    + "h,2,2013-12-02T09:00:01,A second late\n"  # 3
    + "h,1,2013-12-02T09:00:00,Twice\n"  # 4
    + "h,99,2013-12-02T09:00:00,Nobody\n"  # 5
    + "nothing,1,2013-12-02T09:00:00,Text\n"  # 6
    + "h,3,yesterday,Text\n"  # 7
    + "h,1,2013-12-20T09:00:00,After it was accepted\n"  # 8
    + "h,2,2013-12-04T08:00:00,Better\n",  # 9: rejected at 09:00 of the 3rd, so 24 hours from then are on time
    "scores": "work,student,scored_at,score,carried_over\n"
    + "h,1,2013-12-03T09:00:00,60,no\n"  # 2
    + "h,2,2013-12-03T09:00:00,59,\n"  # 3
    + "h,3,2013-12-03T09:00:00,80,\n"  # 4
    + "h,1,2013-12-03T09:00:00,101,\n"  # 5
    + "h,1,2013-12-03T09:01:00,80,perhaps\n"  # 6
    + "h,2,2013-12-05T09:00:00,95,\n",  # 7
}
REJECTED = [
    ("exams.csv", 2, Fault.DEADLINE),
    ("hand_ins.csv", 4, Fault.TWICE),
    ("hand_ins.csv", 5, Fault.STUDENT),
    ("hand_ins.csv", 6, Fault.WORK),
    ("hand_ins.csv", 7, Fault.DATE),
    ("hand_ins.csv", 8, Fault.ACCEPTED),
    ("homework.csv", 3, Fault.TWICE),
    ("homework.csv", 4, Fault.GROUP),
    ("homework.csv", 5, Fault.TEACHER),
    ("homework.csv", 6, Fault.EMPTY),
    ("homework.csv", 7, Fault.OTHER_HOMEWORK),
    ("scores.csv", 4, Fault.NOTHING_HANDED_IN),
    ("scores.csv", 5, Fault.SCORE),
    ("scores.csv", 6, Fault.YES_OR_NO),
]


@pytest.fixture
async def loaded(centre: Centre, tmp_path: Path) -> dict[str, Any]:
    """The report of a load of the files above."""
    await synchronised(centre, an_excerpt(tmp_path / "records"), tmp_path)
    for name, text in FILES.items():
        (tmp_path / "work" / f"{name}.csv").write_text(text, encoding="utf-8")
    return await run_load(centre, tmp_path)


async def test_rows_that_are_not_loaded_are_named(loaded: dict[str, Any], tmp_path: Path) -> None:
    """Each with its file, line and reason; the others of the same work are loaded."""
    with (tmp_path / "work" / "rejected.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["file"], int(row["line"]), row["reason"]) for row in csv.DictReader(file)]
    assert rows == [(file, line, fault.value) for file, line, fault in REJECTED]
    assert loaded["rejectedRows"] == len(REJECTED)
    assert (loaded["homework"], loaded["exams"], loaded["hand_ins"]) == (1, 0, 3)


async def test_the_last_second_is_on_time_and_a_rejection_gives_a_day(loaded: dict[str, Any], centre: Centre) -> None:
    """D-80, D-21: the deadline's second counts; 59 rejects, 24 hours are on time."""
    attempts = await centre.rows(
        "select p.h_id, a.number, a.is_late from attempts a join submissions s on s.id = a.submission_id"
        " join students p on p.id = s.student_id order by 1, 2"
    )
    assert attempts == [("1", 1, False), ("2", 1, True), ("2", 2, False)]
    checks = await centre.rows(
        "select a.number, c.score, c.status, c.previous_check_id is not null, c.id = s.check_id from checks c"
        " join submissions s on s.id = c.submission_id join attempts a on a.id = c.attempt_id"
        " join students p on p.id = s.student_id where p.h_id = '2' order by c.id"
    )
    assert checks == [(1, 59, 2, False, False), (2, 95, 3, True, True)]


async def test_loaded_work_is_counted(loaded: dict[str, Any], centre: Centre) -> None:
    """In the commit of each work (D-106).

    Carried-over work is neither handed in nor checked.
    """
    assert loaded["homework"] == 1
    counted = await centre.rows(
        "select sum(homework), sum(accepted), sum(rejected), sum(hand_ins), sum(checked), sum(checks),"
        " max(worst_seconds) from homework_counters where span = 1"
    )
    assert [tuple(map(int, row)) for row in counted] == [(1, 2, 0, 3, 3, 3, 90_000)]
    store, days = PostgresCounterStore(), (date(2013, 11, 1), date(2014, 1, 31))
    uow, clock = centre.uow, centre.clock
    assert await recount_period(*days, actor=system(), uow=uow, counters=store, clock=clock) == []
    await centre.sql.execute("update submissions set is_carried_over = true where attempts = 2")
    different = await recount_period(*days, actor=system(), uow=uow, counters=store, clock=clock)
    assert sum(one.missing.get("hand_ins", 0) for one in different) == -2


async def test_deeds_before_the_start_of_an_action_earn_nothing_unasked(loaded: dict[str, Any], centre: Centre) -> None:
    """D-93: only --retroactively gives them."""
    assert (loaded["xp"], loaded["awards"]) == (0, 0)
    assert await centre.value("select count(*) from ledger_entries") == 0


def test_a_missing_column_is_said(tmp_path: Path) -> None:
    """Nothing is loaded from a file that lacks a column."""
    (tmp_path / "hand_ins.csv").write_text("work,student\n", encoding="utf-8")
    done = CliRunner().invoke(load, [str(tmp_path), "--by", "nodira"])
    assert isinstance(done.exception, OperatorError)
    assert "no column handed_in_at" in str(done.exception)

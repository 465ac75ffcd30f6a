"""Homework statistics for the study department (D-90, D-106)."""

import io
from datetime import date, timedelta
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from application.actor import system
from contracts.job_kinds import STATISTICS_RECOUNT
from entrypoints.worker.handlers import job_handlers
from entrypoints.worker.scheduler import nightly_recount
from tests.benchmarks.statistics.figures import by_teacher, exact_median
from tests.http.gamification.earning import seed
from tests.http.homework.statistics.term import (
    BEGIN,
    GIVE_BACK,
    Term,
    changed,
    give,
    hand_in,
    mark,
    remind,
    score,
    take_over,
    withdraw,
)
from tests.support.builders import a_branch, a_class_of, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

STUDY = {"study:homework_statistics": ["read"]}
DAYS = {"fromDate": "2026-11-01", "toDate": "2026-12-31"}
TEACHERS = "/homework-statistics/teachers"
WAITING, REJECTED, ACCEPTED, CHECKING, UNCOMPLETED, NOT_GIVEN = range(1, 7)


@pytest.fixture
async def term(console: Console) -> Term:
    """Three hand-ins of two teachers: one accepted, one rejected, one that waits."""
    await seed(console)
    term = await Term.of(console)
    await mark(term, 0, 0, 2)
    await give(term, 0)
    await hand_in(term, 0, 0, 0)
    await take_over(term, 1)
    await term.wait(timedelta(hours=9))
    await score(term, 0, 0, 91)
    await term.wait(timedelta(hours=20))
    await hand_in(term, 0, 1, 0)
    await hand_in(term, 0, 2, 0)
    await term.wait(timedelta(hours=2))
    await score(term, 0, 1, 40)
    return term


async def _reader(term: Term, rights: dict[str, list[str]] | None = None) -> Visitor:
    return await term.console.sign_in(a_user_with(rights or STUDY).of(term.group.branch))


async def _rows(reader: Visitor, **query: Any) -> dict[int, Any]:
    page = await reader.data(TEACHERS, **(DAYS | query))
    return {row["id"]: row for row in page["teachers"]}


async def test_the_figures_of_teachers_equal_those_of_the_work(term: Term) -> None:
    """R2-066, D-106: of each and of all, by an independent computation."""
    page = await (await _reader(term)).data(TEACHERS, **DAYS)
    rows = {row["id"]: row["figures"] for row in page["teachers"]}
    cells = by_teacher(await term.cells(), date(2026, 11, 1), date(2026, 12, 31))
    assert rows.keys() == cells.keys() == {teacher.id for teacher in term.teachers}
    for teacher, cell in cells.items():
        row, count = rows[teacher], cell.counts
        assert (row["lessons"], row["lessonsWithHomework"], row["homeworkGiven"], row["reminders"]) == (
            count["lessons"], count["lessons_with_homework"], count["homework"], count["reminders"],
        )  # fmt: skip
        assert (row["handIns"], row["checked"], row["rejected"]) == (
            count["hand_ins"], count["checked"], count["checks_rejected"],
        )  # fmt: skip
        assert row["worstSeconds"] == max(cell.times)
        assert row["medianSeconds"] == pytest.approx(exact_median(cell.times), rel=0.05)
    one, two = (rows[teacher.id] for teacher in term.teachers)
    assert (one["lessons"], one["givenShare"], one["checkedShare"], one["averageScore"]) == (1, 100.0, 100.0, 91.0)
    assert (two["lessons"], two["givenShare"], two["waiting"], two["waitingOver24h"]) == (0, None, 1, 0)
    assert (two["checkedShare"], two["rejectedShare"], two["averageScore"]) == (50.0, 100.0, 40.0)
    whole = page["summary"]
    assert (whole["handIns"], whole["checked"], whole["checkedShare"], whole["waiting"]) == (3, 2, 66.7, 1)
    assert (whole["averageScore"], whole["rejectedShare"], whole["worstSeconds"]) == (65.5, 50.0, 32_400)


async def test_assistants_are_left_out_as_in_the_list_of_kpis(term: Term) -> None:
    """R2-066, D-77: in the rows, in the totals, and without a page of their own."""
    one, two = (teacher.id for teacher in term.teachers)
    await term.console.sql.execute("update teachers set role_number = 3 where id = $1", two)
    reader = await _reader(term)
    page = await reader.data(TEACHERS, **DAYS)
    assert ([row["id"] for row in page["teachers"]], page["total"], page["summary"]["handIns"]) == ([one], 1, 1)
    assert sum(day["handIns"] for day in page["days"]) == 1
    later = await reader.data(TEACHERS, fromDate="2027-01-01", toDate="2027-02-28")
    assert (later["previous"]["fromDate"], later["previous"]["checkedShare"]) == ("2026-11-03", 100.0)
    assert (await reader.get(f"{TEACHERS}/{two}")).status_code == 404


async def test_a_period_until_today_leaves_out_later_lessons_of_the_month(term: Term) -> None:
    """D-106: the present month is read as a whole, less the days to come."""
    added = """insert into homeworks (group_id, lesson_id, description, source, hours, given_at, deadline)
        select group_id, id, '12-mashq', 2, 24, now(), now() from lessons where id = $1"""
    await term.console.sql.execute(added, term.lessons[2])
    await term.recount()
    reader, day = await _reader(term), {"fromDate": "2026-11-01"}
    for last, given in (("2026-11-27", 1), ("2026-11-29", 1), ("2026-11-30", 2)):
        page = await reader.data(TEACHERS, **day, toDate=last)
        assert page["summary"]["homeworkGiven"] == given
        assert (page["summary"]["handIns"], page["summary"]["worstSeconds"]) == (3, 32_400)
        (group,) = (await reader.data("/homework-statistics/groups", **day, toDate=last))["groups"]
        assert (group["homework"], group["figures"]["counts"]["given"]) == (given, 3)
    assert (await _rows(reader, toDate="2026-11-27"))[term.teachers[1].id]["figures"]["homeworkGiven"] == 0


async def test_what_waits_is_counted_whenever_it_came(term: Term) -> None:
    """D-106: in any period, and apart for longer than a day."""
    two = term.teachers[1].id
    await term.wait(timedelta(hours=22, seconds=-1))
    reader, other_days = await _reader(term), {"fromDate": "2026-06-01", "toDate": "2026-06-30"}
    (row,) = (await reader.data(TEACHERS, **other_days))["teachers"]
    assert (row["id"], row["figures"]["handIns"], row["figures"]["waiting"]) == (two, 0, 1)
    assert row["figures"]["waitingOver24h"] == 0
    await term.wait(timedelta(seconds=1))
    reader = await _reader(term)
    assert (await _rows(reader))[two]["figures"]["waitingOver24h"] == 1
    await changed(GIVE_BACK)(term, 0, 2, 0)
    figures = (await _rows(await _reader(term)))[two]["figures"]
    assert (figures["handIns"], figures["waiting"], figures["waitingOver24h"]) == (1, 0, 0)


async def test_the_plot_has_every_day_and_a_long_period_its_months(term: Term) -> None:
    """D-106: hand-ins by the day they came, checks by the day of the check."""
    reader = await _reader(term)
    page = await reader.data(TEACHERS, fromDate="2026-11-25", toDate="2026-11-28")
    assert (page["step"], [one["day"] for one in page["days"]]) == (
        "day", ["2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
    )  # fmt: skip
    assert [(one["handIns"], one["checked"]) for one in page["days"]] == [(0, 0), (1, 1), (2, 1), (0, 0)]
    year = await reader.data(TEACHERS, fromDate="2026-01-15", toDate="2026-12-31")
    assert (year["step"], len(year["days"]), year["days"][0]["day"]) == ("month", 12, "2026-01-01")
    assert [(one["handIns"], one["checked"]) for one in year["days"] if one["handIns"]] == [(3, 2)]
    assert year["summary"] == page["summary"]
    (point,) = next(row["trend"] for row in year["teachers"] if row["id"] == term.teachers[0].id)
    assert (point["day"], point["medianSeconds"]) == ("2026-11-01", pytest.approx(32_400, rel=0.05))


@pytest.mark.parametrize(("first", "last", "step"), [(1, 62, "day"), (1, 63, "month")])
async def test_up_to_62_days_are_shown_one_by_one(term: Term, first: int, last: int, step: str) -> None:
    """D-106."""
    begin = date(2026, 9, 30)
    days = {"fromDate": begin + timedelta(days=first), "toDate": begin + timedelta(days=last)}
    page = await (await _reader(term)).data(TEACHERS, **{name: day.isoformat() for name, day in days.items()})
    assert page["step"] == step
    assert len(page["days"]) == (62 if step == "day" else 3)


async def test_the_period_before_has_the_same_length(term: Term) -> None:
    """D-106: the figures beside this period's."""
    page = await (await _reader(term)).data(TEACHERS, fromDate="2026-11-27", toDate="2026-11-27")
    previous = page["previous"]
    assert (previous["fromDate"], previous["toDate"], previous["checkedShare"]) == ("2026-11-26", "2026-11-26", 100.0)
    assert previous["medianSeconds"] == pytest.approx(32_400, rel=0.05)
    page = await (await _reader(term)).data(TEACHERS, fromDate="2026-11-26", toDate="2026-11-26")
    assert (page["previous"]["checkedShare"], page["previous"]["medianSeconds"]) == (None, None)


@pytest.mark.parametrize(
    ("by", "order", "first"),
    [
        ("lessons", "DESC", 0), ("lessons", "ASC", 1), ("homeworkGiven", "DESC", 0), ("handIns", "DESC", 1),
        ("checked", "DESC", 0), ("median", "ASC", 1), ("worst", "DESC", 0), ("waiting", "DESC", 1),
        ("averageScore", "ASC", 1), ("rejectedShare", "DESC", 1), ("lessonsWithHomework", "ASC", 0),
        ("lessonsWithHomework", "DESC", 0), ("reminders", "DESC", 0),
    ],
)  # fmt: skip
async def test_teachers_are_sorted_by_each_figure(term: Term, by: str, order: str, first: int) -> None:
    """D-106: who lacks the figure is last in both directions."""
    if by == "reminders":
        await withdraw(term, 0, 2, 0)
        await remind(term, 0)
    reader = await _reader(term)
    page = await reader.data(TEACHERS, sortBy=by, orderBy=order, **DAYS)
    assert page["teachers"][0]["id"] == term.teachers[first].id
    second = await reader.data(TEACHERS, sortBy=by, orderBy=order, perPage=1, page=2, **DAYS)
    assert (second["total"], [row["id"] for row in second["teachers"]]) == (2, [page["teachers"][1]["id"]])
    assert second["summary"] == page["summary"]


async def test_teachers_are_filtered_by_name_branch_course_and_work(term: Term) -> None:
    """D-106: the figures are those of the groups that are left."""
    reader, one = await _reader(term), term.teachers[0]
    name = await term.console.sql.fetchval("select full_name from teachers where id = $1", one.id)
    group = await term.console.sql.fetchrow("select * from groups where id = $1", term.group.id)
    assert one.id in await _rows(reader, value=name)
    assert one.id in await _rows(reader, value=" ".join(reversed(name.split())).upper())
    assert await _rows(reader, value="yo'q odam") == {}
    assert len(await _rows(reader, officeIds=group["office_id"], courseId=group["course_id"])) == 2
    assert await _rows(reader, courseId=group["course_id"] + 10_000) == {}
    assert await _rows(reader, categoryId=10_000_000) == {}
    await term.console.sql.execute("update teachers set work_status = 2 where id = $1", one.id)
    assert [*await _rows(reader, active="true")] == [term.teachers[1].id]
    assert [*await _rows(reader, active="false")] == [one.id]
    page = await reader.data(TEACHERS, active="false", **DAYS)
    assert (page["summary"]["handIns"], sum(day["handIns"] for day in page["days"])) == (1, 1)


async def test_a_teacher_of_two_branches_counts_in_the_readers_alone(term: Term) -> None:
    """D-12: neither the rows of another branch nor their figures."""
    one = term.teachers[0]
    elsewhere = a_class_of(1).in_branch(a_branch()).taught_by(one)
    await term.console.store(elsewhere)
    counted = """insert into homework_counters (span, day, group_id, teacher_id, hand_ins)
        values (1, $1, $2, $3, 5), (2, $4, $2, $3, 5)"""
    await term.console.sql.execute(counted, BEGIN, elsewhere.id, one.id, BEGIN.replace(day=1))
    reader = await _reader(term)
    assert (await _rows(reader))[one.id]["figures"]["handIns"] == 1
    card = await reader.data(f"{TEACHERS}/{one.id}", **DAYS)
    assert [group["group"]["id"] for group in card["groups"]] == [term.group.id]
    foreign = await term.console.sign_in(a_user_with(STUDY).of(a_branch()))
    assert (await foreign.data(TEACHERS, **DAYS))["teachers"] == []
    assert (await foreign.get(f"{TEACHERS}/{one.id}")).status_code == 404


async def test_one_teacher_is_shown_by_group_and_week(term: Term) -> None:
    """D-106: groups with their weeks, and the weeks together."""
    two = term.teachers[1]
    card = await (await _reader(term)).data(f"{TEACHERS}/{two.id}", **DAYS)
    assert (card["teacher"]["id"], card["active"]) == (two.id, True)
    (group,) = card["groups"]
    assert (group["group"]["id"], group["figures"]["handIns"], group["figures"]["waiting"]) == (term.group.id, 2, 1)
    (week,) = group["weeks"]
    assert (week["week"], week["handIns"], week["checked"]) == ("2026-11-23", 2, 1)
    assert week["medianSeconds"] == pytest.approx(7_200, rel=0.05)
    (whole,) = card["weeks"]
    assert (whole["week"], whole["figures"]["waiting"], whole["figures"]["waitingOver24h"]) == ("2026-11-23", 1, 0)
    assert card["figures"] == group["figures"]
    assert sum(day["handIns"] for day in card["days"]) == 2
    assert (await (await _reader(term)).get(f"{TEACHERS}/10000000")).status_code == 404


async def test_a_period_is_checked(term: Term) -> None:
    """D-89."""
    reader = await _reader(term)
    for path in (TEACHERS, f"{TEACHERS}/{term.teachers[0].id}"):
        answer = await reader.get(path, fromDate="2026-11-02", toDate="2026-11-01")
        assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["toDate"])
        assert (await reader.get(path, fromDate="2025-01-01", toDate="2026-01-02")).status_code == 200
        assert (await reader.get(path, fromDate="2025-01-01", toDate="2026-01-03")).status_code == 422
        assert (await reader.get(path, fromDate="0001-01-01", toDate="0001-01-02")).status_code == 200
        assert (await reader.get(path, fromDate="9999-12-30", toDate="9999-12-31")).status_code == 200


async def test_groups_are_counted_as_their_page_is(term: Term) -> None:
    """R2-057, R2-195: the list from the counters, the head from the work."""
    reader = await _reader(term)
    for days in (DAYS, {"fromDate": "2026-11-26", "toDate": "2026-11-26"}):
        (listed,) = (await reader.data("/homework-statistics/groups", **days))["groups"]
        head = await reader.data(f"/homework-statistics/groups/{term.group.id}", **days)
        assert (listed["homework"], listed["figures"]) == (head["homework"], head["figures"])
    assert listed["figures"]["counts"] == {
        "given": 3, "waiting": 1, "rejected": 1, "accepted": 1, "uncompleted": 0, "notDue": 0, "notGiven": 0,
    }  # fmt: skip
    assert (listed["figures"]["averageScore"], listed["figures"]["percentage"]) == (65.5, 33.3)


async def test_both_lists_are_exported(term: Term) -> None:
    """D-66: the rows of the list, as filtered, in the order of the screen."""
    reader = await _reader(term)
    made = await reader.request("POST", f"{TEACHERS}/export", json={}, params=DAYS | {"sortBy": "handIns"})
    rows = _spreadsheet(made)
    assert rows[0][:4] == ("Full name", "Branches", "Courses", "Lessons")
    names = [row["fullName"] for row in (await reader.data(TEACHERS, sortBy="handIns", **DAYS))["teachers"]]
    assert [row[0] for row in rows[1:]] == names
    medians = dict(zip(rows[0], rows[1], strict=True))
    assert medians["Time to check, longest, h"] == 9
    form = {"columns": ["name", "accepted"]}
    made = await reader.request("POST", "/homework-statistics/groups/export", json=form, params=DAYS)
    assert _spreadsheet(made)[0] == ("Group", "Accepted")
    assert [row[1] for row in _spreadsheet(made)[1:]] == [1]
    backwards = {"fromDate": "2026-11-02", "toDate": "2026-11-01"}
    assert (await reader.request("POST", f"{TEACHERS}/export", json={}, params=backwards)).status_code == 422


def _spreadsheet(answer: Any) -> list[tuple[Any, ...]]:
    assert answer.status_code == 200, answer.text
    return list(openpyxl.load_workbook(io.BytesIO(answer.content)).active.iter_rows(values_only=True))


async def test_a_lesson_s_homework_shows_results_alone(term: Term) -> None:
    """D-90, R2-060: by name and status; other addresses are not found."""
    reader = await _reader(term)
    path = f"/homework-statistics/groups/{term.group.id}/lessons/{term.lessons[0]}/homework/{term.homework[0]}"
    page = await reader.data(path)
    assert page["total"] == 3
    by_student = {row["studentId"]: row for row in page["submissions"]}
    first, second, third = (by_student[student.id] for student in term.group.students)
    assert (first["status"], first["score"], first["checkedAfter"], first["late"]) == (ACCEPTED, 91, 32_400, False)
    assert (second["status"], second["score"], second["checkedAfter"], second["late"]) == (REJECTED, 40, 7_200, True)
    assert (third["shownStatus"], third["checkedAfter"], third["attempts"]) == (1, None, 1)
    head = page["homework"]
    assert (head["handedIn"], head["figures"]["counts"]["accepted"], head["lesson"]["id"]) == (3, 1, term.lessons[0])
    waiting = await reader.data(path, status=1)
    assert (waiting["total"], [row["studentId"] for row in waiting["submissions"]]) == (1, [third["studentId"]])
    assert (await reader.data(path, perPage=1, page=4))["submissions"] == []
    for wrong in (
        path.replace(f"/lessons/{term.lessons[0]}/", f"/lessons/{term.lessons[1]}/"),
        path.replace(f"/groups/{term.group.id}/", "/groups/10000000/"),
        path + "0000000",
    ):
        assert (await reader.get(wrong)).status_code == 404
    foreign = await term.console.sign_in(a_user_with(STUDY).of(a_branch()))
    assert (await foreign.get(path)).status_code == 404
    of_group = await _reader(term, {"all_groups:homework_statistics": ["read"]})
    assert (await of_group.get(path)).status_code == 403


async def test_the_nightly_recount_is_shown_with_its_differences(term: Term) -> None:
    """D-106: of yesterday, once a night; a job that runs twice adds to what it found."""
    reader, sql = await _reader(term), term.console.sql
    # other tests of the database leave no difference behind
    await term.recount()
    await sql.execute("delete from homework_recounts")
    assert (await reader.data(TEACHERS, **DAYS))["recount"] == {
        "at": None, "fromDay": None, "toDay": None, "differences": 0,
    }  # fmt: skip
    await sql.execute(
        "update homework_counters set hand_ins = 7 where group_id = $1 and day = $2", term.group.id, BEGIN
    )
    # a first start counts nothing; the night after it does, once
    await nightly_recount(term.console.container)
    await sql.execute("update timers set last_at = last_at - interval '1 day' where name = 'nightly recount'")
    await nightly_recount(term.console.container)
    await nightly_recount(term.console.container)
    jobs = await sql.fetch("select payload::text as payload from jobs where kind = $1", STATISTICS_RECOUNT)
    assert [row["payload"] for row in jobs] == ['{"day": "2026-11-26"}']
    for _ in range(2):
        await job_handlers(term.console.container)[STATISTICS_RECOUNT]({"day": BEGIN.isoformat()}, system())
    recount = (await reader.data(TEACHERS, **DAYS))["recount"]
    assert (recount["fromDay"], recount["toDay"], recount["differences"]) == ("2026-11-26", "2026-11-26", 1)
    assert recount["at"] is not None
    await term.check()


async def test_a_group_of_the_past_lists_its_teacher_without_a_group(console: Console) -> None:
    """D-106: a teacher who only has a group is no row of the list, but has a page."""
    group = a_class_of(1).in_branch(a_branch()).taught_by(a_teacher())
    await console.store(group)
    reader = await console.sign_in(a_user_with(STUDY).of(group.branch))
    assert (await reader.data(TEACHERS))["teachers"] == []
    assert group.teacher is not None
    card = await reader.data(f"{TEACHERS}/{group.teacher.id}")
    assert (card["groups"], card["figures"]["handIns"]) == ([], 0)
    assert data(await reader.get("/homework-statistics/filter-objects"))["categories"] == []

"""Scored work of OULAD, loaded into synchronised groups, agrees with its files.

Issue 17, proof 1b.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from click.testing import CliRunner

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.gamification.rules import PostgresRuleStore
from adapters.school.hh import HhSchool
from application.gamification.first_start import seed_rules
from entrypoints.cli.load import load
from entrypoints.simulators.school import FolderSchool, serve
from tests.cli.test_commands import PROJECT
from tests.cli.test_security_checks import GOOD
from tests.support.builders import a_superadmin
from tests.support.console import a_console
from tests.support.records.oulad import school_records
from tests.support.records.oulad_work import write_module, write_school, write_work
from tests.support.records.oulad_work_counts import WorkCounts, count
from tests.sync.centre import Centre

RECORDS = school_records()
real = pytest.mark.skipif(RECORDS is None, reason="no real records: set MARKAZ_SCHOOL_RECORDS to their folder")
TABLES = ("lessons", "homeworks", "exams", "submissions", "attempts", "checks", "ledger_entries", "balances", "audits")
ACCEPTED, WAITING, UNCOMPLETED, REJECTED = 3, 1, 5, 2
# every edge: bands, 60, 0, late by a day, before day 0, banked, without a score, absent, withdrawn
EXCERPT = {
    "courses": "code_module,code_presentation,module_presentation_length\nZZZ,2013J,240\nZZZ,2014B,240\n",
    "studentInfo": "code_module,code_presentation,id_student,gender,region,final_result\n"
    + "".join(
        f"ZZZ,{p},{n},{'MF'[n % 2]},Wales,{'Withdrawn' if n == 10 else 'Pass'}\n"
        for p in ("2013J", "2014B")
        for n in range(1, 13)
    ),
    "studentRegistration": "code_module,code_presentation,id_student,date_registration,date_unregistration\n"
    + "".join(
        f"ZZZ,{p},{n},{-30 if n % 3 else ''},{ {11: 50, 12: 15}.get(n, '') }\n"
        for p in ("2013J", "2014B")
        for n in range(1, 13)
    ),
    "assessments": "code_module,code_presentation,id_assessment,assessment_type,date,weight\n"
    "ZZZ,2013J,1,TMA,20,10\nZZZ,2013J,2,CMA,20,10\nZZZ,2013J,3,TMA,90,80\n"
    "ZZZ,2014B,4,TMA,20,10\nZZZ,2014B,5,TMA,90,90\n",
    "studentAssessment": "id_assessment,id_student,date_submitted,is_banked,score\n"
    + "".join(f"1,{n},{20 + n % 2},0,{score}\n" for n, score in enumerate((0, 1, 59, 60, 70, 71, 85, 86, 94, 95), 1))
    + "2,1,-5,0,100\n2,2,-1,1,90\n2,3,20,0,\n2,4,21,0,86\n"
    + "".join(f"3,{n},{90 + n % 3},0,{score}\n" for n, score in enumerate((0, 1, 59, 60, 70, 71, 85, 86, 100), 1))
    + "4,1,3,0,60\n5,1,80,0,90\n5,2,80,0,\n",
}


def an_excerpt(folder: Path) -> Path:
    """Files in the format of OULAD with a case of every kind."""
    folder.mkdir()
    for name, text in EXCERPT.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


async def synchronised(centre: Centre, source: Path, tmp_path: Path) -> None:
    """Groups and students come from a school; the rules of earning start today."""
    write_school(source, tmp_path / "school")
    async with serve(FolderSchool(tmp_path / "school"), "t") as url:
        school = HhSchool(url, "t")
        run = await centre.synchronise(school)
        await school.close()
    assert run["status"] == "done", run
    await seed_rules(uow=centre.uow, rules=PostgresRuleStore(), clock=centre.clock)
    await centre.a_person("nodira")
    await centre.sql.execute("update users set superadmin = true where login = 'nodira'")
    write_work(source, tmp_path / "work")


async def run_load(centre: Centre, tmp_path: Path, *words: str) -> dict[str, Any]:
    """The report of ``markaz load``."""
    variables = {"CONSOLE_HOME": str(tmp_path / "home"), "CONSOLE_DATABASE_URL": centre.url, **GOOD}
    command = [str(tmp_path / "work"), "--by", "nodira", "--json", *words]
    done = await asyncio.to_thread(CliRunner().invoke, load, command, env=variables)
    assert done.exit_code == 0, done.output + repr(done.exception)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


async def stored(centre: Centre) -> list[Any]:
    """The number of rows of every table that a load writes, and of their versions."""
    version = "select count(*), coalesce(sum(xmin::text::bigint), 0) from {}"
    return [await centre.rows(version.format(table)) for table in TABLES]


def check_report(expected: WorkCounts, report: dict[str, Any]) -> None:
    """The report agrees with the files."""
    reported = ("homework", "exams", "announced", "hand_ins", "late", "accepted", "rejected", "waiting", "uncompleted")
    for name in (*reported, "carried_over"):
        assert report[name] == expected[name], name  # type: ignore[literal-required]
    assert (report["xp"], report["silver"]) == (sum(expected["xp"].values()), sum(expected["silver"].values()))
    assert report["rejectedRows"] == expected["exams"] - expected["announced"]


async def check_tables(centre: Centre, expected: WorkCounts) -> None:
    """The stored rows agree with the files."""
    statuses = dict(await centre.rows("select status, count(*) from submissions group by status"))
    names = {ACCEPTED: "accepted", REJECTED: "rejected", WAITING: "waiting", UNCOMPLETED: "uncompleted"}
    assert {names[status]: number for status, number in statuses.items()} == {
        name: expected[name]  # type: ignore[literal-required]
        for name in names.values()
        if expected[name]  # type: ignore[literal-required]
    }
    assert await centre.value("select count(*) from attempts where is_late") == expected["late"]
    assert await centre.value("select count(*) from submissions where is_carried_over") == expected["carried_over"]
    announced = await centre.rows(
        "select s.result, count(*) from submissions s join exams e on e.id = s.exam_id"
        " where e.announced_at is not null group by s.result"
    )
    assert dict(announced) == {result: number for result, number in expected["results"].items() if number}
    lowest = {"extra": 95, "high": 86, "top": 71, "satisfactory": 60, "awful": 1}
    bands = await centre.rows(
        "select achievement, count(*) from ledger_entries where cause_kind = 'homework' and in_force group by 1"
    )
    assert {(name.startswith("late_"), lowest[name.rpartition("_")[2]]): number for name, number in bands} == expected[
        "bands"
    ]
    balances = await centre.rows(
        "select s.h_id, b.xp, b.silver from balances b join students s on s.id = b.student_id where b.xp > 0"
    )
    assert {id: xp for id, xp, _ in balances} == expected["xp"]
    assert {id: silver for id, _, silver in balances} == expected["silver"]


async def check_kpi(centre: Centre, expected: WorkCounts, tmp_path: Path) -> None:
    """The page of every group shows the percentage of its homework (D-27)."""
    ids = dict(await centre.rows("select name, id from groups"))
    async with a_console(centre.url, tmp_path / "console") as console:
        reader = await console.sign_in(a_superadmin())
        shown = {name: (await reader.data(f"/groups/{id}"))["group"]["homeworkKpi"] for name, id in ids.items()}
    assert {name: kpi for name, kpi in shown.items() if kpi is not None} == expected["kpi"]


async def check_load(centre: Centre, source: Path, tmp_path: Path) -> None:
    """A preview writes nothing, a load agrees, another changes nothing.

    Nobody is announced: no event is in the outbox.
    """
    expected = count(source)
    await synchronised(centre, source, tmp_path)
    before = await stored(centre)
    outbox = await centre.value("select count(*) from outbox")
    preview = await run_load(centre, tmp_path, "--dry-run", "--retroactively")
    assert await stored(centre) == before
    report = await run_load(centre, tmp_path, "--retroactively")
    assert preview | {"dryRun": False} == report
    check_report(expected, report)
    await check_tables(centre, expected)
    await check_kpi(centre, expected, tmp_path)
    assert await centre.value("select count(*) from outbox") == outbox
    loaded = await stored(centre)
    again = await run_load(centre, tmp_path, "--retroactively")
    assert await stored(centre) == loaded
    assert again["there_already"] == expected["homework"] + expected["exams"]
    assert (again["hand_ins"], again["awards"], again["rejectedRows"]) == (0, 0, report["rejectedRows"])


async def test_an_excerpt_with_every_case_agrees_with_its_files(centre: Centre, tmp_path: Path) -> None:
    """D-21, D-22, D-32, D-80, D-86: edges, banked, unscored, absent, withdrawn."""
    await check_load(centre, an_excerpt(tmp_path / "records"), tmp_path)


async def reached(connection: Any, condition: str) -> None:
    """Waits for a condition of the database, for half a minute at most."""
    for _ in range(600):
        if await connection.fetchval(condition):
            return
        await asyncio.sleep(0.05)
    raise AssertionError(condition)


async def test_a_killed_load_continues(centre: Centre, tmp_path: Path) -> None:
    """Killed within a homework, a load goes on; nothing is there by half or twice."""
    source = an_excerpt(tmp_path / "records")
    await synchronised(centre, source, tmp_path)
    environment = {"CONSOLE_HOME": str(tmp_path / "home"), "CONSOLE_DATABASE_URL": centre.url, **GOOD}
    environment["PATH"] = "/usr/bin:/bin"
    command = (sys.executable, "-m", "entrypoints.cli", "load", str(tmp_path / "work"), "--by", "nodira")
    other = await asyncpg.connect(**asyncpg_arguments(centre.url))
    async with centre.sql.transaction():
        # the load waits before the third homework
        await centre.sql.execute("select from groups where h_id = 'ZZZ-2014B' for update")
        process = await asyncio.create_subprocess_exec(*command, "--retroactively", env=environment, cwd=PROJECT)
        await reached(other, "select count(*) = 2 from homeworks")
        balances = other.transaction()
        await balances.start()
        await other.execute("select from balances for update")
    # and then within it: homework and submissions are written, the awards are not
    waiting = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'balances')"
    await reached(centre.sql, waiting)
    process.kill()
    await process.wait()
    await balances.rollback()
    await other.close()
    assert await centre.rows("select count(*), count(distinct homework_id) from submissions") == [(21, 2)]
    report = await run_load(centre, tmp_path, "--retroactively")
    assert (report["there_already"], report["homework"], report["exams"]) == (2, 1, 2)
    await check_tables(centre, count(source))


@real
async def test_the_work_of_a_real_module_agrees_with_its_files(centre: Centre, tmp_path: Path) -> None:
    """Two presentations, 1 793 hand-ins; one exam waits for a score never given."""
    assert RECORDS
    await check_load(centre, write_module(RECORDS, tmp_path / "records", "AAA"), tmp_path)


@real
@pytest.mark.long
async def test_the_work_of_the_whole_school_agrees_with_its_files(centre: Centre, tmp_path: Path) -> None:
    """12 presentations, 36 184 hand-ins."""
    assert RECORDS
    await check_load(centre, RECORDS, tmp_path)

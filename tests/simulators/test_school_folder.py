"""A school as a folder of CSV files: read as documented, errors are clear.

docs/school-folder.md.
"""

from collections.abc import AsyncIterator
from datetime import date, time
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from adapters.school.hh import HhSchool
from application.ports import SchoolUnavailable
from application.sync.ports import ResyncRequired
from contracts.sync.school_records import (
    CourseRecord,
    Feed,
    GroupRecord,
    GroupStudentRecord,
    Record,
    StudentRecord,
    TeacherRecord,
)
from entrypoints.simulators.school import FolderSchool, FolderUnreadable, serve
from entrypoints.simulators.school.command import main
from tests.contracts.harnesses import HASTY
from tests.contracts.test_school_register import pages, rows

R = TypeVar("R", bound=Record)
OFFICES = "id,name\nchilonzor,Chilonzor\nsergeli,Sergeli\n"
STUDENTS = "id,last_name,first_name\n1,Karimova,Shahzoda\n2,Toʻrayev,Ulugʻbek\n3,Umarov,Aziz\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The smallest valid school."""
    write(tmp_path, offices=OFFICES, students=STUDENTS)
    return tmp_path


def write(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / f"{name}.csv").write_text(content, encoding="utf-8")


def opened(folder: Path) -> FolderSchool:
    """Without waiting for the files to settle."""
    return FolderSchool(folder, settle_ms=0)


def read(school: FolderSchool, feed: Feed, kind: type[R]) -> dict[str, R]:
    return {id: msgspec.json.decode(school.feeds[feed].rows[id], type=kind) for id in school.feeds[feed].living()}


def refusal(folder: Path) -> str:
    with pytest.raises(FolderUnreadable) as refused:
        opened(folder)
    return str(refused.value)


def test_two_files_are_enough(folder: Path) -> None:
    """Every column but the identifier may be missing."""
    write(folder, students="id\n1\n2\n")
    school = opened(folder)
    assert set(read(school, Feed.STUDENTS, StudentRecord)) == {"1", "2"}
    assert read(school, Feed.STUDENTS, StudentRecord)["1"].status == "active"
    assert read(school, Feed.GROUPS, GroupRecord) == {}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("separator", [",", ";"])
def test_both_separators_with_and_without_byte_order_mark(folder: Path, mark: str, separator: str) -> None:
    line = separator.join
    text = "\r\n".join(
        [line(["ID", " birth_date ", "last_name"]), line(["7", "02.01.1990", '"Oʻg\'li; , oglu"']), "", ""]
    )
    write(folder, students=mark + text)
    (student,) = read(opened(folder), Feed.STUDENTS, StudentRecord).values()
    assert (student.id, student.birth_date, student.last_name) == ("7", date(1990, 1, 2), "Oʻg'li; , oglu")


def test_every_documented_column_is_read(folder: Path) -> None:
    write(
        folder,
        teachers="id,first_name,phone,gender,role,working,office_ids\nt1,Oybek,901234567,erkak,Assistant,yoʻq,chilonzor|sergeli\n",
        students="id,gender,birth_date,phone,status,office_ids,passport_series,passport_number,personal_id,birth_certificate,created_at\n"
        "1,Ж,1990-01-02,+998 (33) 123-45-67,Left,chilonzor,AA,1234567,'40201902050010,,01.09.2025\n",
        courses="id,name,category_id,category_name\nielts,IELTS,lang,Tillar\n",
        course_topics="course_id,month,month_name,topic\nielts,2,,Writing\nielts,1,Kirish,Reading\nielts,1,,Listening\n",
        groups="id,name,office_id,course_id,status,start_date,end_date\n"
        "g1,IELTS 7,chilonzor,ielts,active,01.09.2026,2027-03-01\n",
        schedules="group_id,teacher_id,days_of_week,begin_time,end_time,classroom\ng1,t1,5|1|3,9:00,10:30,204\n",
        group_students="group_id,student_id,start_date,end_date,status\n"
        "g1,1,01.11.2026,,active\ng1,1,01.09.2026,15.10.2026,left\n",
    )
    school = opened(folder)
    teacher = read(school, Feed.TEACHERS, TeacherRecord)["t1"]
    assert (teacher.phone, teacher.gender, teacher.role, teacher.working) == (
        "+998901234567",
        "male",
        "assistant",
        False,
    )
    assert teacher.office_ids == ["chilonzor", "sergeli"]
    student = read(school, Feed.STUDENTS, StudentRecord)["1"]
    assert (student.gender, student.phone, student.status) == ("female", "+998331234567", "left")
    assert student.documents
    assert (student.documents.passport_series, student.documents.personal_id) == ("AA", "40201902050010")
    course = read(school, Feed.COURSES, CourseRecord)["ielts"]
    assert [(month.name, month.topics) for month in course.months] == [
        ("Kirish", ["Reading", "Listening"]),
        ("2", ["Writing"]),
    ]
    (schedule,) = read(school, Feed.GROUPS, GroupRecord)["g1"].schedules
    assert (schedule.days_of_week, schedule.begin_time, schedule.end_time) == ([1, 3, 5], time(9), time(10, 30))
    periods = read(school, Feed.GROUP_STUDENTS, GroupStudentRecord)
    assert {id: (period.start_date, period.status) for id, period in periods.items()} == {
        "g1/1": (date(2026, 9, 1), "left"),
        "g1/1/2": (date(2026, 11, 1), "active"),
    }


MISTAKES = [
    (
        "students",
        "id,birth_date\n1,2010-02-28\n2,31.02.2010\n",
        "students.csv, line 3, column birth_date: '31.02.2010'",
    ),
    ("students", "id,birth_date\n2,31.02.2010\n", "is not a date; write it as 2026-11-20 or 20.11.2026"),
    ("students", 'id,last_name\n1,"two\nlines"\n,Nobody\n', "students.csv, line 4, column id: is empty"),
    ("students", "id,personal_id\n1,3.12107E+13\n", "column personal_id: '3.12107E+13' is a number that a spreadsheet"),
    ("students", "last_name\nKarimova\n", "students.csv, line 1, column id: is missing in the heading"),
    ("students", "", "students.csv, line 1, column id: is missing in the heading"),
    ("students", "id,id\n1,2\n", "students.csv, line 1, column id: is in the heading twice"),
    ("students", "id\n1\n2\n1\n", "students.csv, line 4, column id: '1' is also in line 2"),
    ("students", "id,last_name\n1,Karimova,Shahzoda\n", "students.csv, line 2: has 3 cells, the heading 2"),
    ("teachers", "id,working\nt,perhaps\n", "line 2, column working: 'perhaps' is neither yes nor no; write 1 or 0"),
    (
        "schedules",
        "group_id,teacher_id,begin_time\ng,t,25:00\n",
        "begin_time: '25:00' is not a time; write it as 09:30",
    ),
    ("schedules", "group_id,teacher_id,days_of_week\ng,t,Mon\n", "days_of_week: 'Mon' is not a list of weekdays"),
    ("course_topics", "course_id,month,topic\nc,first,Reading\n", "month: 'first' is not a whole number from 1"),
]


@pytest.mark.parametrize(("file", "content", "message"), MISTAKES)
def test_an_error_is_reported_with_its_location_and_remedy(folder: Path, file: str, content: str, message: str) -> None:
    write(folder, **{file: content})
    assert message in refusal(folder)


def test_all_errors_of_all_files_are_reported_at_once(folder: Path) -> None:
    write(folder, students="id,birth_date\n1,yesterday\n2,tomorrow\n", teachers="name\nOybek\n")
    assert len(refusal(folder).splitlines()) == 3


def test_another_encoding_is_named_with_its_line(folder: Path) -> None:
    (folder / "students.csv").write_bytes("id,last_name\n1,Karimova\n2,Каримов\n".encode("cp1251"))
    assert "students.csv, line 3: is not UTF-8" in refusal(folder)


def test_a_missing_required_file_or_folder_is_reported(folder: Path) -> None:
    (folder / "offices.csv").unlink()
    assert "offices.csv: is missing in" in refusal(folder)
    assert "is not a folder" in refusal(folder / "nowhere")


def test_an_unknown_column_is_ignored_and_reported(folder: Path) -> None:
    write(folder, students="id,shoe_size\n1,42\n")
    assert [str(notice)[:51] for notice in opened(folder).notices] == [
        "students.csv, line 1, column shoe_size: is not know"
    ]


def test_a_new_export_is_the_next_delta(folder: Path) -> None:
    """Changed, new and removed rows in any file order; nothing else is in the delta."""
    school = opened(folder)
    first = school.sequence
    versions = {id: student.version for id, student in read(school, Feed.STUDENTS, StudentRecord).items()}
    write(folder, students="id,last_name,first_name\n3,Umarov,Aziz\n2,Toʻrayev,Temur\n9,Aliyeva,Lola\n")
    school.refresh()
    delta = {record.id: record for record in news(school, first)}
    assert set(delta) == {"1", "2", "9"}
    assert delta["1"].deleted
    assert delta["2"].version > versions["2"]
    assert read(school, Feed.STUDENTS, StudentRecord)["3"].version == versions["3"]


def test_a_rewritten_file_without_changes_gives_an_empty_delta(folder: Path) -> None:
    school = opened(folder)
    first = school.sequence
    write(folder, students=STUDENTS.replace(",", ";") + "\n")
    school.refresh()
    assert school.sequence == first


def test_versions_and_cursors_survive_a_restart(folder: Path) -> None:
    before = opened(folder)
    write(folder, students=STUDENTS.replace("3,Umarov,Aziz\n", ""))
    after = opened(folder)
    assert after.epoch == before.epoch
    assert [(record.id, record.deleted) for record in news(after, before.sequence)] == [("3", True)]
    again = opened(folder)
    assert [(record.id, record.deleted) for record in news(again, before.sequence)] == [("3", True)]
    write(folder, students=STUDENTS)
    back = opened(folder)
    assert [(record.id, record.deleted) for record in news(back, again.sequence)] == [("3", False)]


def test_versions_grow_even_when_the_state_is_lost(folder: Path) -> None:
    before = opened(folder)
    (folder / ".school-state.json").unlink()
    after = opened(folder)
    assert after.epoch != before.epoch
    old, new = (read(school, Feed.STUDENTS, StudentRecord)["1"].version for school in (before, after))
    assert new >= old


def test_a_vanished_file_is_rejected(folder: Path) -> None:
    """A forgotten file does not remove all its people (M4)."""
    write(folder, group_students="group_id,student_id\ng,1\n")
    opened(folder)
    (folder / "group_students.csv").unlink()
    assert "group_students.csv: is missing, though it was here before" in refusal(folder)


def test_an_incomplete_copy_is_not_read_as_an_export(folder: Path) -> None:
    school = FolderSchool(folder)
    write(folder, students="id\n1\n")
    school.refresh()
    assert len(school.feeds[Feed.STUDENTS].living()) == 3


def test_an_unwritable_state_file_is_reported(folder: Path) -> None:
    with pytest.raises(FolderUnreadable, match="give a file that can, with --state"):
        FolderSchool(folder, folder / "offices.csv" / "state.json")


def test_the_command_reports_the_error_and_ends(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, students="id,birth_date\n1,soon\n")
    assert main(["--folder", str(folder)]) == 1
    assert "students.csv, line 2, column birth_date" in capsys.readouterr().err
    assert main(["--fault", "boredom"]) == 1
    assert "unknown fault 'boredom'" in capsys.readouterr().err


@pytest.fixture
async def register(folder: Path) -> AsyncIterator[HhSchool]:
    async with serve(opened(folder), "t") as url:
        school = HhSchool(url, "t", HASTY)
        yield school
        await school.close()


async def test_synchronising_a_folder_over_http(folder: Path, register: HhSchool) -> None:
    """A centre without a school system online (R1-009).

    A broken export is reported with its error.
    """
    first = await pages(register, Feed.STUDENTS)
    assert [record.id for record in rows(first)] == ["1", "2", "3"]
    write(folder, students=STUDENTS.replace("Aziz", "Azizbek"))
    assert [record.id for record in rows(await pages(register, Feed.STUDENTS, first[-1].cursor))] == ["3"]
    write(folder, students="id,birth_date\n1,soon\n")
    with pytest.raises(SchoolUnavailable, match=r"students\.csv, line 2, column birth_date"):
        await pages(register, Feed.STUDENTS)
    write(folder, students=STUDENTS)
    assert len(rows(await pages(register, Feed.STUDENTS))) == 3


async def test_another_folder_is_another_school(
    folder: Path, register: HhSchool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cursor = (await pages(register, Feed.STUDENTS))[-1].cursor
    other = tmp_path_factory.mktemp("other")
    write(other, offices=OFFICES, students=STUDENTS)
    async with serve(opened(other), "t") as url:
        school = HhSchool(url, "t", HASTY)
        with pytest.raises(ResyncRequired):
            await pages(school, Feed.STUDENTS, cursor)
        await school.close()


def news(school: FolderSchool, since: int) -> list[Record]:
    reading = school.feeds[Feed.STUDENTS].reading(since, school.sequence, school.sequence)
    return [msgspec.json.decode(row, type=Record) for row in reading.rows]

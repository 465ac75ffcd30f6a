"""The list of students compared with a naive one in plain Python.

D-4, D-63: generated people, random queries.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.people.folding import found_by, search_words
from domain.people.name_order import sort_key
from tests.support.builders import (
    FIRST_NAMES,
    LAST_NAMES,
    MIDDLE_NAMES,
    Branch,
    Class,
    Student,
    a_branch,
    a_category,
    a_class_of,
    a_course,
    a_student,
    a_superadmin,
    a_user_with,
)
from tests.support.console import Console, Visitor

MANY = 160
ODD_NAMES = (
    "",
    "Ali",
    "ALI",
    "Али",
    "Ali-Akbar",
    "Oʻgʻiloy",
    "O'g'iloy",
    "Ўғилой",
    "Yevgeniy",
    "Евгений",
    "N. A.",
    "李",
)


@dataclass
class Centre:
    """The records and the callers.

    Each caller comes with their branches (None: all).
    """

    students: list[Student]
    groups: list[Class]
    branches: list[Branch]
    callers: list[tuple[Visitor, set[int | None] | None]]

    def answer(self, caller: set[int | None] | None, query: dict[str, Any]) -> list[int | None]:
        """The ids of all matches, in order, computed naively."""
        found = [
            s for s in self.students if self._is_seen(s, caller) and self._passes(s, query) and _is_found(s, query)
        ]
        found.sort(key=lambda s: (sort_key(s.last_name, s.first_name, s.middle_name), s.id))
        return [s.id for s in (found[::-1] if query.get("orderBy") == "DESC" else found)]

    def _is_seen(self, student: Student, caller: set[int | None] | None) -> bool:
        gone = student.more.get("school_deleted_at") or student.more.get("merged_into_id")
        return not gone and (caller is None or any(branch.id in caller for branch in student.branches))

    def _passes(self, student: Student, query: dict[str, Any]) -> bool:
        groups = [group for group in self.groups if student in group.students]
        facts: dict[str, bool] = {
            "statusId": student.status == query.get("statusId"),
            "systemStatus": student.more.get("system_status", 1) == query.get("systemStatus"),
            "hasPhoto": bool(student.more.get("photo")) == query.get("hasPhoto"),
            "hasPrivateInfo": student.more.get("has_personal_data", False) == query.get("hasPrivateInfo"),
            "officeIds": any(branch.id in query.get("officeIds", ()) for branch in student.branches),
            "studentGroup": any(group.id == query.get("studentGroup") for group in groups),
            "categoryId": any(
                group.course and group.course.category and group.course.category.id == query.get("categoryId")
                for group in groups
            ),
        }
        return all(facts[name] for name in query if name in facts)


def _is_found(student: Student, query: dict[str, Any]) -> bool:
    value, keys = query.get("value", "").strip(), query.get("keys", [])
    if not value:
        return True
    names = {"firstName": student.first_name, "lastName": student.last_name, "middleName": student.middle_name}
    number = "".join(sign for sign in value if sign not in " +()-")
    phone, h_id = student.more.get("phone") or "", student.more.get("h_id") or ""
    ways = [
        found_by(search_words(*(name for key, name in names.items() if not keys or key in keys)), value),
        (not keys or "hId" in keys) and h_id != "" and h_id.lower().startswith(value.lower()),
        not keys and number.isdigit() and str(student.id).startswith(number),
        not keys and number.isdigit() and phone.startswith((f"+{number}", f"+998{number}")),
    ]
    return any(ways)


def _generated_student(random: Random, branches: list[Branch]) -> Student:
    names = [random.choice([*pool, *ODD_NAMES]) for pool in (FIRST_NAMES, LAST_NAMES, MIDDLE_NAMES)]
    student = a_student().named(names[0], names[1], names[2]).with_status(random.randint(1, 6))
    student.in_branch(*random.sample(branches, random.choice([0, 1, 1, 1, 2])))
    phone = f"+9989{random.randint(0, 99999999):08}" if random.random() < 0.7 else None
    h_id = f"{random.choice(['S', 's-', ''])}{student.number}" if random.random() < 0.7 else None
    return student.having(
        h_id=h_id,
        phone=phone,
        photo="photo.webp" if random.random() < 0.3 else None,
        has_personal_data=random.random() < 0.5,
        system_status=random.choice([1, 1, 2]),
        school_deleted_at=student.more["created_at"] if random.random() < 0.05 else None,
    )


@pytest.fixture(scope="module")
async def centre(console: Console) -> Centre:
    """Generated in a fixed order."""
    random = Random(20260302)
    branches = [a_branch() for _ in range(3)]
    students = [_generated_student(random, branches) for _ in range(MANY)]
    courses = [a_course().of_category(category) for category in (a_category(), a_category()) for _ in range(2)]
    groups = []
    for _ in range(8):
        members = random.sample([student for student in students if student.branches], 20)
        group = (
            a_class_of(0).with_students(*members).in_branch(random.choice(branches)).of_course(random.choice(courses))
        )
        groups.append(group)
    await console.store(*students, *groups)
    await console.sql.execute("update students set merged_into_id = $1 where id = $2", students[0].id, students[1].id)
    students[1].having(merged_into_id=students[0].id)
    rights = {"users:students": ["read"]}
    accounts: list[tuple[Any, set[int | None] | None]] = [
        (a_superadmin(), None),
        (a_user_with(rights).of_all_branches(), None),
        (a_user_with(rights).of(branches[0]), {branches[0].id}),
        (a_user_with(rights).of(branches[1], branches[2]), {branches[1].id, branches[2].id}),
        (a_user_with(rights), set()),
    ]
    callers = [(await console.sign_in(account), seen) for account, seen in accounts]
    return Centre(students, groups, branches, callers)


VALUES = st.one_of(
    st.sampled_from([*FIRST_NAMES, *LAST_NAMES, *MIDDLE_NAMES, *ODD_NAMES]).flatmap(
        lambda name: st.integers(1, 6).map(lambda length: name[:length])
    ),
    st.sampled_from(
        ["s", "S1", "s-", "1", "2", "12", "9", "90", "+998", "+998 9", "99891", "a b", "ali karim", "o'", "'", "%"]
    ),
    st.integers(1, MANY + 20).map(str),
    st.text(max_size=8),
)
QUERIES: Any = st.fixed_dictionaries(
    {},
    optional={
        "value": VALUES,
        "keys": st.lists(st.sampled_from(["firstName", "lastName", "middleName", "hId"]), min_size=1, max_size=3),
        "orderBy": st.sampled_from(["ASC", "DESC"]),
        "statusId": st.integers(1, 7),
        "systemStatus": st.sampled_from([1, 2]),
        "hasPhoto": st.booleans(),
        "hasPrivateInfo": st.booleans(),
        "officeIds": st.lists(st.integers(1, 4), min_size=1, max_size=3),
        "studentGroup": st.integers(1, 9),
        "categoryId": st.integers(1, 3),
    },
)


def _parameters(query: dict[str, Any]) -> dict[str, Any]:
    written = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
    return {name: ",".join(map(str, value)) if isinstance(value, list) else value for name, value in written.items()}


@given(query=QUERIES, caller=st.integers(0, 4), per_page=st.integers(1, 100), page=st.integers(1, 12))
@settings(max_examples=150, deadline=None, database=None)
async def test_the_list_equals_a_naive_one(
    centre: Centre, query: dict[str, Any], caller: int, per_page: int, page: int
) -> None:
    """R1-152, R1-153, D-4, D-5, D-12: for any query, caller and page.

    Both the rows and the total.
    """
    if "\x00" in query.get("value", ""):
        return
    visitor, seen = centre.callers[caller]
    group = next((group for group in centre.groups if group.id == query.get("studentGroup")), None)
    known = dict(query)
    if seen is not None and "officeIds" in query:
        # a branch beyond the caller's looks like an unknown one (D-12), in the filter and in the rows
        known["officeIds"] = [id for id in query["officeIds"] if id in seen]
    wanted = centre.answer(seen, known)
    if group and group.branch and seen is not None and group.branch.id not in seen:
        # a group of another branch looks like an unknown one (D-12)
        wanted = []
    got = await visitor.data("/students/all", **_parameters(query), page=page, perPage=per_page)
    assert got["total"] == len(wanted)
    assert [row["id"] for row in got["students"]] == wanted[(page - 1) * per_page : page * per_page]
    branches = {s.id: {branch.id for branch in s.branches} for s in centre.students}
    for row in got["students"]:
        shown = branches[row["id"]] if seen is None else branches[row["id"]] & seen
        assert {office["id"] for office in row["offices"]} == shown


@pytest.mark.parametrize("order", ["ASC", "DESC"])
@pytest.mark.parametrize("per_page", [1, 7, 10, 100])
async def test_pages_in_either_order_join_to_the_whole(centre: Centre, order: str, per_page: int) -> None:
    """D-4: pages beyond the middle are read from the end.

    Nobody is repeated or missing, ties included.
    """
    visitor, seen = centre.callers[0]
    wanted, got, page = centre.answer(seen, {"orderBy": order}), [], 1
    while rows := (await visitor.data("/students/all", orderBy=order, perPage=per_page, page=page))["students"]:
        got += [row["id"] for row in rows]
        page += 1
    assert got == wanted
    assert page == -(-len(wanted) // per_page) + 1


async def test_a_list_has_ten_rows_by_default(centre: Centre) -> None:
    """D-4, D-63: by full name, ascending."""
    visitor, seen = centre.callers[0]
    assert [row["id"] for row in (await visitor.data("/students/all"))["students"]] == centre.answer(seen, {})[:10]


async def test_list_parameters_may_be_repeated_or_joined(centre: Centre) -> None:
    """Both notations of a list in a query string."""
    visitor, _ = centre.callers[0]
    for name, values in (("keys", ["firstName", "lastName"]), ("officeIds", [1, 2])):
        query = {"value": "a", name: values}
        joined = {"value": "a", name: ",".join(map(str, values))}
        assert await visitor.data("/students/all", **query) == await visitor.data("/students/all", **joined)

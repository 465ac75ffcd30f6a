"""``contracts/access.csv``: the permission of each call, written by hand.

By hand, so that the rights are not their own oracle (D-60). ``permission``: public, signed-in, superadmin, student, or
keys separated by a bar, of which one is enough; a key after an ampersand is required beside it. ``scope``, of the rows
that a caller reads or writes: all, branch (the caller's branches), own (the caller's groups), self (the caller), centre
(rows of no branch, D-153), rights (no more than the caller's rights, D-56), school (as the school system says, D-59),
student (the student who calls, D-97),
public.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from litestar import Litestar
from litestar.routes import HTTPRoute

from domain.access.permissions import MODULES, PERMISSIONS, Action
from entrypoints.http.endpoint import DECLARED

TABLE = Path(__file__).resolve().parents[2] / "contracts" / "access.csv"
WORDS = ("public", "signed-in", "superadmin", "student")
# the table of an id after a word of the path that is no table name
TEACHING = {"academic": "teachers", "teacher": "teachers", "assistant": "teachers", "authors": "users"}
# whose rows a call writes; ``all`` is a word of reading
WRITTEN = ("branch", "centre", "own", "self", "rights", "school", "student", "public")
SCOPES = ("all", *WRITTEN)
Rights = dict[str, list[str]]


@dataclass(frozen=True)
class Call:
    """One row: a call and its required permission."""

    method: str
    path: str
    permission: str
    action: str
    scope: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def keys(self) -> tuple[str, ...]:
        """The permissions of which one is enough.

        A bare module stands for its options (D-53).
        """
        if self.permission in WORDS:
            return ()
        alternatives = self.permission.partition("&")[0].split("|")
        return tuple(key for word in alternatives for key in _options(word) if self._grants(key))

    @property
    def also(self) -> tuple[str, ...]:
        """The permission required beside one of ``keys``."""
        return tuple(key for key in [self.permission.partition("&")[2]] if key)

    @property
    def writes(self) -> bool:
        """True if it changes something."""
        return self.method != "GET"

    @property
    def of_students(self) -> bool:
        """True if it is a call of the student gateway (D-20)."""
        return self.path.startswith("/api/student/")

    @property
    def exports(self) -> bool:
        """True if it returns a list as a file, with the list's query."""
        return self.path.endswith("/export")

    @property
    def subject(self) -> str:
        """The table of an id in the path."""
        if "/homework/for-" in self.path or "-homework-students/" in self.path:
            return "homeworks"
        if "/exams/results/" in self.path:
            return "submissions"
        if "/homework-statistics/" in self.path and "{" in self.path:
            return self.path.split("/")[4]
        word = self.path.split("/")[-1 if self.path.count("/") < 3 else 3]
        return {
            "student-groups": "students",
            "homework-chat": "submissions",
            "video": "videos",
            **TEACHING,
        }.get(word, word)

    def _grants(self, key: str) -> bool:
        return Action(self.action) in PERMISSIONS[key]

    def path_with(self, value: object = 1) -> str:
        """The path with the same value for every parameter."""
        return "/".join(str(value) if part.startswith("{") else part for part in self.path.split("/"))

    def sufficient_rights(self) -> Iterator[Rights]:
        """Each of the sufficient rights, alone."""
        for key in self.keys:
            yield {one: [self.action] for one in (key, *self.also)}

    def insufficient_rights(self) -> Iterator[Rights]:
        """Rights that must not be enough.

        The same keys with every other action, all keys but these, and of two required ones each alone.
        """
        whole = {key: [str(action) for action in actions] for key, actions in PERMISSIONS.items()}
        yield {
            key: [one for one in actions if key not in self.keys or one != self.action]
            for key, actions in whole.items()
        }
        yield {key: actions for key, actions in whole.items() if key not in self.keys}
        if self.also:
            yield {key: [self.action] for key in self.keys}
            yield {key: [self.action] for key in self.also}


def _options(word: str) -> list[str]:
    options = MODULES[word] if ":" not in word else {}
    return [f"{word}:{option}" for option in options if option] or [word]


def table() -> list[Call]:
    """Every row."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [Call(**row) for row in csv.DictReader(file)]


def nameless(path: str) -> str:
    """A path without the names of its parameters."""
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def routes(app: Litestar) -> set[tuple[str, str]]:
    """Method and nameless path of each route, without the API description."""
    return {
        (method, nameless(route.path_format))
        for route in app.routes
        if isinstance(route, HTTPRoute) and "/schema" not in route.path
        for handler in route.route_handlers
        for method in handler.http_methods
        # Litestar answers OPTIONS of every route by itself
        if method != "OPTIONS" or DECLARED in handler.opt
    }

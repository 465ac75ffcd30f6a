"""Explains a call or a screen by its code.

The path leads from the route table through the use case to tables, events, errors and tests.
"""

import csv
import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from application.actor import Actor
from application.authorization import PUBLIC, SIGNED_IN, STUDENT, Guard
from entrypoints.binding import parameters_of
from entrypoints.call_graph.references import ROOT, STAFF, tests_of, tests_of_screen
from entrypoints.call_graph.screens import FRAME, Screen, frame_calls, screens
from entrypoints.call_graph.traversal import Found, Traversal
from entrypoints.http.app import endpoints
from entrypoints.http.caller import caller, student_caller
from entrypoints.http.endpoint import Endpoint
from entrypoints.settings import read_settings
from entrypoints.wiring import Container
from entrypoints.worker.handlers import JOBS


@dataclass
class Work:
    """The tables, events and errors that a function reaches."""

    rules: list[str]
    tables: list[str]
    events: list[str]
    errors: list[str]


@dataclass
class Job(Work):
    """Work that a worker does later, and the use cases that do it."""

    kind: str = ""
    use_cases: list[str] = field(default_factory=list)


@dataclass
class Call(Work):
    """One call of the API: its permissions, and the code behind it."""

    method: str = ""
    path: str = ""
    name: str = ""
    about: str = ""
    screens: list[str] = field(default_factory=list)
    route: str = ""
    permission: str = ""
    action: str = ""
    scope: str = ""
    use_cases: list[str] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


@dataclass
class Opened:
    """One screen: its permissions, the calls that its files name, and its tests."""

    screen: str
    file: str
    permission: str
    action: str
    calls: list[str]
    tests: list[str]


class Explainer:
    """Explains calls and screens of this program."""

    def __init__(self) -> None:
        self._container = Container(settings=read_settings(make_secrets=False))
        self._screens = screens()
        self._declared: dict[tuple[str, str], tuple[str, Endpoint]] = {
            (declared.method, declared.template): (module, declared) for module, declared in endpoints()
        }

    def calls(self) -> list[tuple[str, str]]:
        """Every (method, path)."""
        return sorted(self._declared, key=lambda call: (call[1], call[0]))

    def find_call(self, method: str, path: str) -> tuple[str, str] | None:
        """The call of a path as people write it.

        Below /api/staff or in full, with an id or any word in braces.
        """
        whole = path if path.startswith("/api") else STAFF + path
        fits = [call for call in self._declared if call[0] == method.upper() and _fits(call[1], whole)]
        return min(fits, key=lambda call: call[1].count("{"), default=None)

    def _meant(self, method: str, path: str) -> list[tuple[str, str]]:
        """The calls that a screen's file names.

        ``/synchronization/{x}`` is each call with a word in that place. A path without a method may be that of a
        screen; otherwise it is a read or, where there is none, a change.
        """
        if not method:
            screen = self.find_screen(path)
            verbs = ("GET", "POST", "PUT", "PATCH", "DELETE")
            found = [call for verb in verbs if (call := self.find_call(verb, path))]
            found = [call for call in found if screen is None or screen.path.count("{") > call[1].count("{")]
            return found[:1] if found and found[0][0] == "GET" else found
        if call := self.find_call(method, path):
            return [call]
        return [known for known in self._declared if known[0] == method and _fits(STAFF + path, known[1])]

    def find_screen(self, path: str) -> Screen | None:
        """The screen of a path."""
        fits = [screen for screen in self._screens if _fits(screen.path, path)]
        return min(fits, key=lambda screen: screen.path.count("{"), default=None)

    def screen(self, screen: Screen) -> Opened:
        """The explanation of a screen."""
        known = {call for wanted in screen.calls for call in self._meant(*wanted)}
        calls = [f"{method} {path}" for method, path in sorted(known, key=lambda call: call[::-1])]
        return Opened(screen.path, screen.file, screen.permission, screen.action, calls, tests_of_screen(screen.path))

    def call(self, method: str, path: str) -> Call:
        """The explanation of a call."""
        module, declared = self._declared[method, path]
        function: Any = declared.use_case
        reach = Traversal(self._container, beside=(module,))
        reach.follow(function)
        found = reach.found
        guards = list(found.use_cases.values())
        guard = guards[0] if guards else Guard((PUBLIC,))
        errors = found.errors | self._refusals(function, guard)
        return Call(
            **_work(found) | {"errors": sorted(errors)},
            method=method,
            path=path,
            name=declared.operation_id,
            about=" ".join((function.__doc__ or "").split()),
            screens=self._opened_by(method, path),
            route=f"{module}:{declared.operation_id}",
            permission="|".join(_permissions(guard, path)) + (f"&{guard.also}" if guard.also else ""),
            action="" if guard.permissions[0] in (PUBLIC, SIGNED_IN, STUDENT) else str(guard.action),
            scope=_scope(method, path),
            use_cases=list(found.use_cases),
            jobs=[self._job(kind) for kind in sorted(found.jobs)],
            tests=tests_of(path, method),
        )

    def _refusals(self, function: Any, guard: Guard) -> set[str]:
        """The rejections before the use case, by token, session and permissions."""
        at_the_door = Traversal(self._container, beside=("entrypoints.http.caller",))
        if parameters_of(function).get("actor", (None,))[0] is Actor:
            at_the_door.follow(student_caller if STUDENT in guard.permissions else caller)
        if guard.permissions[0] not in (PUBLIC, SIGNED_IN, STUDENT):
            at_the_door.follow(Guard.check_permission)
        if guard.scope:
            at_the_door.follow(Guard.check_centre)
        return at_the_door.found.errors

    def _opened_by(self, method: str, path: str) -> list[str]:
        return self._openers.get((method, path), [])

    @cached_property
    def _openers(self) -> dict[tuple[str, str], list[str]]:
        """The screens whose files name each call, the frame last."""
        named = [(screen.path, screen.calls) for screen in self._screens] + [(FRAME, frame_calls())]
        resolve = cache(self._meant)
        openers: dict[tuple[str, str], list[str]] = {}
        for opener, calls in named:
            for call in {known for method, path in calls for known in resolve(method, path)}:
                openers.setdefault(call, []).append(opener)
        return openers

    def _job(self, kind: str) -> Job:
        reach = Traversal(self._container)
        if use_case := JOBS.get(kind):
            reach.follow(use_case)
        return Job(**_work(reach.found), kind=kind, use_cases=list(reach.found.use_cases))


def _permissions(guard: Guard, path: str) -> tuple[str, ...]:
    """The permissions of the call's audience, where its use case has two (D-54)."""
    return guard.required("academic" if "for-academic" in path else "admin")


def _work(found: Found) -> dict[str, list[str]]:
    names = ("rules", "tables", "events", "errors")
    return {name: sorted(getattr(found, name)) for name in names}


def _fits(template: str, path: str) -> bool:
    parts = re.split(r"\{[^}]*\}", template)
    return re.fullmatch(r"[^/]+".join(map(re.escape, parts)), path.rstrip("/") or "/") is not None


def _scope(method: str, path: str) -> str:
    with (ROOT / "contracts" / "access.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["method"], re.sub(r"\{[^}]*\}", "{}", row["path"])): row["scope"] for row in csv.DictReader(file)}
    return rows.get((method, re.sub(r"\{[^}]*\}", "{}", path)), "")


@cache
def explainer() -> Explainer:
    """The explainer of this process; the sources are read once."""
    return Explainer()

"""Homework statistics of teachers on PostgreSQL, from the counters (D-106)."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from adapters.postgres.core.counters.counters_sql import DAY_SPAN, nearest_spans_of, spans_of
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.homework.statistics import teachers_sql as sql
from adapters.postgres.listing.search import name_query
from application.groups.views import GroupScope
from application.homework.statistics.scope import Days
from contracts.homework.teacher_statistics import (
    DayFigures,
    GroupWeek,
    PreviousFigures,
    Recount,
    Step,
    TeacherFiguresPage,
    TeacherFiguresRow,
    TeacherSort,
    TeacherStatistics,
    TeacherStatisticsQuery,
    TeachingFigures,
    TeachingGroup,
    TeachingWeek,
    TrendPoint,
)
from contracts.shared import Named, Order
from domain.homework.check_times import median_of
from domain.shared.errors import NotFound

# days of a plot that are drawn one by one
DAYS_ONE_BY_ONE = 62
DAY, WEEK = timedelta(days=1), timedelta(days=7)
# the figure by which a list is sorted
FIGURE_OF: Mapping[TeacherSort, str] = {
    "lessons": "lessons",
    "homeworkGiven": "homework_given",
    "lessonsWithHomework": "given_share",
    "handIns": "hand_ins",
    "checked": "checked_share",
    "median": "median_seconds",
    "worst": "worst_seconds",
    "waiting": "waiting",
    "averageScore": "average_score",
    "rejectedShare": "rejected_share",
    "reminders": "reminders",
}


class PostgresTeachersHomework:
    """See ``application.homework.statistics.ports.TeachersHomework``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(
        self, query: TeacherStatisticsQuery, days: Days, scope: GroupScope, now: datetime
    ) -> TeacherFiguresPage:
        seen = (scope.office_ids, scope.user_id, query.office_ids, query.category_id, query.course_id)
        names, by_median = name_query(query.value), query.sort_by == "median"
        listed = self._pool.fetch(sql.TEACHERS, *seen, now, *_spans(days), names, query.active, by_median)
        # each takes as long as the list of teachers: at once, on connections of their own
        if names is None and query.active is None:
            rows, (sums, previous, plot, recount) = await asyncio.gather(
                listed, self._around(seen, days, None, by_median)
            )
        else:
            rows = await listed
            sums, previous, plot, recount = await self._around(seen, days, [row["id"] for row in rows], by_median)
        figures = [_figures(row, row["works_waiting"], row["fresh"]) for row in rows]
        order = _sorted(figures, query.sort_by, query.order_by)
        offset = (query.page - 1) * query.per_page
        shown = [(rows[at], figures[at]) for at in order[offset : offset + query.per_page]]
        return TeacherFiguresPage(
            teachers=await self._rows(shown, seen, days),
            total=len(rows),
            summary=_together(rows, sums),
            previous=previous,
            step=_step(days),
            days=plot,
            from_date=days.first,
            to_date=days.last,
            recount=recount,
        )

    async def one(self, teacher_id: int, days: Days, scope: GroupScope, now: datetime) -> TeacherStatistics:
        seen = (scope.office_ids, scope.user_id, None, None, None)
        teacher = await self._pool.fetchrow(sql.TEACHER, *seen, teacher_id)
        if teacher is None:
            raise NotFound("Teacher", teacher_id)
        rows = await self._pool.fetch(sql.GROUP_WEEKS, *seen, teacher_id, days.first, days.last)
        waiting = {
            row["group_id"]: row["waiting"]
            for row in await self._pool.fetch(sql.WAITING_OF_GROUPS, *seen, teacher_id)
            if row["waiting"] > 0
        }
        fresh = await self._pool.fetch(sql.FRESH_OF_TEACHER, *seen, now, teacher_id)
        return TeacherStatistics(
            teacher=Named(id=teacher_id, name=teacher["full_name"]),
            photo=self._photo_links.link(teacher["photo"]),
            active=teacher["active"],
            figures=_figures(_sums(rows), sum(waiting.values()), sum(row["works"] for row in fresh)),
            previous=await self._previous(seen, days, [teacher_id]),
            groups=await self._groups(rows, waiting, fresh),
            weeks=_weeks(rows, fresh),
            step=_step(days),
            days=await self._plot(seen, days, [teacher_id]),
            from_date=days.first,
            to_date=days.last,
            recount=await self._recount(),
        )

    async def _rows(
        self, shown: Sequence[tuple[Any, TeachingFigures]], seen: tuple[Any, ...], days: Days
    ) -> list[TeacherFiguresRow]:
        ids = [row["id"] for row, _ in shown]
        steps, places = await asyncio.gather(
            self._pool.fetch(sql.TREND, *seen, *_steps(days), ids, _step(days) == "month"),
            self._pool.fetch(sql.PLACES, *seen, *_spans(days), ids),
        )
        trends: dict[int, list[TrendPoint]] = defaultdict(list)
        digests: dict[int, int] = defaultdict(int)
        for row in steps:
            digests[row["teacher_id"]] += int(row["digest"])
            trends[row["teacher_id"]].append(TrendPoint(day=row["day"], median_seconds=median_of(row["digest"])))
        offices: dict[int, dict[int, str]] = defaultdict(dict)
        courses: dict[int, dict[int, str]] = defaultdict(dict)
        for row in places:
            offices[row["teacher_id"]].setdefault(row["office_id"], row["office"])
            courses[row["teacher_id"]].setdefault(row["course_id"], row["course"])
        return [
            TeacherFiguresRow(
                id=row["id"],
                full_name=row["full_name"],
                photo=self._photo_links.link(row["photo"]),
                active=row["active"],
                offices=_named(offices[row["id"]]),
                courses=_named(courses[row["id"]]),
                figures=replace(figures, median_seconds=median_of(digests[row["id"]])),
                trend=trends[row["id"]],
            )
            for row, figures in shown
        ]

    async def _groups(
        self, rows: Sequence[Any], waiting: Mapping[int, int], fresh: Sequence[Any]
    ) -> list[TeachingGroup]:
        by_group: dict[int, list[Any]] = {id: [] for id in waiting}
        for row in rows:
            by_group.setdefault(row["group_id"], []).append(row)
        recent = _summed_by(fresh, "group_id")
        found = [
            TeachingGroup(
                group=Named(id=row["id"], name=row["name"]),
                course=row["course"],
                office=row["office"],
                figures=_figures(_sums(by_group[row["id"]]), waiting.get(row["id"], 0), recent.get(row["id"], 0)),
                weeks=[
                    GroupWeek(
                        week=one["week"],
                        hand_ins=one["hand_ins"],
                        checked=one["checked"],
                        median_seconds=median_of(one["digest"]),
                    )
                    for one in by_group[row["id"]]
                    if one["hand_ins"]
                ],
            )
            for row in await self._pool.fetch(sql.GROUPS, list(by_group))
        ]
        return sorted(found, key=lambda one: (-one.figures.hand_ins, one.group.name, one.group.id))

    async def _previous(self, seen: tuple[Any, ...], days: Days, teachers: list[int] | None) -> PreviousFigures:
        last = days.first - DAY if days.first > date.min else days.first
        length = days.last - days.first
        first = last - length if last - date.min >= length else date.min
        row = await self._sums_of(seen, first, last, teachers)
        return PreviousFigures(
            from_date=first,
            to_date=last,
            checked_share=_share(row["checked"] or 0, row["hand_ins"] or 0),
            median_seconds=median_of(row["digest"] or 0),
        )

    async def _plot(self, seen: tuple[Any, ...], days: Days, teachers: list[int] | None) -> list[DayFigures]:
        by_month = _step(days) == "month"
        if teachers is None:
            rows = await self._pool.fetch(sql.DAYS, *seen, *_steps(days), by_month)
        else:
            rows = await self._pool.fetch(sql.DAYS_BY_TEACHERS, *seen, *_steps(days), teachers, by_month)
        found = {row["day"]: row for row in rows}
        shown = [
            DayFigures(day=day, hand_ins=found[day]["hand_ins"], checked=found[day]["checked"])
            if day in found
            else DayFigures(day=day, hand_ins=0, checked=0)
            for day in _steps_of(days)
        ]
        return shown

    async def _sums_of(self, seen: tuple[Any, ...], first: date, last: date, teachers: list[int] | None) -> Any:
        spans = nearest_spans_of(first, last)
        if teachers is None:
            return await self._pool.fetchrow(sql.OF_PERIOD, *seen, *spans)
        return await self._pool.fetchrow(sql.OF_PERIOD_BY_TEACHERS, *seen, *spans, teachers)

    async def _around(
        self, seen: tuple[Any, ...], days: Days, teachers: list[int] | None, digests_known: bool
    ) -> tuple[Any, PreviousFigures, list[DayFigures], Recount]:
        return await asyncio.gather(
            _nothing() if digests_known else self._sums_of(seen, days.first, days.last, teachers),
            self._previous(seen, days, teachers),
            self._plot(seen, days, teachers),
            self._recount(),
        )

    async def _recount(self) -> Recount:
        row = await self._pool.fetchrow(sql.NEWEST_RECOUNT)
        if row is None:
            return Recount(at=None, from_day=None, to_day=None, differences=0)
        return Recount(
            at=row["recounted_at"], from_day=row["from_day"], to_day=row["to_day"], differences=row["differences"]
        )


async def _nothing() -> None:
    return None


def _step(days: Days) -> Step:
    return "day" if (days.last - days.first).days < DAYS_ONE_BY_ONE else "month"


def _spans(days: Days) -> tuple[list[int], list[date], list[date]]:
    return spans_of(days.first, days.last, reaches_today=days.reaches_today)


def _steps(days: Days) -> tuple[list[int], list[date], list[date]]:
    """The spans of a plot: days one by one are never read as a month."""
    if _step(days) == "month":
        return _spans(days)
    return [DAY_SPAN], [days.first], [days.last]


def _steps_of(days: Days) -> Iterator[date]:
    if _step(days) == "day":
        yield from (days.first + DAY * number for number in range((days.last - days.first).days + 1))
        return
    months = range(days.first.year * 12 + days.first.month - 1, days.last.year * 12 + days.last.month)
    yield from (date(month // 12, month % 12 + 1, 1) for month in months)


def _sums(rows: Iterable[Any], names: Sequence[str] = (*sql.COUNTS, "digest")) -> dict[str, Any]:
    """The sums of rows of counters, and the longest of their times."""
    every = list(rows)
    found: dict[str, Any] = {name: sum(int(row[name] or 0) for row in every) for name in names}
    found["worst_seconds"] = max(
        (row["worst_seconds"] for row in every if row["worst_seconds"] is not None), default=None
    )
    return found


def _together(rows: Sequence[Any], sums: Any) -> TeachingFigures:
    """``sums``: of the period, where the rows have no digests."""
    whole = _sums(rows) if sums is None else _sums(rows, sql.COUNTS) | {"digest": sums["digest"]}
    return _figures(whole, sum(row["works_waiting"] for row in rows), sum(row["fresh"] for row in rows))


def _figures(row: Any, waiting: int, fresh: int) -> TeachingFigures:
    """``fresh``: works that wait for at most a day."""
    count = {name: int(row[name] or 0) for name in sql.COUNTS}
    return TeachingFigures(
        lessons=count["lessons"],
        lessons_with_homework=count["lessons_with_homework"],
        given_share=_share(count["lessons_with_homework"], count["lessons"]),
        homework_given=count["homework"],
        hand_ins=count["hand_ins"],
        checked=count["checked"],
        checked_share=_share(count["checked"], count["hand_ins"]),
        median_seconds=median_of(row["digest"] or 0),
        worst_seconds=row["worst_seconds"],
        waiting=int(waiting),
        waiting_over_24h=max(0, int(waiting - fresh)),
        average_score=_mean(count["checks_score_sum"], count["checked"]),
        rejected=count["checks_rejected"],
        rejected_share=_share(count["checks_rejected"], count["checked"]),
        reminders=count["reminders"],
    )


def _weeks(rows: Sequence[Any], fresh: Sequence[Any]) -> list[TeachingWeek]:
    by_week: dict[date, list[Any]] = defaultdict(list)
    for row in rows:
        by_week[row["week"]].append(row)
    recent: dict[date, int] = defaultdict(int)
    for row in fresh:
        recent[row["day"] - DAY * row["day"].weekday()] += row["works"]
    found = []
    for week in sorted(by_week):
        sums = _sums(by_week[week])
        found.append(TeachingWeek(week=week, figures=_figures(sums, sums["hand_ins"] - sums["checked"], recent[week])))
    return found


def _summed_by(rows: Iterable[Any], name: str) -> dict[int, int]:
    found: dict[int, int] = defaultdict(int)
    for row in rows:
        found[row[name]] += row["works"]
    return found


def _sorted(figures: Sequence[TeachingFigures], by: TeacherSort, order: Order) -> list[int]:
    """The places of the rows in order, by name among equals.

    Rows without the figure are last.
    """
    places = list(range(len(figures)))
    if by == "name":
        return places if order is Order.ASC else places[::-1]
    values = [getattr(one, FIGURE_OF[by]) for one in figures]
    known = sorted(
        (at for at in places if values[at] is not None), key=lambda at: values[at], reverse=order is Order.DESC
    )
    return known + [at for at in places if values[at] is None]


def _share(part: int, whole: int) -> float | None:
    """Percent with one decimal, rounded half up."""
    return (2000 * part + whole) // (2 * whole) / 10 if whole else None


def _mean(total: int, number: int) -> float | None:
    return (20 * total + number) // (2 * number) / 10 if number else None


def _named(names: Mapping[int, str]) -> list[Named]:
    return [Named(id=id, name=name) for id, name in names.items()]

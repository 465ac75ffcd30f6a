"""``markaz recompute``: the earnings of a period by the present rules (D-93)."""

from datetime import datetime

import click
import msgspec

from application.actor import system
from application.gamification import recomputation
from contracts.gamification import (
    CommitRecomputation,
    PreviewRecomputation,
    RecomputationCard,
    RecomputationRows,
    RecomputationRowsQuery,
)
from entrypoints.cli.support.output import as_json, columns, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

ACTOR = system(name="command line")
COLUMNS = ("student", "name", "XP", "silver", "awards")
DAY = click.DateTime(formats=["%Y-%m-%d"])
SHOWN_ROWS = 20


@click.command()
@click.option("--from", "from_day", type=DAY, required=True, help="The first day, YYYY-MM-DD.")
@click.option("--to", "to_day", type=DAY, required=True, help="The last day, YYYY-MM-DD.")
@click.option("--group", "groups", type=int, multiple=True, help="Only this group; may be repeated.")
@click.option("--commit", is_flag=True, help="Post the differences that are shown.")
@as_json
def recompute(from_day: datetime, to_day: datetime, groups: tuple[int, ...], *, commit: bool, as_json: bool) -> None:
    """Show what a period's attendance, homework and exams earn by the present rules.

    With --commit exactly the shown differences are posted; rules or marks that change in between refuse all of them.
    """
    form = PreviewRecomputation(from_day.date(), to_day.date(), list(groups))

    async def work(container: Container) -> tuple[RecomputationCard, RecomputationRows]:
        store, ledger, clock = container.recomputations(), container.ledger(), container.clock()
        started = await recomputation.preview_recomputation(
            form, actor=ACTOR, uow=container.uow(), recomputations=store, clock=clock
        )
        id = started.recomputation.id
        # the jobs that both steps enqueue find their work done
        await recomputation.plan_recomputation(
            id, actor=ACTOR, uow=container.uow(), ledger=ledger, recomputations=store, clock=clock
        )
        card = await _card(id, container)
        query = RecomputationRowsQuery(per_page=SHOWN_ROWS)
        rows = await recomputation.list_recomputation_rows(
            id, query, actor=ACTOR, uow=container.uow(), recomputations=store
        )
        if commit and card.students:
            shown = CommitRecomputation(card.version)
            await recomputation.commit_recomputation(id, shown, actor=ACTOR, uow=container.uow(), recomputations=store)
            await recomputation.carry_out_recomputation(
                id, actor=ACTOR, uow=container.uow(), ledger=ledger, recomputations=store, clock=clock
            )
            card = await _card(id, container)
        return card, rows

    card, found = run(work)
    facts = {"recomputation": msgspec.to_builtins(card), "rows": msgspec.to_builtins(found.rows)}
    show(facts, lambda: [*columns(_table(found), *COLUMNS), *_summary(card)], as_json=as_json)


async def _card(id: int, container: Container) -> RecomputationCard:
    return (await recomputation.show_recomputation(id, actor=ACTOR, uow=container.uow())).recomputation


def _table(found: RecomputationRows) -> list[dict[str, str]]:
    return [
        {
            "student": str(row.student_id),
            "name": row.name,
            "XP": f"{row.xp:+}",
            "silver": f"{row.silver:+}",
            "awards": ", ".join(f"{cause} {number}" for cause, number in row.causes.items()),
        }
        for row in found.rows
    ]


def _summary(card: RecomputationCard) -> list[str]:
    differences = f"{card.awards} awards of {card.students} students differ: {card.xp:+} XP, {card.silver:+} silver"
    end = {
        "done": "committed",
        "refused": "refused: rules or marks have changed in between",
        "planned": "nothing was written; --commit posts them" if card.students else "nothing to write",
    }
    return [differences, end.get(card.state, card.state)]

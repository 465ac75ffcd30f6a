"""Generates docs/states.md: the state machines and their transitions.

Nothing is written by hand: every method of the domain that sets a state is tried in every state, and the tables of
moves are read beside it.
"""

from enum import Enum
from typing import Any

from tools.pages.machines import (
    Machine,
    Step,
    acts_on,
    asks_for_state,
    endable,
    enumerations,
    machines,
    reasons_of_ends,
    steps,
    word,
)
from tools.pages.markdown import first_sentence, table

HEAD = """# States

What has a state in the domain, and what may become of it. Made by `make docs`, which tries every act of the domain in
every state; a test keeps it fresh.
"""
LOOSE = """
## States that no act of the domain sets

They are written as they come, by synchronisation, runs and forms.

"""


def page() -> str:
    """The whole page."""
    found = machines()
    used = {machine.states for machine in found}
    loose = [kind for kind in enumerations() if kind not in used]
    return HEAD + "".join(map(_machine, found)) + "".join(map(_ending, endable())) + _loose(loose)


def _machine(machine: Machine) -> str:
    taken = steps(machine)
    names = dict.fromkeys(step.act for step in taken)
    acts = [_act(machine, name, [step for step in taken if step.act == name]) for name in names]
    about = f"{first_sentence(machine.states.__doc__)}.\n\n```mermaid\nstateDiagram-v2\n{_drawn(machine, taken)}```\n\n"
    moves = ((word(state), ", ".join(sorted(map(word, ends))) or "nothing") for state, ends in _ordered(machine))
    allowed = "\nThe table of moves:\n\n" + table("from", "to", rows=moves) if machine.moves else ""
    return _title(machine.kind) + about + table("act", "what it is", "leads", "refused", rows=acts) + allowed


def _ordered(machine: Machine) -> list[tuple[Enum, Any]]:
    """The table of moves, in the order of the states."""
    return [(state, machine.moves[state]) for state in machine.states if state in machine.moves]


def _drawn(machine: Machine, taken: list[Step]) -> str:
    """The arrows, each with its methods.

    They come from the table of moves where there is one, else from the results of the methods.
    """
    ways = [(word(state), end) for state, ends in _ordered(machine) for end in sorted(map(word, ends))]
    ways = ways or list(dict.fromkeys((step.before, step.after) for step in taken if step.after))
    arrows = []
    for before, after in ways:
        acts = dict.fromkeys(step.act for step in taken if (step.before, step.after) == (before, after))
        arrows.append(f"    {before} --> {after}" + (f": {', '.join(acts)}" if acts else "") + "\n")
    return "".join(arrows)


def _act(machine: Machine, act: str, mine: list[Step]) -> tuple[str, str, str, str]:
    ways = "<br>".join(f"{step.before} → {step.after}" for step in mine if step.after)
    if asks_for_state(machine, act):
        ways = "to the state that it names, where the table of moves allows it"
    # a method with several target states rejects a state only where it reaches none from it
    shut = {step.before for step in mine} - {step.before for step in mine if step.after}
    refusals = dict.fromkeys(f"{step.before}: `{step.code}`" for step in mine if step.before in shut)
    return f"`{act}`", first_sentence(getattr(machine.kind, act).__doc__), ways, "<br>".join(refusals)


def _ending(kind: type) -> str:
    """A class that is open until it is ended, once and for a reason."""
    acts = [(f"`{act}`", first_sentence(getattr(kind, act).__doc__)) for act in acts_on(kind, "ended_at")]
    alive = first_sentence(getattr(kind, "alive", None).__doc__).lower()
    reasons = ", ".join(f"`{reason}`" for reason in reasons_of_ends(kind))
    text = f"{first_sentence(kind.__doc__)}.\n\n```mermaid\nstateDiagram-v2\n    alive --> ended: end\n```\n\n"
    text += f"Alive is: {alive}. Reasons of ends in the code: {reasons}.\n\n"
    return _title(kind) + text + table("act", "what it is", rows=acts)


def _loose(kinds: list[type[Enum]]) -> str:
    cells = (
        (f"`{k.__name__}`", f"`{k.__module__}`", first_sentence(k.__doc__), ", ".join(map(word, k))) for k in kinds
    )
    return LOOSE + table("kind", "where", "what it is", "states", rows=cells) if kinds else ""


def _title(kind: type) -> str:
    return f"\n## {kind.__name__} (`{kind.__module__}`)\n\n"

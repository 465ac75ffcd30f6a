"""The live installation, and the jobs that wait until it is this one."""

from contracts.shared import Form, Wire


class HeldKind(Wire):
    """Waiting jobs of a kind; ``old`` of them are older than a day."""

    kind: str
    count: int
    old: int


class LiveModeState(Wire):
    """``live`` is false on a copy: its outward jobs wait."""

    live: bool
    jobs: list[HeldKind]


class GoLive(Form):
    """``dropOld``: jobs older than a day are not run."""

    drop_old: bool


class WentLive(Wire):
    """The number of jobs that run now, and of dropped ones."""

    resumed: int
    dropped: int

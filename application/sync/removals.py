"""The end of a feed: rows that it would end were put aside while it was read; the brake decides about all of them."""

import json

from application.sync.upsert import REMOVAL, Placing
from domain.sync.run import Reason, brake


async def settle(placing: Placing) -> None:
    """Ends what the feed ended. Raises Stopped when that is too much of a type for nobody to be asked (D-49).

    What was put aside then stays there and is shown to people: the next run asks again, unless the school has taken
    it back. A run that a named person has allowed ends what was shown to that person, and what goes with it; it
    stops again if anything else would go.
    """
    allowed = placing.lease.approves
    ending = await placing.rolls.ending(placing.feed, alone=allowed is not None)
    # who is present is counted only where that matters: it takes a look at every row
    present = await placing.rolls.present(placing.feed) - placing.part["created"] if brake(ending, 0) else 0
    if brake(ending, present) and (allowed is None or await placing.rolls.unshown(placing.feed, allowed)):
        async with placing.rolls.writing(placing.lease) as writing:
            await writing.show_removals(placing.feed)
        raise Stopped(Reason.CHANGE_THRESHOLD, feed=placing.feed.value, ending=ending, present=present)
    await placing.try_again(REMOVAL)


class Stopped(Exception):
    """A run must not go on before a named person has looked; ``detail`` holds the feed and the numbers, as JSON."""

    def __init__(self, reason: Reason, **facts: str | int) -> None:
        super().__init__(reason)
        self.reason = reason.value
        self.detail = json.dumps(facts)

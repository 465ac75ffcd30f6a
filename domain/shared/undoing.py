"""The time in which a step can be undone before people hear of it."""

from datetime import timedelta

# messages about a check leave the outbox not before this delay, so that undoing it removes them (D-69)
UNDO_PERIOD = timedelta(seconds=10)

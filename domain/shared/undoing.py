"""The time in which a step can be undone before people hear of it."""

from datetime import timedelta

# until then the student neither hears of a check nor sees it: its events leave the outbox after it, and undoing the
# check removes them (D-69)
UNDO_PERIOD = timedelta(seconds=10)

"""The totals of the students list that are stored and need no counting."""

from adapters.postgres.core import tables as t
from adapters.postgres.listing.counting import StoredTotals, shares
from adapters.postgres.listing.listing import is_

_c = t.student_counts.c
STUDENT_TOTALS = StoredTotals(
    n=_c.n,
    filters={
        "status_id": lambda: is_(_c.status_id, "status_id"),
        "system_status": lambda: is_(_c.system_status, "system_status"),
        "has_photo": lambda: is_(_c.has_photo, "has_photo"),
        "has_private_info": lambda: is_(_c.has_personal_data, "has_private_info"),
        "office_ids": lambda: shares(_c.office_ids, "office_ids"),
    },
    branches=_c.office_ids,
)

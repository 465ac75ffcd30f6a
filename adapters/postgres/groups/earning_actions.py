"""The number of actions that earn in a group now (D-123)."""

from sqlalchemy import Integer, literal_column

# a pair of group and action without a row has it where the action is by default; else its periods decide
EARNING_ACTIONS = literal_column(
    """(
    select count(*) from actions a
    where a.enabled and a.starts_at <= now() and (a.ends_at is null or now() < a.ends_at) and coalesce(
        (select bool_or((x.since is null or x.since <= now()) and (x.until is null or now() < x.until))
            from group_actions x where x.group_id = groups.id and x.action_id = a.id),
        a.by_default
    )
)""",
    Integer,
)

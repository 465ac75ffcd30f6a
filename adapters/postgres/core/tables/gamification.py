"""Tables of gamification: rules, the ledger of XP and silver, and its balances."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, school_columns, word

# A level's number is its rank by required XP (D-31).
levels = Table(
    "levels",
    metadata,
    id_column(),
    Column("required_xp", Integer, nullable=False, unique=True),
    # percent of earned XP that is given as silver
    Column("xp_proportion", SmallInteger, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("required_xp >= 0", name="required_xp"),
    CheckConstraint("xp_proportion between 0 and 1000", name="xp_proportion"),
)

# What earns. Built-in actions are made at the first start; nothing is earned for deeds before ``starts_at`` (D-93).
actions = Table(
    "actions",
    metadata,
    id_column(),
    # participate lesson 1, do homework 2, participate exam 3, pass exam 4, given by admin 5
    Column("kind", SmallInteger, nullable=False),
    word("name"),
    Column("built_in", Boolean, nullable=False, server_default="false"),
    # groups that were never connected or disconnected by hand have it (D-123)
    Column("by_default", Boolean, nullable=False, server_default="false"),
    Column("enabled", Boolean, nullable=False, server_default="true"),
    instant("starts_at", now=True),
    instant("ends_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("kind between 1 and 5", name="kind"),
    Index("uq_actions_built_in", "kind", unique=True, postgresql_where=text("built_in")),
)

# {"on_time_extra": {"xp": 300, "silver": null}, …}; a level without a row has the amounts of the next lower one (D-122)
action_levels = Table(
    "action_levels",
    metadata,
    Column("action_id", BigInteger, ForeignKey("actions.id", ondelete="CASCADE"), primary_key=True),
    Column("level_id", BigInteger, ForeignKey("levels.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("amounts", JSONB, nullable=False),
)

# The periods in which a group has an action. A pair without a row has it where the action is ``by_default``.
group_actions = Table(
    "group_actions",
    metadata,
    id_column(),
    reference("group_id", "groups"),
    reference("action_id", "actions", cascade=True),
    # null: since the group's beginning
    instant("since", nullable=True),
    # null: until today
    instant("until", nullable=True),
    Column("changed_by", BigInteger, ForeignKey("users.id")),
    Index("uq_group_actions_open", "group_id", "action_id", unique=True, postgresql_where=text("until is null")),
)

# Entries are added and never changed: a trigger holds all columns but ``in_force``, which turns false once, when an
# award is reversed (D-30), and ``student_id``, which a merge of two students changes. Locked balances give a student's
# entries ascending ids.
ledger_entries = Table(
    "ledger_entries",
    metadata,
    id_column(),
    reference("student_id", "students", index=False),
    Column("kind", Text, nullable=False),
    Column("cause_kind", Text, nullable=False),
    # the id of the lesson, submission, exam, event, order or of the school's record
    Column("cause_source", Text, nullable=False),
    Column("in_force", Boolean, nullable=False, server_default="false"),
    Column("achievement", Text),
    # the action that made it, which may be deleted since (D-122)
    Column("action_id", BigInteger),
    Column("group_id", BigInteger, ForeignKey("groups.id")),
    Column("category_id", BigInteger, ForeignKey("categories.id")),
    Column("xp", Integer, nullable=False),
    Column("silver", Integer, nullable=False),
    # the student's level and its conversion that it was made with
    Column("level", SmallInteger, nullable=False),
    Column("xp_proportion", SmallInteger, nullable=False),
    # the award that a reversal takes back; the award that a correction has put this one in place of
    Column("reverses_id", BigInteger, ForeignKey("ledger_entries.id"), unique=True),
    Column("replaces_id", BigInteger, ForeignKey("ledger_entries.id"), unique=True),
    word("reason"),
    # what the row shows of its cause
    Column("details", JSONB, nullable=False),
    # null: the system, the school or the student
    Column("made_by", BigInteger, ForeignKey("users.id")),
    instant("at"),
    # the balance after it
    Column("xp_after", BigInteger, nullable=False),
    Column("silver_after", BigInteger, nullable=False),
    CheckConstraint("kind in ('award', 'reversal', 'purchase', 'refund')", name="kind"),
    CheckConstraint("(kind = 'reversal') = (reverses_id is not null)", name="reverses"),
    CheckConstraint("kind <> 'purchase' or silver_after >= 0", name="purchase"),
    CheckConstraint("not in_force or kind = 'award'", name="in_force"),
    Index("ix_ledger_entries_student", "student_id", "id"),
    Index(
        "uq_ledger_entries_in_force",
        "student_id",
        "cause_kind",
        "cause_source",
        unique=True,
        postgresql_where=text("in_force"),
    ),
    Index("ix_ledger_entries_cause", "cause_kind", "cause_source", postgresql_where=text("in_force")),
    Index(
        "uq_ledger_entries_purchase",
        "student_id",
        "cause_kind",
        "cause_source",
        unique=True,
        postgresql_where=text("kind = 'purchase'"),
    ),
)

# The sum of a student's entries, changed in their commit; silver below zero is owed (D-30). XP is below zero where the
# school takes more than there is (D-92).
balances = Table(
    "balances",
    metadata,
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True),
    Column("xp", BigInteger, nullable=False, server_default="0"),
    Column("silver", BigInteger, nullable=False, server_default="0"),
    Index("ix_balances_xp", "xp"),
)

# The XP of a student in a category of courses (D-91); entries of no course count in no row.
category_balances = Table(
    "category_balances",
    metadata,
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True),
    Column("category_id", BigInteger, ForeignKey("categories.id"), primary_key=True),
    Column("xp", BigInteger, nullable=False, server_default="0"),
    Index("ix_category_balances_rank", "category_id", "xp"),
)

# A recomputation of a period: planned, shown, and then committed as it was shown (D-93).
recomputations = Table(
    "recomputations",
    metadata,
    id_column(),
    Column("from_date", Date, nullable=False),
    Column("to_date", Date, nullable=False),
    Column("group_ids", ARRAY(BigInteger), nullable=False),
    Column("category_id", BigInteger, ForeignKey("categories.id")),
    Column("state", Text, nullable=False),
    # of rules, deeds and differences as planned: a commit of anything else is refused
    word("digest"),
    Column("totals", JSONB, nullable=False),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    instant("created_at"),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("state in ('planning', 'planned', 'committing', 'done', 'refused')", name="state"),
)

# The differences of a student as they were planned; ``causes``: kind of cause → number of awards that change.
recomputation_rows = Table(
    "recomputation_rows",
    metadata,
    Column("recomputation_id", BigInteger, ForeignKey("recomputations.id", ondelete="CASCADE"), primary_key=True),
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True, index=True),
    Column("xp", Integer, nullable=False),
    Column("silver", Integer, nullable=False),
    Column("xp_before", BigInteger, nullable=False),
    Column("silver_before", BigInteger, nullable=False),
    Column("causes", JSONB, nullable=False),
)

# XP and silver that the school gave or took (D-92). An entry of the ledger with the cause *school* follows each row.
school_awards = Table(
    "school_awards",
    metadata,
    id_column(),
    *school_columns(),
    reference("student_id", "students"),
    # xp or silver
    Column("kind", Text, nullable=False),
    # points
    Column("amount", Integer, nullable=False),
    Column("category_h_id", Text),
    word("reason"),
    instant("given_at", nullable=True),
    # what the ledger has of it; see ``adapters/postgres/gamification/school_records.py``
    Column("settled", Text),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("kind in ('xp', 'silver')", name="kind"),
)

# Whether a group earns by a built-in action, as the school says (D-92); ``group_actions`` follows each row.
school_connections = Table(
    "school_connections",
    metadata,
    id_column(),
    *school_columns(),
    reference("group_id", "groups"),
    # the kind of the action, 1–4
    Column("action", SmallInteger, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("settled", Text),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("action between 1 and 4", name="action"),
)

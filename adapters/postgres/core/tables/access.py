"""Tables of accounts, roles, sessions and preferences."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, person_columns, reference, word

roles = Table(
    "roles",
    metadata,
    id_column(),
    Column("name", Text, nullable=False, unique=True),
    Column("type", SmallInteger, nullable=False),
    Column("number", SmallInteger),
    Column("fixed", Boolean, nullable=False, server_default="false"),
    # {"users:students": ["read", "update"]}; the one shape that the rights of a caller are computed from
    Column("permissions", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("type in (1, 2, 3)", name="type"),
)

users = Table(
    "users",
    metadata,
    id_column(),
    Column("login", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    reference("role_id", "roles"),
    *person_columns(),
    Column("superadmin", Boolean, nullable=False, server_default="false"),
    Column("all_offices", Boolean, nullable=False, server_default="false"),
    Column("status", SmallInteger, nullable=False, server_default="3"),
    word("block_reason"),
    Column("must_change_password", Boolean, nullable=False, server_default="false"),
    instant("password_changed_at", nullable=True),
    # employed 1, left 2 (R1-183)
    Column("work_status", SmallInteger, nullable=False, server_default="1"),
    # waiting 1, failed 2, ready 3, no picture 4 (D-61)
    Column("photo_check", SmallInteger, nullable=False, server_default="4"),
    # an author, whose online courses students take (D-16)
    Column("author", Boolean, nullable=False, server_default="false"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    # the last change of the account or of its branches: written with either, so that the version counts both
    instant("changed_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 3)", name="status"),
    CheckConstraint("work_status in (1, 2)", name="work_status"),
    CheckConstraint("photo_check in (1, 2, 3, 4)", name="photo_check"),
    Index("uq_users_login", func.lower(text("login")), unique=True),
    Index("ix_users_created", "created_at", "id"),
)

user_offices = Table(
    "user_offices",
    metadata,
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True, index=True),
)

sessions = Table(
    "sessions",
    metadata,
    id_column(),
    reference("user_id", "users", cascade=True),
    Column("refresh_digest", Text, nullable=False, unique=True),
    Column("previous_digest", Text, unique=True),
    # the token pair of the last rotation, encrypted, so that a second tab within the grace period gets the same one
    # (D-9)
    Column("sealed_refresh", LargeBinary, nullable=False),
    instant("created_at"),
    instant("rotated_at"),
    instant("last_seen_at"),
    instant("ended_at", nullable=True),
    word("end_reason"),
    word("address"),
    word("user_agent"),
    # the push token of the browser
    Column("fcm_token", Text, index=True),
)

# A student signed in on one device; see ``sessions``. ``access_version``: that of the student at the sign-in (D-97).
student_sessions = Table(
    "student_sessions",
    metadata,
    id_column(),
    reference("student_id", "students", cascade=True),
    Column("access_version", Integer, nullable=False),
    Column("refresh_digest", Text, nullable=False, unique=True),
    Column("previous_digest", Text, unique=True),
    Column("sealed_refresh", LargeBinary, nullable=False),
    instant("created_at"),
    instant("rotated_at"),
    instant("last_seen_at"),
    instant("ended_at", nullable=True),
    word("end_reason"),
    word("address"),
    word("user_agent"),
    # the push token of the device
    Column("device_token", Text, index=True),
)

sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    # "login:<folded>|<address>", "address:<address>" or "browser:<id>|<folded>"; of students with "student/" before the
    # login or the address
    Column("subject", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    instant("blocked_until"),
    instant("last_at"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("value", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
)

# Filters, search and columns of a list, saved by a user under a name.
saved_views = Table(
    "saved_views",
    metadata,
    id_column(),
    reference("user_id", "users", cascade=True, index=False),
    Column("list", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("value", JSONB, nullable=False),
    instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("user_id", "list", "name"),
)

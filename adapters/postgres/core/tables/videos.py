"""Tables of video lessons, the history of their status, and reports of hosts."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Double, Index, Integer, SmallInteger, Table, Text, text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

# A video of a lesson; its bytes are at the host (D-94).
videos = Table(
    "videos",
    metadata,
    id_column(),
    # 128 random bits: players use it
    Column("public_id", Text, nullable=False, unique=True),
    reference("group_id", "groups", index=False),
    reference("lesson_id", "lessons"),
    Column("name", Text, nullable=False),
    # of the file on the uploader's disk
    Column("orig_name", Text, nullable=False),
    # bytes, and those of them that are stored
    Column("size", BigInteger, nullable=False),
    Column("received", BigInteger, nullable=False, server_default="0"),
    reference("created_by", "users", index=False),
    instant("created_at"),
    # the last byte, change or progress, and the last question to the host since then
    instant("moved_at"),
    instant("polled_at", nullable=True),
    # the host that has it, and its id there; empty until the host has prepared the upload
    Column("host", Text, nullable=False),
    word("host_id"),
    # Processing 1, Done 2, Error 3, Pause 4, Uploading 5, Waiting 6 (R2-266)
    Column("status", SmallInteger, nullable=False),
    # 0…100 of the processing
    Column("percent", SmallInteger, nullable=False, server_default="0"),
    # the number of its processing, which the host's reports name
    Column("attempt", Integer, nullable=False, server_default="1"),
    # seconds
    Column("duration", Double),
    # since then it is being deleted at its host
    instant("deleted_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status between 1 and 6", name="status"),
    CheckConstraint("received between 0 and size", name="received"),
    CheckConstraint("percent between 0 and 100", name="percent"),
    Index("ix_videos_group", "group_id", "id"),
    Index("uq_videos_host_id", "host", "host_id", unique=True, postgresql_where=text("host_id <> ''")),
    # the unfinished uploads of a person
    Index("ix_videos_unfinished", "created_by", postgresql_where=text("status in (3, 4, 5) and deleted_at is null")),
    # what is at its host, or being deleted there
    Index("ix_videos_moving", "moved_at", postgresql_where=text("status in (1, 6) or deleted_at is not null")),
)

# Every change of a video's status (R2-280).
video_status_entries = Table(
    "video_status_entries",
    metadata,
    id_column(),
    reference("video_id", "videos", cascade=True),
    Column("status", SmallInteger, nullable=False),
    instant("at"),
    # the key of a text, or the words of the host
    word("message"),
)

# Reports that hosts sent by themselves: stored first, processed once (D-95). Kept for a month.
video_webhooks = Table(
    "video_webhooks",
    metadata,
    id_column(),
    Column("host", Text, nullable=False),
    # the video that it is about, as the host names it
    Column("host_id", Text, nullable=False),
    # as it was sent
    word("body"),
    instant("received_at"),
    instant("processed_at", nullable=True),
    # applied, unchanged, unknown
    word("outcome"),
    Index("ix_video_webhooks_received_at", "received_at"),
)

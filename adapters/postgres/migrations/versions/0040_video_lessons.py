"""Video lessons, the history of their status, reports of hosts."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "video_webhooks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), server_default="", nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("processed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_video_webhooks")),
    )
    op.create_index("ix_video_webhooks_received_at", "video_webhooks", ["received_at"], unique=False)
    op.create_table(
        "videos",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("lesson_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("orig_name", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("polled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("host_id", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("percent", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("attempt", sa.Integer(), server_default="1", nullable=False),
        sa.Column("duration", sa.Double(), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("percent between 0 and 100", name=op.f("ck_videos_percent")),
        sa.CheckConstraint("received between 0 and size", name=op.f("ck_videos_received")),
        sa.CheckConstraint("status between 1 and 6", name=op.f("ck_videos_status")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_videos_created_by")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_videos_group_id")),
        sa.ForeignKeyConstraint(["lesson_id"], ["lessons.id"], name=op.f("fk_videos_lesson_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_videos")),
        sa.UniqueConstraint("public_id", name=op.f("uq_videos_public_id")),
    )
    op.create_index("ix_videos_group", "videos", ["group_id", "id"], unique=False)
    op.create_index(op.f("ix_videos_lesson_id"), "videos", ["lesson_id"], unique=False)
    op.create_index(
        "ix_videos_moving",
        "videos",
        ["moved_at"],
        unique=False,
        postgresql_where=sa.text("status in (1, 6) or deleted_at is not null"),
    )
    op.create_index(
        "ix_videos_unfinished",
        "videos",
        ["created_by"],
        unique=False,
        postgresql_where=sa.text("status in (3, 4, 5) and deleted_at is null"),
    )
    op.create_index(
        "uq_videos_host_id", "videos", ["host", "host_id"], unique=True, postgresql_where=sa.text("host_id <> ''")
    )
    op.create_table(
        "video_status_entries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("video_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["video_id"], ["videos.id"], name=op.f("fk_video_status_entries_video_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_video_status_entries")),
    )
    op.create_index(op.f("ix_video_status_entries_video_id"), "video_status_entries", ["video_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_video_status_entries_video_id"), table_name="video_status_entries")
    op.drop_table("video_status_entries")
    op.drop_index("uq_videos_host_id", table_name="videos", postgresql_where=sa.text("host_id <> ''"))
    op.drop_index(
        "ix_videos_unfinished",
        table_name="videos",
        postgresql_where=sa.text("status in (3, 4, 5) and deleted_at is null"),
    )
    op.drop_index(
        "ix_videos_moving", table_name="videos", postgresql_where=sa.text("status in (1, 6) or deleted_at is not null")
    )
    op.drop_index(op.f("ix_videos_lesson_id"), table_name="videos")
    op.drop_index("ix_videos_group", table_name="videos")
    op.drop_table("videos")
    op.drop_index("ix_video_webhooks_received_at", table_name="video_webhooks")
    op.drop_table("video_webhooks")

"""The homework database: drafts, publications, links to topics; drawn variants."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _tables_of_drafts()
    _tables_of_publications()
    _links_to_topics()
    op.create_table(
        "homework_variants",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("homework_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("edition_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_homework_variants_number")),
        sa.ForeignKeyConstraint(["edition_id"], ["database_editions.id"], name=op.f("fk_homework_variants_edition_id")),
        sa.ForeignKeyConstraint(
            ["homework_id"], ["homeworks.id"], name=op.f("fk_homework_variants_homework_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework_variants")),
        sa.UniqueConstraint("homework_id", "number", name=op.f("uq_homework_variants_homework_id_number")),
    )
    op.create_index(op.f("ix_homework_variants_edition_id"), "homework_variants", ["edition_id"], unique=False)
    op.add_column("homeworks", sa.Column("mode", sa.SmallInteger(), nullable=True))
    op.add_column("homeworks", sa.Column("edition_id", sa.BigInteger(), nullable=True))
    op.create_check_constraint(op.f("ck_homeworks_mode"), "homeworks", "mode in (1, 2)")
    op.create_foreign_key(op.f("fk_homeworks_edition_id"), "homeworks", "database_editions", ["edition_id"], ["id"])
    op.create_index(
        "ix_homeworks_edition_id",
        "homeworks",
        ["edition_id"],
        unique=False,
        postgresql_where=sa.text("edition_id is not null"),
    )
    op.add_column("submissions", sa.Column("variant_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_submissions_variant_id"), "submissions", "homework_variants", ["variant_id"], ["id"])
    op.create_index(
        "ix_submissions_variant_id",
        "submissions",
        ["variant_id"],
        unique=False,
        postgresql_where=sa.text("variant_id is not null"),
    )


def _tables_of_drafts() -> None:
    op.create_table(
        "homework_databases",
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("order_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_homework_databases_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("course_id", name=op.f("pk_homework_databases")),
    )
    op.create_table(
        "database_chapters",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("published_name", sa.Text(), nullable=True),
        sa.Column("changed_in", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_database_chapters_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_chapters")),
        sa.UniqueConstraint(
            "course_id",
            "position",
            name=op.f("uq_database_chapters_course_id_position"),
            deferrable=True,
            initially="IMMEDIATE",
        ),
    )
    op.create_table(
        "database_lessons",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("chapter_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("is_archived", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("changed_in", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(
            ["chapter_id"], ["database_chapters.id"], name=op.f("fk_database_lessons_chapter_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_lessons")),
        sa.UniqueConstraint(
            "chapter_id",
            "position",
            name=op.f("uq_database_lessons_chapter_id_position"),
            deferrable=True,
            initially="IMMEDIATE",
        ),
    )
    op.create_table(
        "database_homeworks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("lesson_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=True),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("is_archived", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("saved_by", sa.BigInteger(), nullable=True),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_database_homeworks_created_by")),
        sa.ForeignKeyConstraint(
            ["lesson_id"], ["database_lessons.id"], name=op.f("fk_database_homeworks_lesson_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["saved_by"], ["users.id"], name=op.f("fk_database_homeworks_saved_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_homeworks")),
        sa.UniqueConstraint(
            "lesson_id",
            "position",
            name=op.f("uq_database_homeworks_lesson_id_position"),
            deferrable=True,
            initially="IMMEDIATE",
        ),
    )
    op.create_index("ix_database_homeworks_saved_at", "database_homeworks", ["saved_at", "id"], unique=False)


def _tables_of_publications() -> None:
    op.create_table(
        "database_editions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("homework_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["homework_id"],
            ["database_homeworks.id"],
            name=op.f("fk_database_editions_homework_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["published_by"], ["users.id"], name=op.f("fk_database_editions_published_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_editions")),
        sa.UniqueConstraint("homework_id", "number", name=op.f("uq_database_editions_homework_id_number")),
    )
    op.create_table(
        "database_publications",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("lesson_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.BigInteger(), nullable=True),
        sa.Column("replaced_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["lesson_id"],
            ["database_lessons.id"],
            name=op.f("fk_database_publications_lesson_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["published_by"], ["users.id"], name=op.f("fk_database_publications_published_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_publications")),
        sa.UniqueConstraint("lesson_id", "number", name=op.f("uq_database_publications_lesson_id_number")),
    )
    op.create_index(
        "uq_database_publications_current",
        "database_publications",
        ["lesson_id"],
        unique=True,
        postgresql_where=sa.text("replaced_at is null"),
    )
    op.create_table(
        "published_homeworks",
        sa.Column("publication_id", sa.BigInteger(), nullable=False),
        sa.Column("edition_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["edition_id"], ["database_editions.id"], name=op.f("fk_published_homeworks_edition_id")
        ),
        sa.ForeignKeyConstraint(
            ["publication_id"],
            ["database_publications.id"],
            name=op.f("fk_published_homeworks_publication_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("publication_id", "edition_id", name=op.f("pk_published_homeworks")),
        sa.UniqueConstraint("publication_id", "place", name=op.f("uq_published_homeworks_publication_id_place")),
    )
    op.create_index("ix_published_homeworks_edition_id", "published_homeworks", ["edition_id"], unique=False)


def _links_to_topics() -> None:
    op.create_table(
        "topic_homework",
        sa.Column("topic_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(
            ["topic_id"], ["topics.id"], name=op.f("fk_topic_homework_topic_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("topic_id", name=op.f("pk_topic_homework")),
    )
    op.create_table(
        "topic_homework_lessons",
        sa.Column("topic_id", sa.BigInteger(), nullable=False),
        sa.Column("lesson_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["lesson_id"],
            ["database_lessons.id"],
            name=op.f("fk_topic_homework_lessons_lesson_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["topic_id"], ["topics.id"], name=op.f("fk_topic_homework_lessons_topic_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("topic_id", "lesson_id", name=op.f("pk_topic_homework_lessons")),
        sa.UniqueConstraint(
            "topic_id",
            "position",
            name=op.f("uq_topic_homework_lessons_topic_id_position"),
            deferrable=True,
            initially="IMMEDIATE",
        ),
    )
    op.create_index("ix_topic_homework_lessons_lesson_id", "topic_homework_lessons", ["lesson_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_submissions_variant_id", table_name="submissions")
    op.drop_column("submissions", "variant_id")
    op.drop_index("ix_homeworks_edition_id", table_name="homeworks")
    op.drop_column("homeworks", "edition_id")
    op.drop_column("homeworks", "mode")
    op.drop_table("homework_variants")
    op.drop_table("topic_homework_lessons")
    op.drop_table("topic_homework")
    op.drop_table("published_homeworks")
    op.drop_table("database_publications")
    op.drop_table("database_editions")
    op.drop_table("database_homeworks")
    op.drop_table("database_lessons")
    op.drop_table("database_chapters")
    op.drop_table("homework_databases")

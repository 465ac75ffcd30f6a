"""A holiday may be that of some branches; until now each was the whole centre's."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("holidays", sa.Column("whole_centre", sa.Boolean(), server_default="true", nullable=False))
    op.drop_constraint("uq_holidays_date", "holidays", type_="unique")
    op.create_index("uq_holidays_date", "holidays", ["date"], unique=True, postgresql_where=sa.text("whole_centre"))
    op.create_table(
        "holiday_offices",
        sa.Column("holiday_id", sa.BigInteger(), nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["holiday_id"], ["holidays.id"], name=op.f("fk_holiday_offices_holiday_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_holiday_offices_office_id")),
        sa.PrimaryKeyConstraint("holiday_id", "office_id", name=op.f("pk_holiday_offices")),
        sa.UniqueConstraint("office_id", "date", name=op.f("uq_holiday_offices_office_id_date")),
    )


def downgrade() -> None:
    # a holiday of some branches would become one of the whole centre
    op.drop_table("holiday_offices")
    op.execute("delete from holidays where not whole_centre")
    op.drop_index("uq_holidays_date", table_name="holidays")
    op.drop_column("holidays", "whole_centre")
    op.create_unique_constraint("uq_holidays_date", "holidays", ["date"])

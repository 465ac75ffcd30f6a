"""The search finds *son of* and *daughter of* as Uzbek and as Russian spell them."""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

PAIRS = (("ogli", "ugli"), ("ugli", "ogli"), ("qizi", "kizi"), ("kizi", "qizi"))
# the other spelling stands at the same places, with the same weights
ADD = """
update {table} set search = regexp_replace(search::text, $$'{there}'(:\\S+)$$, $$'{there}'\\1 '{other}'\\1$$)::tsvector
where search @@ '{there}'::tsquery and not search @@ '{other}'::tsquery
"""


def upgrade() -> None:
    for table in ("users", "teachers", "students"):
        for there, other in PAIRS:
            op.execute(ADD.format(table=table, there=there, other=other))


def downgrade() -> None:
    """Leaves the additional words: no search of the version before fails by them."""

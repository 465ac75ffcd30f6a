"""The schema of a database as rows that can be compared.

For the tests of migrations and of the contract.
"""

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments

# Every table, column, index, key, check, trigger and function of the public schema.
_SCHEMA = """
select 'column' as kind, table_name || '.' || column_name as name,
    concat_ws(' ', data_type, is_nullable, column_default, identity_generation) as what
from information_schema.columns where table_schema = 'public'
union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
from pg_constraint where connamespace = 'public'::regnamespace
union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid)
from pg_trigger where not tgisinternal
union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
order by 1, 2, 3
"""


async def schema_rows(url: str) -> list[tuple[str, ...]]:
    """(kind, name, definition) of all of the public schema, in a total order."""
    connection = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        return [tuple(row) for row in await connection.fetch(_SCHEMA)]
    finally:
        await connection.close()

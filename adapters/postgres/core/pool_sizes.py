"""Connections that one process may open to PostgreSQL, by pool.

An API process opens at most their sum, 33; ``max_connections`` must cover all processes (docs/operations.md).
"""

# the unit of work
ENGINE = 8
ENGINE_OVERFLOW = 4
# lists and cards
READ = 8
# the fast path: saving attendance and signing in
WRITE = 8
# batches that many requests share, and statements planned once
BATCH = 2
PREPARED_READ = 3

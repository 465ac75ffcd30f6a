"""The fast path: raw SQL and request batching for saving attendance and sign-in.

Everything else writes through the unit of work. These two stand behind the same ports as the rest and use asyncpg
directly, because a lesson begins for two hundred teachers in the same minute (docs/performance.md, *Saving a class* and
*Signing in*, measured on two cores):

- saving a class: 1 278 a second, 87 % of a bare handler that only writes. Through the unit of work a save took eleven
  round trips, 278 a second; now one statement decides for many classes and one statement writes them.
- signing in: 77 % of the rate of the bare password verification. Through the unit of work, twelve statements and
  47-57 %; now three.

Its parts:

- ``batching``                one round trip for the same statement of many concurrent callers
- ``raw_unit_of_work``        ``Transaction`` without a session: commits without a begin where one statement writes
- ``idempotency``             responses by idempotency key, batched (D-8)
- ``attendance_sheets``       reads and writes attendance sheets with the statements of ``attendance_sql``
- ``sign_in_store``           the account, its failed attempts, and the new session

The audit record comes from the writer all paths share (``adapters.postgres.core.audit.writer``).
"""

"""Reads about accounts, sessions and preferences."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.fast_path.batching import statement_batcher
from adapters.postgres.files.photo_links import PhotoLinks
from application.actor import Actor
from contracts.access.sign_in import Preferences, Profile, RoleRef, SessionRow
from contracts.shared import Named
from domain.access.sessions import SESSION_LIFETIME
from domain.access.users import UserStatus, shown_name
from domain.shared.errors import NotFound

# of an account ``u`` and its role ``r``
ACTOR_COLUMNS = """
u.id, u.login, u.superadmin, u.all_offices, u.must_change_password, u.first_name, u.last_name, u.middle_name,
       r.name as role_name, r.permissions::text as permissions,
       array(select office_id from user_offices where user_id = u.id) as office_ids
"""
# one indexed read per request: a block, a changed role or an ended session takes effect at the next request (D-9)
ACTORS = f"""
select s.id as session_id, {ACTOR_COLUMNS}
from unnest($1::bigint[], $2::bigint[]) requested (session_id, user_id)
    join sessions s on s.id = requested.session_id and s.user_id = requested.user_id
    join users u on u.id = s.user_id join roles r on r.id = u.role_id
where s.ended_at is null and s.created_at > now() - $3::interval and u.status <> {UserStatus.BLOCKED:d}
"""  # noqa: S608  names of ours
# the account on whose behalf a job runs: its present rights, whether or not it is signed in
ACTING = f"""
select {ACTOR_COLUMNS} from users u join roles r on r.id = u.role_id
where u.id = $1 and u.status <> {UserStatus.BLOCKED:d}
"""  # noqa: S608
PROFILE = """
select u.id, u.login, u.first_name, u.last_name, u.middle_name, u.photo, u.all_offices, u.superadmin,
       u.must_change_password, r.id as role_id, r.name as role_name, r.type as role_type
from users u join roles r on r.id = u.role_id where u.id = $1
"""
PROFILE_OFFICES = """
select o.id, o.name from offices o join user_offices l on l.office_id = o.id where l.user_id = $1 order by o.name, o.id
"""
SESSIONS = """
select id, created_at, last_seen_at, address, user_agent from sessions
where user_id = $1 and ended_at is null and created_at > now() - $2::interval order by last_seen_at desc, id desc
"""

PREFERENCES = """
select (select value from preferences where user_id = $1) as value, (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'list', list, 'name', name, 'value', value, 'version', version) order by id), '[]')
    from saved_views where user_id = $1
) as views
"""


class PostgresAccessViews:
    """See ``application.access.ports.AccessViews`` and ``PreferenceStore``."""

    def __init__(self, pool: ReadPool, prepared_read_pool: ReadPool, photo_links: PhotoLinks, time_zone: str) -> None:
        self._pool = pool
        self._prepared_read_pool = prepared_read_pool
        self._photo_links = photo_links
        self._time_zone = time_zone
        self._actors = statement_batcher(self._signed_in)

    async def actor(self, user_id: int, session_id: int) -> Actor | None:
        return await self._actors.run((session_id, user_id))

    async def _signed_in(self, keys: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Actor]:
        sessions, users = zip(*keys, strict=True)
        rows = await self._prepared_read_pool.fetch(ACTORS, sessions, users, SESSION_LIFETIME)
        return {(row["session_id"], row["id"]): actor_of(row, row["session_id"]) for row in rows}

    async def acting(self, user_id: int) -> Actor | None:
        """See ``application.access.ports.ActorLookup``."""
        row = await self._pool.fetchrow(ACTING, user_id)
        return None if row is None else actor_of(row, None)

    async def profile(self, user_id: int) -> Profile:
        row = await self._pool.fetchrow(PROFILE, user_id)
        if row is None:
            raise NotFound("User", user_id)
        offices = await self._pool.fetch(PROFILE_OFFICES, user_id)
        return Profile(
            id=row["id"],
            login=row["login"],
            full_name=shown_name(row["login"], row["last_name"], row["first_name"], row["middle_name"]),
            photo=self._photo_links.link(row["photo"]),
            role=RoleRef(id=row["role_id"], name=row["role_name"], type=row["role_type"]),
            offices=[Named(id=o["id"], name=o["name"]) for o in offices],
            all_offices=row["all_offices"] or row["superadmin"],
            superadmin=row["superadmin"],
            must_change_password=row["must_change_password"],
            time_zone=self._time_zone,
        )

    async def sessions(self, user_id: int, current: int | None) -> list[SessionRow]:
        rows = await self._pool.fetch(SESSIONS, user_id, SESSION_LIFETIME)
        return [SessionRow(**dict(row), current=row["id"] == current) for row in rows]

    async def preferences(self, user_id: int) -> Preferences:
        row: Any = await self._pool.fetchrow(PREFERENCES, user_id)
        return msgspec.convert((row["value"] or {}) | {"views": row["views"]}, Preferences)


def actor_of(row: Any, session_id: int | None) -> Actor:
    """The account of a row with these columns."""
    return Actor(
        id=row["id"],
        name=shown_name(row["login"], row["last_name"], row["first_name"], row["middle_name"]),
        role_name=row["role_name"],
        grants=_grants(row["permissions"]),
        office_ids=tuple(row["office_ids"]),
        all_offices=row["all_offices"] or row["superadmin"],
        superadmin=row["superadmin"],
        session_id=session_id,
        must_change_password=row["must_change_password"],
    )


@lru_cache(maxsize=256)
def _grants(permissions: str) -> Mapping[str, tuple[str, ...]]:
    """A role's rights, cached: many callers share a role and each request needs them."""
    return MappingProxyType({key: tuple(actions) for key, actions in msgspec.json.decode(permissions).items()})

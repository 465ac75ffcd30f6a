"""Integrations: stored settings and connection tests (R1-090, R1-399, D-39)."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

import msgspec

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.ports import Cipher, Clock, IntegrationCipher, UnitOfWork
from application.settings.connection_test import IntegrationConnections
from contracts.settings.integrations import (
    ADAPTERS,
    KEPT,
    KINDS,
    MAX_DOCUMENT_LENGTH,
    MAX_VALUE_LENGTH,
    OFF,
    ChangeIntegration,
    FieldOf,
    IntegrationAdapter,
    IntegrationAnswer,
    IntegrationCard,
    IntegrationField,
    Integrations,
    IntegrationTested,
    Kind,
    ServiceAccount,
)
from contracts.shared import Named, check
from contracts.texts import translate
from domain.access.users import User, shown_name
from domain.settings.integration import Integration
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound

GUARD = "settings:integrations"
_EMAIL = re.compile(r"\A[^@\s]+@[^@\s]+\.[^@\s]+")
# the state of a kind without stored settings or environment
_UNSET: Mapping[str, str] = {"school": "", "sms": "log"}


@permits(GUARD)
async def list_integrations(*, actor: Actor, uow: UnitOfWork, connections: IntegrationConnections) -> Integrations:
    """Returns every kind with its adapters' fields and values; secrets are masked."""
    async with uow:
        return Integrations(integrations=[await _card(kind, uow, connections) for kind in KINDS])


@permits(GUARD, do="update", scope=CENTRE)
async def change_integration(
    form: ChangeIntegration,
    *,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    cipher: IntegrationCipher,
    connections: IntegrationConnections,
) -> IntegrationAnswer:
    """Connects a kind with other settings.

    Secrets are stored encrypted and appear in no response, record or log. Generated fields are generated once and stay
    while the adapter stays. Raises ValidationError by field, also if an address changes and its secret is not typed
    again; Conflict (D-8); DomainError("settings.fixed_by_environment").
    """
    check(form)
    if connections.environment_settings(form.kind) is not None:
        raise DomainError("settings.fixed_by_environment")
    async with uow:
        stored = await load_stored(form.kind, uow, lock=True)
        if (stored.version if stored else 0) != form.version:
            raise Conflict(await _card(form.kind, uow, connections))
        retained = _retained_secrets(stored, form.adapter, cipher)
        check(form, **_faults(form, stored, retained))
        fields = ADAPTERS[form.kind][form.adapter]
        made = _retained_generated(fields, stored, retained) or connections.generate_fields(form.adapter)
        plain = {it.name: made[it.name] if it.made else _typed(form, it) for it in fields if not it.secret}
        secrets = retained | {it.name: _typed(form, it) for it in fields if it.secret and _is_new(form, it)}
        secrets |= {it.name: made[it.name] for it in fields if it.secret and it.made}
        now = stored or Integration(form.kind, "")
        before, names = {"adapter": now.adapter, **now.fields}, set(retained)
        now.adapter, now.fields, now.updated_by, now.updated_at = form.adapter, plain, actor.id, clock.now()
        now.secrets = cipher.encrypt(msgspec.json.encode(secrets)) if secrets else None
        if stored is None:
            uow.add(now)
        await uow.flush()
        after = {"adapter": now.adapter, **plain}
        differ = {name for name in before | after if before.get(name) != after.get(name)}
        renewed = sorted(it.name for it in fields if it.secret and (_is_new(form, it) or it.name not in names))
        uow.audit(
            "settings.integration_changed",
            "integration",
            now.id,
            actor=actor,
            permission=GUARD,
            before={name: before[name] for name in sorted(differ) if name in before},
            after={name: after[name] for name in sorted(differ) if name in after}
            | ({"renewed": ", ".join(renewed)} if renewed else {}),
            kind=form.kind,
        )
        await uow.commit()
        return IntegrationAnswer(integration=await _card(form.kind, uow, connections))


@permits(GUARD, do="update", scope=CENTRE)
async def test_integration(kind: str, *, actor: Actor, connections: IntegrationConnections) -> IntegrationTested:
    """Tests the stored connection and returns the result as text.

    Raises NotFound for an unknown kind.
    """
    known = next((it for it in KINDS if it == kind), None)
    if known is None:
        raise NotFound("Integration", kind)
    reached, version = await connections.reach(known)
    message = translate(reached.code, actor.language, **reached.params)
    return IntegrationTested(ok=reached.ok, words=message, version=version)


def decrypt_secrets(stored: Integration, cipher: Cipher) -> dict[str, str]:
    """Decrypts the secrets of an integration.

    Raises ValueError if they were encrypted with another key.
    """
    if stored.secrets is None:
        return {}
    return msgspec.json.decode(cipher.decrypt(stored.secrets), type=dict[str, str])


async def load_stored(kind: Kind, uow: UnitOfWork, *, lock: bool = False) -> Integration | None:
    """Loads the stored settings of a kind; ``lock`` serialises changes."""
    return await uow.find(Integration, lock=lock, kind=str(kind))


def _retained_secrets(stored: Integration | None, adapter: str, cipher: Cipher) -> dict[str, str]:
    """Returns the secrets that can stay: of the same adapter, and decryptable."""
    if stored is None or stored.adapter != adapter:
        return {}
    try:
        return decrypt_secrets(stored, cipher)
    except ValueError:
        return {}


def _retained_generated(
    fields: tuple[FieldOf, ...], stored: Integration | None, retained: Mapping[str, str]
) -> Mapping[str, str]:
    """Returns the generated values that can stay; empty if one of them is missing."""
    values = (stored.fields if stored else {}) | dict(retained)
    return values if retained and all(it.name in values for it in fields if it.made) else {}


def _typed(form: ChangeIntegration, field: FieldOf) -> str:
    return form.values.get(field.name, "").strip() or ("" if field.secret else field.default)


def _is_new(form: ChangeIntegration, field: FieldOf) -> bool:
    return not field.made and _typed(form, field) not in ("", KEPT)


def _faults(
    form: ChangeIntegration, stored: Integration | None, retained: Mapping[str, str]
) -> dict[str, list[FieldError]]:
    if form.adapter not in ADAPTERS[form.kind]:
        return {"adapter": [FieldError("limit.unknown_choice")]}
    fields = [field for field in ADAPTERS[form.kind][form.adapter] if not field.made]
    names = {field.name for field in fields}
    found = {f"values.{name}": [FieldError("limit.unknown_parameter")] for name in form.values if name not in names}
    # a secret belongs to the address it was typed for
    before = stored.fields if stored else {}
    moved = any(_host(_typed(form, it)) != _host(before.get(it.name, "")) for it in fields if it.type == "link")
    for field in fields:
        broken = _wrong(field, _typed(form, field), known=field.name in retained)
        if field.secret and moved and field.name in retained and not _is_new(form, field):
            broken = [FieldError("limit.secret_again")]
        if broken:
            found[f"values.{field.name}"] = broken
    return found


def _wrong(field: FieldOf, value: str, *, known: bool) -> list[FieldError]:
    if field.secret and value in ("", KEPT):
        return [] if known or not field.required else [FieldError("limit.required")]
    if not value:
        return [FieldError("limit.required")] if field.required else []
    return list(_form_faults(field, value))


def _form_faults(field: FieldOf, value: str) -> Iterator[FieldError]:
    most = MAX_DOCUMENT_LENGTH if field.type == "document" else MAX_VALUE_LENGTH
    if len(value) > most:
        yield FieldError("limit.max_length", {"limit": most})
    elif field.type == "document":
        if not _is_service_account(value):
            yield FieldError("limit.service_account")
    elif not value.isprintable() or (field.pattern and not re.fullmatch(field.pattern, value)):
        yield FieldError("limit.pattern")
    elif field.type == "link" and not _host(value):
        yield FieldError("limit.link")
    elif field.type == "email" and not _EMAIL.fullmatch(value):
        yield FieldError("limit.email")


def _is_service_account(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=ServiceAccount)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return False
    return True


def _host(link: str) -> str:
    """Returns scheme, host and port of a web address without credentials (R1-248).

    Anything else gives an empty result.
    """
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None or " " in link:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}"


async def _card(kind: Kind, uow: UnitOfWork, connections: IntegrationConnections) -> IntegrationCard:
    stored, given = await load_stored(kind, uow), connections.environment_settings(kind)
    by = await uow.find(User, id=stored.updated_by) if stored and stored.updated_by else None
    adapter = given.adapter if given else stored.adapter if stored else _UNSET.get(kind, OFF)
    values = dict(given.values) if given else _shown(stored)
    return IntegrationCard(
        kind=kind,
        adapter=adapter,
        adapters=[
            IntegrationAdapter(
                name=name,
                fields=[
                    IntegrationField(name=it.name, type=it.type, required=it.required, default=it.default, made=it.made)
                    for it in fields
                    if not (it.secret and it.made)
                ],
            )
            for name, fields in ADAPTERS[kind].items()
        ],
        values=values,
        fixed=given is not None,
        demo=stored is None and connections.has_simulator(kind),
        version=stored.version if stored else 0,
        updated_at=stored.updated_at if stored else None,
        updated_by=_person(by),
    )


def _person(user: User | None) -> Named | None:
    if user is None:
        return None
    name = shown_name(user.login, user.last_name, user.first_name, user.middle_name)
    return Named(id=int(user.id or 0), name=name)


def _shown(stored: Integration | None) -> dict[str, str]:
    if stored is None:
        return {}
    fields = ADAPTERS.get(stored.kind, {}).get(stored.adapter, ())  # type: ignore[call-overload]
    typed = [it.name for it in fields if it.secret and not it.made]
    return dict(stored.fields) | (dict.fromkeys(typed, KEPT) if stored.secrets is not None else {})

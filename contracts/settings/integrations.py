"""The outside systems that the centre can be connected with: which fields each adapter has, declared once (D-39)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from contracts.shared import Form, Limit, Named, Wire

VALUE_MAX = 500
# what stands for a secret that is set, and for one that is to stay as it is
KEPT = "••••"

Kind = Literal["school", "sms", "push", "videoHost", "devices", "telephony"]
KINDS: tuple[Kind, ...] = ("school", "sms", "push", "videoHost", "devices", "telephony")
# ``document`` is a secret of many lines: a service account's key file
FieldType = Literal["text", "link", "email", "secret", "document"]
DOCUMENT_MAX = 10_000
# a kind that is connected with nothing
OFF = "off"


@dataclass(frozen=True)
class FieldOf:
    """A field of an adapter. A secret goes with the addresses beside it: it is not sent to another one unasked.

    ``made``: by the console itself, when it is first saved; nobody types it. ``pattern``: what the whole value is of.
    """

    name: str
    type: FieldType = "text"
    required: bool = False
    default: str = ""
    setting: str = ""
    made: bool = False
    pattern: str = ""

    @property
    def secret(self) -> bool:
        """Whether it is never shown again."""
        return self.type in ("secret", "document")


_CENTRE = FieldOf("centre", default="Markaz")
# a part of an address, and nothing that leads out of it
_NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
# SHA-256 of a certificate, as browsers show it
_FINGERPRINT = r"[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}"

# kind → adapter → its fields
ADAPTERS: Mapping[Kind, Mapping[str, tuple[FieldOf, ...]]] = {
    "school": {
        "hh": (
            FieldOf("url", "link", required=True, setting="school_url"),
            FieldOf("token", "secret", required=True, setting="school_token"),
        ),
        "oneroster": (
            FieldOf("url", "link", required=True, setting="school_url"),
            FieldOf("clientId", required=True, default="markaz", setting="school_client_id"),
            FieldOf("clientSecret", "secret", required=True, setting="school_client_secret"),
            FieldOf("tokenUrl", "link", setting="school_token_url"),
        ),
    },
    "sms": {
        "log": (_CENTRE,),
        "eskiz": (
            FieldOf("email", "email", required=True),
            FieldOf("password", "secret", required=True),
            FieldOf("from", required=True, default="4546"),
            FieldOf("url", "link", required=True, default="https://notify.eskiz.uz"),
            _CENTRE,
        ),
    },
    "push": {
        OFF: (),
        "webpush": (
            FieldOf("contact", "email", required=True),
            FieldOf("publicKey", made=True),
            FieldOf("privateKey", "secret", made=True),
        ),
        "fcm": (
            FieldOf("serviceAccount", "document", required=True),
            FieldOf("url", "link", required=True, default="https://fcm.googleapis.com"),
            FieldOf("signInUrl", "link", required=True, default="https://oauth2.googleapis.com/token"),
        ),
    },
    "videoHost": {
        OFF: (),
        "kinescope": (
            FieldOf("token", "secret", required=True),
            FieldOf("project", required=True, pattern=_NAME),
            FieldOf("url", "link", required=True, default="https://api.kinescope.io"),
        ),
    },
    "devices": {
        OFF: (),
        "hikvision": (
            FieldOf("url", "link", required=True),
            FieldOf("login", required=True, default="admin"),
            FieldOf("password", "secret", required=True),
            FieldOf("fingerprint", pattern=_FINGERPRINT),
        ),
    },
    "telephony": {
        OFF: (),
        "onlinepbx": (
            FieldOf("domain", required=True, pattern=_NAME),
            FieldOf("key", "secret", required=True),
            FieldOf("url", "link", required=True, default="https://api.onlinepbx.ru"),
        ),
    },
}


class ServiceAccount(Struct):
    """What is read of a service account's key file; where it says to sign in is not."""

    type: Literal["service_account"]
    project_id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9:.-]{0,98}$")]
    private_key_id: Annotated[str, Meta(min_length=1)]
    private_key: Annotated[str, Meta(min_length=1)]
    client_email: Annotated[str, Meta(min_length=3)]


class IntegrationField(Wire):
    """A field of an adapter, for a form. ``made``: by the console when it is saved; it is shown and not typed."""

    name: str
    type: FieldType
    required: bool
    default: str
    made: bool


class IntegrationAdapter(Wire):
    """A way to be connected, and its fields."""

    name: str
    fields: list[IntegrationField]


class IntegrationCard(Wire):
    """How one kind is connected. ``values`` by field; a secret that is set is ``••••``, never itself.

    ``fixed``: the server's environment says it, so that what is stored here is not used. ``demo``: a stand-in of the
    console's own is read until another is stored. ``adapter`` is empty where nothing is connected. ``version`` is 0
    where nothing was stored yet.
    """

    kind: Kind
    adapter: str
    adapters: list[IntegrationAdapter]
    values: dict[str, str]
    fixed: bool
    demo: bool
    version: int
    updated_at: datetime | None
    updated_by: Named | None


class Integrations(Wire):
    """All kinds."""

    integrations: list[IntegrationCard]


class IntegrationAnswer(Wire):
    """One under its name."""

    integration: IntegrationCard


class ChangeIntegration(Form):
    """One kind as it is to be. A secret left out or sent as ``••••`` stays; ``version`` is the one that was read."""

    kind: Kind
    adapter: Annotated[str, Limit(min_length=1, max_length=40)]
    values: dict[str, str]
    version: int


class IntegrationTested(Wire):
    """Whether the connection works, in words. ``version``: of what was stored when it was tried."""

    ok: bool
    words: str
    version: int

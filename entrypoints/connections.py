"""Selects the adapter of a configured connection.

Connections are video host, notifications, devices and telephony.
"""

from collections.abc import Callable, Mapping

from adapters.doors.hikvision import HikvisionDoor
from adapters.http_client import RetryPolicy
from adapters.network_policy import NetworkPolicy
from adapters.push.fcm import FcmPush
from adapters.push.vapid import new_pair
from adapters.push.web_push import WebPush
from adapters.telephony.online_pbx import OnlinePbx
from adapters.video_host.kinescope import UPLOADER, KinescopeVideos
from application.settings.connection_test import Connection
from entrypoints.settings import Settings


def connection_of(
    adapter: str, of: Mapping[str, str], settings: Settings, retry_policy: RetryPolicy, request_id: Callable[[], str]
) -> Connection:
    """A connection by the fields of its adapter; the caller closes it.

    It connects at its first use.
    """
    anywhere, inside = provider_networks(settings), NetworkPolicy.of(settings.own_networks, internet=False)
    match adapter:
        case "kinescope":
            return kinescope_of(of, settings, request_id, retry_policy)
        case "webpush":
            return WebPush(of["contact"], of["publicKey"], of["privateKey"])
        case "fcm":
            account = of["serviceAccount"]
            return FcmPush(
                of["url"], of["signInUrl"], account, retry_policy=retry_policy, policy=anywhere, request_id=request_id
            )
        case "hikvision":
            who = (of["login"], of["password"], of.get("fingerprint", ""))
            return HikvisionDoor(of["url"], *who, retry_policy=retry_policy, policy=inside, request_id=request_id)
        case "onlinepbx":
            return OnlinePbx(
                of["url"], of["domain"], of["key"], retry_policy=retry_policy, policy=anywhere, request_id=request_id
            )
    raise LookupError(adapter)


def kinescope_of(
    of: Mapping[str, str],
    settings: Settings,
    request_id: Callable[[], str],
    retry_policy: RetryPolicy | None = None,
    callback_url: str = "",
) -> KinescopeVideos:
    """Kinescope by the fields of its form.

    One that was stored before there were two addresses uploads to the usual one.
    """
    return KinescopeVideos(
        of["url"],
        of["token"],
        of["project"],
        uploader=of.get("uploadUrl") or UPLOADER,
        callback_url=callback_url,
        retry_policy=retry_policy,
        policy=provider_networks(settings),
        request_id=request_id,
    )


def provider_networks(settings: Settings) -> NetworkPolicy:
    """The allowed addresses of SMS, push, telephony and video providers."""
    return NetworkPolicy.of(settings.provider_networks, internet=True)


def made_for(adapter: str) -> Mapping[str, str]:
    """New values for the secrets that the console generates itself."""
    return dict(zip(("publicKey", "privateKey"), new_pair(), strict=True)) if adapter == "webpush" else {}

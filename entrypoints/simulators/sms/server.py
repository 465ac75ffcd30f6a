"""The provider as a server (protocols §3.1).

Sign-in, sending, status queries, and the simulator's own calls.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
from aiohttp import web

from domain.messaging.parts import Encoding, count_parts
from entrypoints.simulators.serving import serve_application
from entrypoints.simulators.sms.delivery_reports import DeliveryReports
from entrypoints.simulators.sms.provider import SLOW_SECONDS, Provider, Taken

PROVIDER = web.AppKey("provider", Provider)
TELLING = web.AppKey("telling", DeliveryReports)
ZONE = ZoneInfo("Asia/Tashkent")
Call = Callable[[web.Request], Awaitable[web.StreamResponse]]


def _reply(content: object, status: int = 200, **headers: str) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(content), status=status, content_type="application/json", headers=headers
    )


def _says(message: str, status: int) -> web.Response:
    return _reply({"status": "error", "message": message}, status)


async def _form(request: web.Request) -> dict[str, str]:
    if request.content_type == "application/json":
        return {name: str(value) for name, value in msgspec.json.decode(await request.read()).items()}
    return {name: str(value) for name, value in (await request.post()).items()}


@web.middleware
async def _manners(request: web.Request, handler: Call) -> web.StreamResponse:
    provider = request.app[PROVIDER]
    if request.path.startswith("/simulator"):
        return await handler(request)
    if "slow" in provider.faults:
        await asyncio.sleep(SLOW_SECONDS)
    if "down" in provider.faults:
        return web.Response(text="<html>502</html>", status=503)
    if "garbage" in provider.faults:
        return web.Response(text="<html>ok</html>", content_type="text/html")
    if request.path != "/api/auth/login" and not provider.lets_in(request.headers.get("Authorization", "")):
        return _says("Expired", 401)
    return await handler(request)


async def sign_in(request: web.Request) -> web.StreamResponse:
    """POST /api/auth/login"""
    provider, form = request.app[PROVIDER], await _form(request)
    token = provider.sign_in(form.get("email", ""), form.get("password", ""))
    if token is None:
        return _says("Invalid credentials", 401)
    if "blocked" in provider.faults:
        return _reply({"message": "account is blocked"})
    return _reply({"message": "token_generated", "data": {"token": token}, "token_type": "bearer"})


async def refresh(request: web.Request) -> web.StreamResponse:
    """PATCH /api/auth/refresh"""
    provider = request.app[PROVIDER]
    return _reply(
        {"message": "token_generated", "data": {"token": provider.sign_in(provider.email, provider.password)}}
    )


async def user(request: web.Request) -> web.StreamResponse:
    """GET /api/auth/user"""
    provider = request.app[PROVIDER]
    account = {"id": 1, "name": "Markaz", "email": provider.email, "role": "user", "status": "active"}
    return _reply({"status": "success", "data": account | {"is_vip": False, "balance": provider.balance}})


async def send(request: web.Request) -> web.StreamResponse:
    """POST /api/message/sms/send"""
    provider, form = request.app[PROVIDER], await _form(request)
    provider.requests += 1
    if "errors" in provider.faults:
        return web.Response(text="Server Error", status=500)
    if "busy" in provider.faults and provider.requests % 2:
        return _reply({"message": "Too Many Attempts."}, 429, **{"Retry-After": "1"})
    if reason := provider.refusal(form):
        return _says(reason, 400)
    taken = provider.take(form)
    if taken.callback_url:
        request.app[TELLING].begin(taken)
    if "torn" in provider.faults:
        return web.Response(text="Server Error", status=500)
    if "cut" in provider.faults and request.transport is not None:
        request.transport.close()
    answer = {"message": "Waiting for SMS provider", "status": "waiting"}
    return _reply(answer if "no-id" in provider.faults else {"id": taken.request_id} | answer)


async def status_by_id(request: web.Request) -> web.StreamResponse:
    """GET /api/message/sms/status_by_id/{id}"""
    provider = request.app[PROVIDER]
    taken = provider.find(request.match_info["id"])
    if taken is None:
        return _says("Message not found", 404)
    return _reply({"status": "success", "data": _listed(provider, taken)})


async def messages(request: web.Request) -> web.StreamResponse:
    """POST /api/message/sms/get-user-messages"""
    provider, form = request.app[PROVIDER], await _form(request)
    size, page = int(form.get("page_size", "20")), int(form.get("page", "1"))
    span = (form.get("start_date", ""), form.get("end_date", "9999"))
    every = [it for it in provider.messages if span[0] <= _local(it.at)[:16] <= span[1]][::-1]
    rows = [_listed(provider, it) for it in itertools.islice(every, (page - 1) * size, page * size)]
    last = max(1, -(-len(every) // size))
    return _reply({"status": "success", "data": {"current_page": page, "data": rows, "last_page": last}})


def _local(at: float) -> str:
    return datetime.fromtimestamp(at, ZONE).strftime("%Y-%m-%d %H:%M:%S")


def _listed(provider: Provider, taken: Taken) -> dict[str, object]:
    counted, status = count_parts(taken.text), provider.status(taken)
    each = {"DELIVERED": "DELIVRD", "REJECTED": "REJECTD"}.get(status, status)
    parts = {str(number): {"part_index": number, "status": each} for number in range(1, counted.parts + 1)}
    if "half" in provider.faults and counted.parts > 1 and status == "DELIVERED":
        parts[str(counted.parts)]["status"] = "UNDELIV"
    return {
        "id": taken.number,
        "request_id": taken.request_id,
        "user_sms_id": taken.ref,
        "to": taken.phone,
        "message": taken.text,
        "nick": taken.sender,
        "encoding": 0 if counted.encoding is Encoding.GSM else 8,
        "parts_count": counted.parts,
        "parts": parts,
        "status": status,
        "created_at": _local(taken.at),
    }


async def set_faults(request: web.Request) -> web.StreamResponse:
    """POST /simulator/faults {faults: [...]}"""
    try:
        request.app[PROVIDER].suffer(*msgspec.json.decode(await request.read(), type=dict[str, list[str]])["faults"])
    except (ValueError, KeyError) as unknown:
        return _says(str(unknown), 400)
    return _reply({})


async def inbox(request: web.Request) -> web.StreamResponse:
    """GET /simulator/messages: the messages that people would have received."""
    provider = request.app[PROVIDER]
    return _reply({"messages": [_listed(provider, taken) for taken in provider.messages]})


def application(provider: Provider) -> web.Application:
    """The routes over a provider."""
    app = web.Application(middlewares=[_manners])
    app[PROVIDER] = provider
    app[TELLING] = DeliveryReports(provider)
    app.on_cleanup.append(_hang_up)
    app.router.add_post("/api/auth/login", sign_in)
    app.router.add_patch("/api/auth/refresh", refresh)
    app.router.add_get("/api/auth/user", user)
    app.router.add_post("/api/message/sms/send", send)
    app.router.add_get("/api/message/sms/status_by_id/{id}", status_by_id)
    app.router.add_post("/api/message/sms/get-user-messages", messages)
    app.router.add_post("/simulator/faults", set_faults)
    app.router.add_get("/simulator/messages", inbox)
    return app


async def _hang_up(app: web.Application) -> None:
    app[TELLING].end()


def serve(provider: Provider, port: int = 0, *, host: str = "127.0.0.1") -> AbstractAsyncContextManager[str]:
    """Serves while the context is open; yields the address.

    Port 0: a free one. Raises OSError.
    """
    return serve_application(application(provider), port, host)

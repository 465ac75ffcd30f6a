"""Local servers that behave and fail like the vendors' own.

Protocols §1, §4, §5, §7.
"""

import asyncio
import hashlib
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex

import jwt
import msgspec
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

SECRET = "kanareyka-tashqi-kalit"
HTML = "<!doctype html><html><body>nginx</body></html>"
# faults that any of them can have
TROUBLES = {
    "busy": "429 with Retry-After",
    "failing": "503 with a page of a gate",
    "slow": "no answer for long",
    "gate": "403 with a page, where it would say 401",
    "garbage": "200 with a page",
    "half": "the connection breaks within the answer",
    "endless": "an answer that never ends",
    "moved": "302 to somewhere else",
}


class Vendor:
    """A vendor's server.

    ``paths``: the requested ones; ``away``: its redirect target once it has moved.
    """

    def __init__(self) -> None:
        self.trouble = ""
        self.paths: list[str] = []
        self.away = "http://169.254.169.254/latest/meta-data"

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.path)
        match self.trouble:
            case "busy":
                return web.Response(status=429, headers={"Retry-After": "1"})
            case "failing":
                return web.Response(status=503, text=HTML, content_type="text/html")
            case "slow":
                await asyncio.sleep(5)
            case "gate":
                return web.Response(status=403, text=HTML, content_type="text/html")
            case "garbage":
                return web.Response(text=HTML, content_type="text/html")
            case "half" | "endless":
                return await self._torn(request)
            case "moved":
                return web.Response(status=302, headers={"Location": self.away})
        return await self.answer(request)

    async def answer(self, request: web.Request) -> web.Response:
        raise NotImplementedError

    async def _torn(self, request: web.Request) -> web.StreamResponse:
        length = 1000 if self.trouble == "half" else 10**9
        response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(length)})
        await response.prepare(request)
        await response.write(b'{"data": "')
        while self.trouble == "endless":
            await response.write(b"x" * 65_536)
        if request.transport is not None:
            request.transport.close()
        return response


def _json(content: object, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(content), status=status, content_type="application/json")


class Kinescope(Vendor):
    """The API of Kinescope, with one project."""

    project = "0192f5a1-7e3d-7c11-9d2a-5b8e6f4c1a20"

    async def answer(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {SECRET}":
            return _error(401, 100102, "unauthorized")
        id = request.path.removeprefix("/v1/projects/")
        if not re.fullmatch(r"[0-9a-f-]{36}", id):
            return _error(400, 400301, "bad uuid")
        if id != self.project:
            return _error(404, 404404, "no entity")
        return _json({"data": {"id": id, "name": "Darslar", "privacy_type": "custom"}})


def _error(status: int, code: int, message: str) -> web.Response:
    return _json({"error": {"code": code, "message": message, "detail": ""}}, status)


class Google(Vendor):
    """Service account sign-in and Firebase Cloud Messaging.

    ``refuses``: the status of every message.
    """

    project = "ziyo-markazi"
    email = "push@ziyo-markazi.iam.gserviceaccount.com"

    def __init__(self) -> None:
        super().__init__()
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.refuses: tuple[int, str] | None = None
        self.late = timedelta(0)
        self.sent: list[dict[str, object]] = []

    @property
    def key(self) -> str:
        """The private key in the file's format."""
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return pem.decode()

    def account(self, key: str = "") -> str:
        """The file that the administrator downloads."""
        return msgspec.json.encode(
            {
                "type": "service_account",
                "project_id": self.project,
                "private_key_id": "1",
                "private_key": key or self.key,
                "client_email": self.email,
                # nobody signs in at the address in the file
                "token_uri": "http://169.254.169.254/token",
            }
        ).decode()

    async def answer(self, request: web.Request) -> web.Response:
        if request.path == "/token":
            return self._token(str((await request.post()).get("assertion")))
        if request.headers.get("Authorization") != "Bearer ya29.for-an-hour":
            return _refused(401, "UNAUTHENTICATED")
        if self.refuses:
            return _refused(*self.refuses)
        message = msgspec.json.decode(await request.read())
        self.sent.append(message)
        return _json({"name": f"projects/{self.project}/messages/fake_message_id"})

    def _token(self, assertion: str) -> web.Response:
        public = self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        try:
            claims = jwt.decode(
                assertion,
                public,
                ["RS256"],
                audience="https://oauth2.googleapis.com/token",
                options={"verify_exp": False, "verify_iat": False},
            )
        except jwt.PyJWTError:
            return _json({"error": "invalid_grant", "error_description": "Invalid JWT Signature."}, 400)
        if abs(claims["iat"] - (datetime.now(UTC) + self.late).timestamp()) > 300:
            words = "Invalid JWT: Token must be a short-lived token. Check your iat and exp values in the JWT claim."
            return _json({"error": "invalid_grant", "error_description": words}, 400)
        return _json({"access_token": "ya29.for-an-hour", "expires_in": 3599, "token_type": "Bearer"})


def _refused(status: int, word: str) -> web.Response:
    return _json({"error": {"code": status, "message": word.lower(), "status": word, "details": []}}, status)


class Terminal(Vendor):
    """A face terminal: digest with a nonce for one call.

    ``off``: its clock's error; ``zone_apart``: local time and zone are two fields;
    ``silent_clock``: it reports no time.
    """

    login = "admin"

    def __init__(self) -> None:
        super().__init__()
        self.off = timedelta(0)
        self.speaks_xml = True
        self.zone_apart = False
        self.silent_clock = False
        self._nonces: set[str] = set()

    async def answer(self, request: web.Request) -> web.Response:
        if not self._lets_in(request):
            nonce = token_hex(16)
            self._nonces.add(nonce)
            challenge = (
                f'Digest qop="auth", realm="DS-K1T344", nonce="{nonce}", stale="false", opaque="", algorithm="MD5"'
            )
            body = '<?xml version="1.0"?><userCheck><statusValue>401</statusValue></userCheck>'
            return web.Response(
                status=401, text=body, content_type="application/xml", headers={"WWW-Authenticate": challenge}
            )
        if request.path == "/ISAPI/System/deviceInfo":
            return self._fields("DeviceInfo", model="DS-K1T344MBWX", serialNumber="K1T344", firmwareVersion="V3.7.10")
        if request.path == "/ISAPI/System/time" and not self.silent_clock:
            at = (datetime.now(UTC) + self.off).astimezone().isoformat(timespec="seconds")
            if not self.zone_apart:
                return self._fields("Time", timeMode="NTP", localTime=at)
            there = datetime.now(UTC) + self.off + timedelta(hours=5)
            local = there.replace(tzinfo=None).isoformat(timespec="seconds")
            return self._fields("Time", timeMode="manual", localTime=local, timeZone="CST-5:00:00")
        return _json({"statusCode": 4, "statusString": "Invalid Operation", "subStatusCode": "notSupport"}, 403)

    def _fields(self, root: str, **fields: str) -> web.Response:
        """As XML, although JSON was requested, like the DS-K1T344."""
        if not self.speaks_xml:
            return _json({root: fields})
        inner = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
        space = 'version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema"'
        text = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {space}>{inner}</{root}>'
        return web.Response(text=text, content_type="application/xml")

    def _lets_in(self, request: web.Request) -> bool:
        credentials = dict(re.findall(r'(\w+)="?([^",]+)"?', request.headers.get("Authorization", "")))
        if credentials.get("nonce") not in self._nonces or credentials.get("uri") != request.raw_path:
            return False
        self._nonces.remove(credentials["nonce"])
        first = _md5(f"{self.login}:{credentials['realm']}:{SECRET}")
        second = _md5(f"{request.method}:{credentials['uri']}")
        whole = (
            f"{first}:{credentials['nonce']}:{credentials['nc']}:{credentials['cnonce']}:{credentials['qop']}:{second}"
        )
        return (credentials["username"], credentials["response"]) == (self.login, _md5(whole))


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


class Exchange(Vendor):
    """OnlinePBX with one domain: rejections are answered with 200."""

    domain = "ziyo.onpbx.ru"

    async def answer(self, request: web.Request) -> web.Response:
        if (await request.post()).get("auth_key") != SECRET or request.path != f"/{self.domain}/auth.json":
            return _json({"status": "0", "comment": "auth_key or domain is incorrect", "isNotAuth": True})
        return _json({"status": "1", "comment": "Authentication successful", "data": {"key": "k", "key_id": "i"}})


@asynccontextmanager
async def served(vendor: Vendor, tls: ssl.SSLContext | None = None) -> AsyncIterator[str]:
    """Serves while the context is open; yields the address."""
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", vendor.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls).start()
        yield f"{'https' if tls else 'http'}://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        vendor.trouble = ""
        await runner.cleanup()


def self_signed(folder: Path) -> tuple[ssl.SSLContext, str]:
    """A self-signed device certificate, and its fingerprint as browsers show it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "DS-K1T344")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{certificate.serial_number}.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context, certificate.fingerprint(hashes.SHA256()).hex(":").upper()

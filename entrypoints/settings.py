"""The console's settings.

Each is a `CONSOLE_…` variable, a default, or a secret generated at the first start.
"""

import difflib
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from adapters.files.leftovers import SCRATCH
from entrypoints import setting_values
from entrypoints.embedded.persistent_secret import persistent_secret, read_private
from entrypoints.embedded.servers import nats, postgres
from entrypoints.embedded.servers.ports import LOOPBACK, LOOPBACK_NETWORKS, stored_port
from entrypoints.setting_values import ONEROSTER, masked

PROJECT = Path(__file__).resolve().parents[1]
# a secret may be read from a file instead, as orchestrators provide them
IN_FILE = "_FILE"
# the source of a value that was typed on the screen
STORED = "stored"
# the token of every demo school that is served without one
DEMO_TOKEN = "demo-school"  # noqa: S105 (opens only a made-up school)
ENVIRONMENT, DEFAULT, MADE_ONCE, EMBEDDED = "environment", "default", "made once", "embedded"


class InvalidSettings(Exception):
    """Invalid settings; `problems` has one line for each of them."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def _is(about: str, read: Callable[[str], Any], default: str | None = None, *, secret: bool = False) -> dict[str, Any]:
    return {"about": about, "read": read, "default": default, "secret": secret}


def speakable() -> str:
    """A password that is easy to read aloud and type.

    16 letters and digits (79 bits) without those that look alike.
    """
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


_MADE: dict[str, Callable[[], str]] = {
    "superadmin_password": speakable,
    "secret_key": lambda: secrets.token_urlsafe(48),
    "school_token": lambda: secrets.token_urlsafe(24),
    "devices_token": lambda: secrets.token_urlsafe(24),
}


@dataclass(frozen=True, repr=False)
class Settings:
    """The settings of a process, created by `read_settings`.

    `sources` records the source of each value.
    """

    home: Path = field(metadata=_is("the directory of everything that is kept", setting_values.path))
    host: str = field(metadata=_is("the address to listen on", setting_values.host, LOOPBACK))
    port: int = field(metadata=_is("the port to listen on", setting_values.port, "8080"))
    database_url: str = field(
        metadata=_is("PostgreSQL; without it the embedded one", setting_values.database_url, secret=True)
    )
    nats_url: str = field(metadata=_is("NATS; without it the embedded one", setting_values.nats_url, secret=True))
    superadmin_password: str = field(
        metadata=_is("superadmin's first password", setting_values.at_least(8), secret=True)
    )
    secret_key: str = field(
        metadata=_is("signs tokens, encrypts kept credentials", setting_values.at_least(32), secret=True)
    )
    time_zone: str = field(metadata=_is("the centre's time zone", setting_values.time_zone, "Asia/Tashkent"))
    school_url: str = field(metadata=_is("the school system, or a folder of its CSV files", setting_values.school_url))
    school_token: str = field(metadata=_is("the school system's token", setting_values.at_least(1), secret=True))
    school_form: str = field(metadata=_is("what the school system speaks", setting_values.school_form, "hh"))
    school_client_id: str = field(metadata=_is("our name there (OneRoster)", setting_values.at_least(1), "markaz"))
    school_client_secret: str = field(
        metadata=_is("our secret there (OneRoster), if not the token", str, "", secret=True)
    )
    school_token_url: str = field(
        metadata=_is("where it gives tokens (OneRoster), if not at /token", setting_values.token_url, "")
    )
    devices_token: str = field(
        metadata=_is("what door devices show when they tell who came", setting_values.at_least(16), secret=True)
    )
    public_url: str = field(
        metadata=_is("where the internet finds the console, if it does", setting_values.public_url, "")
    )
    own_networks: str = field(
        metadata=_is(
            "networks of the centre, in which its devices stand",
            setting_values.networks,
            "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7",
        )
    )
    provider_networks: str = field(
        metadata=_is(
            "networks beside the internet in which providers and the school may stand", setting_values.some_networks, ""
        )
    )
    trusted_proxies: str = field(
        metadata=_is("proxies whose X-Forwarded-For is believed, addresses or networks", setting_values.proxies, "")
    )
    late_after: int = field(
        metadata=_is("minutes after a lesson begins from which an entry is late", setting_values.minutes_of_grace, "10")
    )
    late_hand_in_days: int = field(
        metadata=_is("days after its deadline in which homework is still taken, late", setting_values.late_days, "14")
    )
    student_files_mb: int = field(
        metadata=_is("megabytes of files that a student may upload in all", setting_values.student_megabytes, "2000")
    )
    video_open_uploads: int = field(
        metadata=_is("unfinished uploads of videos that a person may have", setting_values.open_uploads, "30")
    )
    video_open_gib: int = field(
        metadata=_is("GiB of unfinished uploads of videos that a person may have", setting_values.gibibytes, "50")
    )
    video_file_gib: int = field(metadata=_is("GiB that a video may have", setting_values.gibibytes, "10"))
    anonymise_after: int = field(
        metadata=_is("years after leaving at which a student is anonymised, or off", setting_values.years_or_off, "off")
    )
    demo: int = field(metadata=_is("students of the built-in demo school, or off", setting_values.demo, "2000"))
    api_processes: int = field(metadata=_is("processes that answer requests", setting_values.processes, "1"))
    workers: int = field(metadata=_is("processes that run jobs", setting_values.processes, "1"))
    school_folder: Path | None = None
    sources: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return "Settings(" + ", ".join("{name}={value}".format_map(row) for row in self.shown()) + ")"

    def environment(self) -> dict[str, str]:
        """These values as variables, for a child process."""
        return {variable(item): self.text(item) for item in declared() if self.text(item)}

    def shown(self) -> list[dict[str, str]]:
        """Name, value (secrets masked) and source of each setting, for display."""
        return [
            {
                "name": variable(item),
                "value": masked(self.text(item)) if item.metadata["secret"] else self.text(item),
                "source": self.sources.get(item.name, DEFAULT),
                "about": item.metadata["about"],
            }
            for item in declared()
        ]

    def text(self, item: Field[Any]) -> str:
        """A value as text for its variable."""
        value = getattr(self, item.name)
        return str(value or "off") if item.name in ("demo", "anonymise_after") else str(value)

    @property
    def files(self) -> Path:
        """The directory of uploaded and generated files."""
        return self.home / "files"

    @property
    def videos(self) -> Path:
        """The directory of videos at the built-in host."""
        return self.home / "videos"

    @property
    def scratch(self) -> Path:
        """The directory of unfinished spreadsheets."""
        return self.home / SCRATCH

    @property
    def address(self) -> str:
        """The address of the console for a browser on this machine."""
        host = LOOPBACK if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104 - read, not bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    def with_school_at(self, port: int) -> "Settings":
        """These settings where the school is served at ``port`` of this machine."""
        networks = self.provider_networks if self.school_folder else _with_simulators(self.provider_networks)
        return replace(self, school_url=f"http://{LOOPBACK}:{port}", provider_networks=networks)

    def is_embedded(self, name: str) -> bool:
        """True if an embedded server serves database_url, nats_url or school_url."""
        return self.sources.get(name) == EMBEDDED


def read_settings(environment: Mapping[str, str] | None = None, *, make_secrets: bool = True) -> Settings:
    """Reads every setting. Raises InvalidSettings with all problems.

    `make_secrets`: generate the missing ones and store them in CONSOLE_HOME (raises OSError where it is not
    writable); without it they stay ''.
    """
    environment = os.environ if environment is None else environment
    values, sources, problems = _given(environment)
    problems += _lacking(values)
    home = values.setdefault("home", PROJECT / ".data")
    sources.setdefault("home", DEFAULT)
    if problems:
        raise InvalidSettings(problems)
    for name, value in _embedded(home, values).items():
        values[name], sources[name] = value, EMBEDDED
    if make_secrets:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, make in _MADE.items():
        if name not in values:
            path = home / "secrets" / name
            values[name], sources[name] = (
                (persistent_secret(path, make) if make_secrets else read_private(path)),
                MADE_ONCE,
            )
    return Settings(**values, sources=sources)


def declared() -> list[Field[Any]]:
    """The declared settings in order."""
    return [item for item in fields(Settings) if "about" in item.metadata]


def variable(item: Field[Any]) -> str:
    """The variable of a setting."""
    return f"CONSOLE_{item.name.upper()}"


def unknown_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Unknown `CONSOLE_…` variables, each with the most similar setting or ''."""
    names = [variable(item) for item in declared()]
    names += [f"{variable(item)}{IN_FILE}" for item in declared() if item.metadata["secret"]]
    strange = [name for name in environment if name.startswith("CONSOLE_") and name not in names]
    return {name: next(iter(difflib.get_close_matches(name, names, 1)), "") for name in sorted(strange)}


def _given(environment: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str], list[str]]:
    """The values of environment and defaults, and the problems.

    An empty variable counts as unset.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    problems: list[str] = []
    for item in declared():
        given, unreadable = _written(environment, item)
        problems += unreadable
        text = given or item.metadata["default"]
        if text is None:
            continue
        try:
            values[item.name], sources[item.name] = item.metadata["read"](text), ENVIRONMENT if given else DEFAULT
        except ValueError as wrong:
            shown = "" if item.metadata["secret"] else f" (now: {given})"
            problems.append(f"{variable(item)} {wrong}{shown}")
    return values, sources, problems


def _written(environment: Mapping[str, str], item: Field[Any]) -> tuple[str, list[str]]:
    """The text of a setting and the problems.

    It comes from its variable, or for a secret from the file named by ``CONSOLE_…_FILE``.
    """
    name = variable(item)
    given, file = environment.get(name, "").strip(), environment.get(f"{name}{IN_FILE}", "").strip()
    if given or not file or not item.metadata["secret"]:
        return given, []
    try:
        return Path(file).read_text(encoding="utf-8").strip(), []
    except (OSError, UnicodeDecodeError) as unreadable:
        return "", [f"{name}{IN_FILE} names a file that can't be read: {unreadable}"]


def _lacking(values: dict[str, Any]) -> Iterator[str]:
    """The missing settings of an external school system."""
    foreign = values.get("school_url", "").startswith("http")
    given = values.get("school_client_secret") or values.get("school_token")
    if values.get("school_form") == ONEROSTER and foreign and not given:
        yield "CONSOLE_SCHOOL_CLIENT_SECRET must be what the provider gave beside CONSOLE_SCHOOL_CLIENT_ID"


def _embedded(home: Path, values: dict[str, Any]) -> dict[str, str]:
    """The addresses of embedded servers for those that are not configured.

    They are '' before the first start.
    """
    own: dict[str, str] = {}
    if "database_url" not in values:
        own["database_url"] = postgres.address(home / "postgres")
    if "nats_url" not in values:
        own["nats_url"] = nats.address(home / "nats")
    school = values.setdefault("school_url", "")
    if school.startswith(setting_values.FILE):
        values["school_folder"] = Path(unquote(school.removeprefix(setting_values.FILE)))
    if school.startswith(setting_values.FILE) or (not school and values["demo"]):
        port = stored_port(home / "school" / "port")
        own["school_url"] = f"http://{LOOPBACK}:{port}" if port else ""
        if port and not school and not values["provider_networks"]:
            own["provider_networks"] = _with_simulators("")
    return own


def _with_simulators(networks: str) -> str:
    """The networks of providers in a demo, whose simulators are on this machine."""
    return networks or LOOPBACK_NETWORKS

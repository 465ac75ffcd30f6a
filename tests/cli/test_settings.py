"""Settings: each value, its source, and all errors at once (issue 2)."""

import json
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from entrypoints.embedded.persistent_secret import persistent_secret
from entrypoints.setting_values import masked
from entrypoints.settings import InvalidSettings, read_settings

PROJECT = Path(__file__).resolve().parents[2]


def test_without_variables_everything_has_a_value(tmp_path: Path) -> None:
    """The defaults of the issue: port 8080, Tashkent, a demo school, own servers.

    R2-477; the demo school has 2 000 students.
    """
    settings = read_settings({"CONSOLE_HOME": str(tmp_path)})
    assert (settings.port, settings.time_zone, settings.demo) == (8080, "Asia/Tashkent", 2000)
    assert [settings.is_embedded(name) for name in ("database_url", "nats_url", "school_url")] == [True] * 3
    assert settings.sources["secret_key"] == "made once"
    assert settings.sources["port"] == "default"


def test_a_variable_overrides_the_default_unless_it_is_empty(tmp_path: Path) -> None:
    """As compose files write them."""
    settings = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_PORT": "9000", "CONSOLE_DEMO": ""})
    assert (settings.port, settings.sources["port"], settings.demo) == (9000, "environment", 2000)


def test_all_errors_are_reported_at_once(tmp_path: Path) -> None:
    """One line for each wrong value, none of them a secret's."""
    wrong = {
        "CONSOLE_HOME": str(tmp_path),
        "CONSOLE_PORT": "80 80",
        "CONSOLE_DATABASE_URL": "mysql://me:hidden@host/x",
        "CONSOLE_NATS_URL": "http://host",
        "CONSOLE_SECRET_KEY": "hidden",
        "CONSOLE_SUPERADMIN_PASSWORD": "hidden",
        "CONSOLE_TIME_ZONE": "Asia/Tashkend",
        "CONSOLE_SCHOOL_URL": "/no/such/folder",
        "CONSOLE_SCHOOL_FORM": "sif",
        "CONSOLE_SCHOOL_TOKEN_URL": "tokens",
        "CONSOLE_DEMO": "many",
        "CONSOLE_HOST": "not a host",
        "CONSOLE_PUBLIC_URL": "console.example.uz",
        "CONSOLE_OWN_NETWORKS": "192.168.1.64/24",
        "CONSOLE_PROVIDER_NETWORKS": "everywhere",
        "CONSOLE_TRUSTED_PROXIES": "the proxy",
    }
    with pytest.raises(InvalidSettings) as refusal:
        read_settings(wrong)
    named = {line.split()[0] for line in refusal.value.problems}
    assert named == set(wrong) - {"CONSOLE_HOME"}
    assert "hidden" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgresql://u:p@h:5433/d?sslmode=require", "postgresql+asyncpg://u:p@h:5433/d?ssl=require"),
        ("postgresql+asyncpg://u@/d?host=/run/pg", "postgresql+asyncpg://u@/d?host=/run/pg"),
    ],
)
def test_every_usual_form_of_a_database_address_is_accepted(tmp_path: Path, given: str, used: str) -> None:
    """The forms that hosting providers print."""
    assert read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DATABASE_URL": given}).database_url == used


@pytest.mark.parametrize(
    "text", ["ftp://x.uz", "https://", "https://x.uz/console", "https://x.uz?a=1", "https://me@x.uz", "//x.uz"]
)
def test_the_public_address_has_no_path(tmp_path: Path, text: str) -> None:
    """Paths are appended to it."""
    with pytest.raises(InvalidSettings, match="CONSOLE_PUBLIC_URL must be"):
        read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_PUBLIC_URL": text})
    good = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_PUBLIC_URL": "https://console.example.uz:8443/"})
    assert good.public_url == "https://console.example.uz:8443"


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.1/24", "10.0.0.1,", "0.0.0.0/0", "::/0", "*", "10.0.0.1:80"])
def test_a_proxy_is_named_by_an_address_or_a_bounded_network(tmp_path: Path, text: str) -> None:
    """D-160: a name may be anybody's, and a whole address family is everybody."""
    with pytest.raises(InvalidSettings, match="CONSOLE_TRUSTED_PROXIES must be"):
        read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_TRUSTED_PROXIES": text})


def test_no_proxy_is_trusted_unless_it_is_named(tmp_path: Path) -> None:
    """D-160: loopback neither; an IPv4 proxy may be written in IPv6 form."""
    home = {"CONSOLE_HOME": str(tmp_path)}
    assert read_settings(home).trusted_proxies == ""
    named = read_settings(home | {"CONSOLE_TRUSTED_PROXIES": "10.0.5.0/24, fd00::5,::ffff:172.30.99.1"})
    assert named.trusted_proxies == "10.0.5.0/24,fd00::5/128,172.30.99.1/32"
    assert read_settings(named.environment()).trusted_proxies == named.trusted_proxies


def test_a_folder_can_be_the_school(tmp_path: Path) -> None:
    """A centre without a school system online names the folder of its CSV files.

    An embedded server reads it.
    """
    settings = read_settings({"CONSOLE_HOME": str(tmp_path / "home"), "CONSOLE_SCHOOL_URL": str(tmp_path)})
    assert settings.school_folder == tmp_path
    assert settings.is_embedded("school_url")


def test_a_foreign_oneroster_provider_needs_its_own_secret(tmp_path: Path) -> None:
    """A generated one would be rejected there; the demo school accepts one."""
    given = {"CONSOLE_HOME": str(tmp_path), "CONSOLE_SCHOOL_FORM": "OneRoster"}
    demo = read_settings(given)
    assert (demo.school_form, demo.is_embedded("school_url")) == ("oneroster", True)
    assert demo.school_token
    with pytest.raises(InvalidSettings, match="CONSOLE_SCHOOL_CLIENT_SECRET"):
        read_settings(given | {"CONSOLE_SCHOOL_URL": "https://sis.example"})
    secret = {"CONSOLE_SCHOOL_URL": "https://sis.example", "CONSOLE_SCHOOL_CLIENT_SECRET": "hidden"}
    settings = read_settings(given | secret)
    assert settings.school_client_secret == "hidden"
    assert "hidden" not in repr(settings)
    assert read_settings(settings.environment()).school_form == "oneroster"
    (tmp_path / "token").write_text("the secret\n")
    in_a_file = {"CONSOLE_SCHOOL_URL": "https://sis.example", "CONSOLE_SCHOOL_TOKEN_FILE": str(tmp_path / "token")}
    assert read_settings(given | in_a_file).school_token == "the secret"


def test_demo_off_means_no_school(tmp_path: Path) -> None:
    """Neither a demo nor an address."""
    settings = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DEMO": "off"})
    assert not settings.is_embedded("school_url")
    assert settings.school_url == ""


def test_a_child_reads_the_same(tmp_path: Path) -> None:
    """The variables that the programs are started with give the same settings."""
    first = read_settings({"CONSOLE_HOME": str(tmp_path), "CONSOLE_DEMO": "off"})
    second = read_settings(first.environment())
    assert first.environment() == second.environment()


def test_generated_secrets_persist_and_are_private(tmp_path: Path) -> None:
    """Mode 0600 in a directory of mode 0700, the same at every later start."""
    home = tmp_path / "home"
    first, second = (read_settings({"CONSOLE_HOME": str(home)}) for _ in range(2))
    assert first.secret_key == second.secret_key
    assert first.superadmin_password not in {first.secret_key, first.school_token}
    modes = {
        path: stat.S_IMODE(path.stat().st_mode) for path in [home, home / "secrets", *(home / "secrets").iterdir()]
    }
    assert set(modes.values()) == {0o700, 0o600}
    assert all(mode == (0o700 if path.is_dir() else 0o600) for path, mode in modes.items())


def test_concurrent_starts_agree_on_a_secret(tmp_path: Path) -> None:
    """All use the value of one of them; no half-written file is ever read."""
    for attempt in range(20):
        path = tmp_path / str(attempt) / "key"
        with ThreadPoolExecutor(8) as pool:
            seen = set(
                pool.map(lambda number, path=path: persistent_secret(path, lambda: f"secret {number}"), range(8))
            )
        assert seen == {path.read_text().strip()}
        assert [file.name for file in path.parent.iterdir()] == ["key"]


def test_an_empty_secret_file_is_replaced(tmp_path: Path) -> None:
    """A full disk leaves one behind."""
    (tmp_path / "key").touch()
    assert persistent_secret(tmp_path / "key", lambda: "new") == "new"


@pytest.mark.parametrize(
    "secret",
    [
        "hidden",
        "postgresql://u:hidden@h/d",
        "postgresql://u@h/d?password=hidden&x=1",
        "nats://hidden@h",
        "nats://u:hid:den@h",
    ],
)
def test_no_secret_is_shown(secret: str) -> None:
    """Neither alone nor inside an address."""
    assert "hid" not in masked(secret)


def _config(home: Path, *options: str) -> subprocess.CompletedProcess[str]:
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_SECRET_KEY": "hidden" * 8, "CONSOLE_POTR": "1"}
    command = [sys.executable, "-m", "entrypoints.cli", "config", *options]
    return subprocess.run(command, cwd=PROJECT, env=variables, capture_output=True, text=True, check=False)


def test_config_shows_values_and_sources_but_no_secret(tmp_path: Path) -> None:
    """`markaz config`, for people: reports mistyped variables, creates nothing."""
    done = _config(tmp_path / "home")
    lines = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert lines["CONSOLE_PORT"].endswith("default")
    assert lines["CONSOLE_SECRET_KEY"].endswith("environment")
    assert lines["CONSOLE_DATABASE_URL"].endswith("embedded")
    assert "hidden" not in done.stdout
    assert "CONSOLE_POTR is no setting; did you mean CONSOLE_PORT?" in done.stderr
    assert not (tmp_path / "home").exists()


def test_config_in_json(tmp_path: Path) -> None:
    """`markaz config --json`, for programs."""
    rows = {row["name"]: row for row in json.loads(_config(tmp_path / "home", "--json").stdout)}
    assert rows["CONSOLE_TIME_ZONE"]["value"] == "Asia/Tashkent"
    assert rows["CONSOLE_SECRET_KEY"] == rows["CONSOLE_SECRET_KEY"] | {"value": "••••••", "source": "environment"}

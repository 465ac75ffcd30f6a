"""Writes a migration from what the tables declare and the migrations lack.

``make migration about="Students have an e-mail address."``: the present migrations run in a database of its own, and
Alembic writes the difference. Read it before you commit it: it knows no data.
"""

import asyncio
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from adapters.postgres.core.migrate import MIGRATIONS, head, revise, upgrade
from entrypoints.embedded.servers.postgres import embedded_postgres

VERSIONS = MIGRATIONS / "versions"


def write(about: str) -> Path:
    """Writes the next migration and returns its file."""
    before, number = set(VERSIONS.glob("*.py")), f"{int(head()) + 1:04d}"
    with tempfile.TemporaryDirectory() as directory, embedded_postgres(Path(directory) / "pg") as url:
        asyncio.run(upgrade(url))
        asyncio.run(revise(url, about, number))
    (file,) = set(VERSIONS.glob("*.py")) - before
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(line for line in lines if "# ### " not in line), encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--quiet", "--fix", file], check=True)  # noqa: S603  our own file
    subprocess.run([*ruff, "format", "--quiet", file], check=True)  # noqa: S603
    return file


if __name__ == "__main__":
    about = " ".join(sys.argv[1:]).strip()
    # indexes of expressions are not compared; a test compares the whole schema
    warnings.filterwarnings("ignore", message="Expression #1")
    if not about:
        sys.exit('What changes? make migration about="Students have an e-mail address."')
    print(write(about).relative_to(Path.cwd()))

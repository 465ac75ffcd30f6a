"""The browser's layers, contexts and folders (architecture: the web)."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture.sources import CONTEXTS, ROOT

SRC = ROOT / "web" / "src"
LAYERS = ("app", "features", "entities", "ui", "lib", "i18n", "api")
IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"([@.][^"]*)"')
PACKAGE_IMPORT = re.compile(r'(?:from|import)\s*\(?\s*"((?![@.]/|\.\.)[^"]+)"')
# a path into a package that its authors may change in any release, or a part of another package's inside
INTERNAL = re.compile(r"/(?:internal|dist|lib|src|esm|cjs|unstable|_[^/]*)(?:/|$)|^@radix-ui/")
TEST = re.compile(r"\.test\.tsx?$|-fixture\.tsx?$")
MAX_FOLDER_FILES = 15
LARGE_FOLDERS = {
    "i18n/uz": "one file per namespace",
    "i18n/ru": "one file per namespace",
    "i18n/en": "one file per namespace",
}


@cache
def files() -> frozenset[str]:
    """Source files as paths below src."""
    found = (path.relative_to(SRC).as_posix() for path in SRC.rglob("*") if path.suffix in {".ts", ".tsx", ".mjs"})
    return frozenset(found)


def resolve(importing: str, target: str) -> str:
    """Returns the path below src that an import leads to; its ending may be missing."""
    if target.startswith("@/"):
        return target.removeprefix("@/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(importing), target))


@cache
def imports() -> tuple[tuple[str, str], ...]:
    """Every import between the browser's modules, types and dynamic imports included."""
    pairs = []
    for file in sorted(files()):
        for target in IMPORT.findall((SRC / file).read_text(encoding="utf-8")):
            base = resolve(file, target)
            known = next((base + end for end in ("", ".ts", ".tsx") if base + end in files()), None)
            if known:
                pairs.append((file, known))
    return tuple(pairs)


def layer(file: str) -> str:
    """The top folder of a file."""
    return file.split("/", 1)[0] if "/" in file else ""


def breaches(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Imports against the layers, across features, or of test code."""
    for file, target in pairs:
        importer, imported = layer(file), layer(target)
        if imported == "testing" and importer != "testing" and not TEST.search(file):
            yield f"{file} is no test and imports {target}"
        if importer not in LAYERS or imported not in LAYERS or TEST.search(file):
            continue
        if LAYERS.index(imported) < LAYERS.index(importer):
            yield f"{file} imports {target} of a higher layer"
        if importer == imported == "features" and file.split("/")[1] != target.split("/")[1]:
            yield f"{file} imports {target} of another feature"


def cycle(pairs: tuple[tuple[str, str], ...]) -> set[str]:
    """Returns the modules that stand in a cycle or between two."""
    left = {pair for pair in pairs if pair[0] != pair[1]}
    while True:
        inner = {file for file, _ in left} & {target for _, target in left}
        kept = {(file, target) for file, target in left if file in inner and target in inner}
        if kept == left:
            return inner
        left = kept


def too_large(paths: frozenset[str]) -> dict[str, int]:
    """Folders with more files than the limit.

    A test belongs to its file and does not count.
    """
    sizes = Counter(posixpath.dirname(file) for file in paths if not TEST.search(file))
    return {folder: size for folder, size in sizes.items() if size > MAX_FOLDER_FILES and folder not in LARGE_FOLDERS}


def test_layers_point_down_and_features_stay_apart() -> None:
    """app > features > entities > ui > lib > i18n > api.

    Testing is imported by tests only.
    """
    assert list(breaches(imports())) == []
    assert len(imports()) > 1000


def test_modules_form_no_cycle() -> None:
    """Types count: a cycle of types is a cycle for the reader."""
    assert cycle(imports()) == set()


def test_every_file_belongs_to_a_layer_and_a_context() -> None:
    """Contexts are spelled as in the other rings.

    The gallery shows the kit to developers.
    """
    tops = {file.split("/", 1)[0] for file in files() if "/" in file}
    assert tops <= {*LAYERS, "testing"}
    contexts = {file.split("/")[1].replace("-", "_") for file in files() if layer(file) in {"features", "entities"}}
    assert contexts - (CONTEXTS - {"shared"}) == {"gallery"}


def test_folders_are_small_or_have_a_reason() -> None:
    """A folder of more than 15 files gets sub-folders by capability."""
    assert too_large(files()) == {}
    assert all((SRC / folder).is_dir() for folder in LARGE_FOLDERS)


def test_breaches_are_found() -> None:
    """The rules bite."""
    pairs = (
        ("ui/table/pager.tsx", "entities/access/can.tsx"),
        ("features/jobs/jobs-screen.tsx", "features/audit/audits-screen.tsx"),
        ("lib/online.ts", "testing/stage.tsx"),
        ("app/app.test.tsx", "testing/stage.tsx"),
        ("app/app.tsx", "lib/online.ts"),
    )
    assert len(list(breaches(pairs))) == 3
    assert cycle((("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"))) == {"a", "b", "c"}
    assert cycle((("a", "b"), ("b", "c"), ("a", "c"))) == set()
    assert too_large(frozenset(f"ui/form/{n}.ts" for n in range(16))) == {"ui/form": 16}
    assert resolve("features/people/students/list/a.ts", "../form/b") == "features/people/students/form/b"


def test_the_linter_holds_the_layers_too() -> None:
    """Biome shows the same breaches in an editor."""
    config = Path(ROOT / "web" / "biome.json").read_text(encoding="utf-8")
    assert all(f'"src/{one}/**"' in config for one in LAYERS[1:])
    assert '"ignoreTypes": false' in config


def test_only_the_public_part_of_a_library_is_imported() -> None:
    """The inside of a package may change in any release."""
    imported = {
        (file, target)
        for file in files()
        for target in PACKAGE_IMPORT.findall((SRC / file).read_text(encoding="utf-8"))
    }
    assert [pair for pair in sorted(imported) if INTERNAL.search(pair[1])] == []
    assert {"react", "radix-ui", "@tanstack/react-table"} <= {target for _, target in imported}
    inner = ("radix-ui/internal", "@radix-ui/react-menu", "luxon/src/datetime.js", "react-router/dist/development")
    assert all(INTERNAL.search(target) for target in inner)
    assert not any(INTERNAL.search(target) for target in ("react-dom/client", "react/jsx-runtime", "radix-ui"))

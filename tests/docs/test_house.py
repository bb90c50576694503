"""The rooms of the house: no import goes round in a circle, neither between modules nor, in the client, between files."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "transforms" / "farandole"
PAGE = ROOT / "docs" / "architecture.md"
SERVER = ROOT / "server" / "farandole_server"
TRANSFORMS = ROOT / "transforms" / "farandole"
CLIENT = ROOT / "client-vscode" / "src"

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\./[^"]+)";', re.MULTILINE)


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Give modules that import one another in a circle; empty when there are none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@cache
def imports_of(package: Path) -> dict[str, set[str]]:
    """Give the modules of a package that each of them imports, anywhere in it, for its types too.

    A module that a name is imported from is imported; a package is only where the name is none of its modules.
    """
    modules = {_module(path, package): path for path in package.rglob("*.py")}
    return {
        name: {found for found in _imported(path, modules) if found != name and not found.startswith(f"{name}.")}
        for name, path in modules.items()
    }


def _module(path: Path, package: Path) -> str:
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [(alias.name, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
        else:
            continue
        for whole, module in names:
            yield from (each for each in (whole if whole in modules else module,) if each in modules)


def files_imported(folder: Path) -> dict[str, set[str]]:
    """Give the files that each TypeScript file of a folder imports, for its types too."""
    return {
        path.stem: {os.path.basename(name) for name in _IMPORT.findall(path.read_text(encoding="utf-8"))}
        for path in folder.glob("*.ts")
    }


def rooms() -> list[str]:
    """Give the rooms of the engine in the order of the page's table."""
    text = PAGE.read_text(encoding="utf-8").partition("| room in `transforms/farandole/` |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)(?:/|\.py)` \|", text, re.MULTILINE)


def room(module: str) -> str:
    """Give the room of a module; of the package itself, and what starts it, there is none."""
    name = module.removeprefix("farandole").removeprefix(".").partition(".")[0]
    return "" if name == "__main__" else name


def test_each_room_of_the_engine_has_a_row() -> None:
    assert sorted({room(module) for module in imports_of(ENGINE)} - {""}) == sorted(rooms())


def test_no_room_of_the_engine_imports_one_below_it() -> None:
    order = {name: index for index, name in enumerate(["", *rooms()])}
    climbing = {
        f"{module} imports {imported}"
        for module, names in imports_of(ENGINE).items()
        for imported in names
        if room(module) and order[room(imported)] > order[room(module)]
    }
    assert climbing == set()


@pytest.mark.parametrize("name", ["", *rooms()])
def test_no_modules_of_the_engine_import_one_another_in_a_circle(name: str) -> None:
    imports = imports_of(ENGINE)
    assert circle({module: found for module, found in imports.items() if room(module) == name}) == []


def test_no_modules_of_the_server_import_one_another_in_a_circle() -> None:
    imports = imports_of(SERVER)
    assert "farandole_server.texts" in imports["farandole_server.server"]
    assert circle(imports) == []


def test_no_files_of_the_client_import_one_another_in_a_circle() -> None:
    imports = files_imported(CLIENT)
    assert "server" in imports["conversion"]
    assert circle(imports) == []


@pytest.mark.parametrize("statement", ["from one.b import x", "from one import b", "import one.b"])
def test_a_circle_is_found_whatever_the_form_of_the_import(tmp_path: Path, statement: str) -> None:
    package = tmp_path / "one"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text(f"if False:\n    {statement}\n")
    (package / "b.py").write_text("def late():\n    from one.a import y\n")
    assert set(circle(imports_of(package))) == {"one.a", "one.b"}


def test_the_analysis_knows_no_library_by_name() -> None:
    libraries = re.compile(
        r"tensorflow|keras|horovod|numpy|pandas|torch|sklearn|hydra|\bfire\.|\bhvd\b|\btf\.", re.IGNORECASE
    )
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted((TRANSFORMS / "analysis").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if libraries.search(line)
    ]
    assert found == []


def test_no_modules_of_the_analysis_import_one_another_in_a_circle() -> None:
    imports = {name: found for name, found in imports_of(TRANSFORMS).items() if name.startswith("farandole.analysis.")}
    assert "farandole.analysis.points_to.flow" in imports["farandole.analysis.points_to.expressions"]
    assert circle(imports) == []


@pytest.mark.parametrize("folder", ["division", "output"])
def test_the_page_says_what_each_module_of_a_step_knows(folder: str) -> None:
    table = re.search(rf"\| in `{folder}/` .*?\n\n", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert table is not None
    modules = {path.name for path in (TRANSFORMS / "rules" / "horovod" / folder).glob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", table[0])) == modules - {"__init__.py", "examples.py"}

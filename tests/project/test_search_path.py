"""Folders that a script adds to `sys.path` are told from its text, and modules are found there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.project.search_path import added_folders


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("sys.path.insert(0, '../lib')", ["lib"]),
        ("sys.path.append(os.path.join(os.path.dirname(__file__), '..', 'lib'))", ["lib"]),
        ("sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + '/lib')", ["lib"]),
        ("here = osp.dirname(__file__)\nlib = osp.join(here, '..', 'lib')\nsys.path[0:0] = [lib]", ["lib"]),
        ("sys.path.append(str(Path(__file__).resolve().parent.parent / 'lib'))", ["lib"]),
        ("sys.path.append(str(Path(__file__).parents[1] / 'lib'))", ["lib"]),
        ("sys.path.append(os.path.join(os.path.dirname(sys.argv[0]), '..', 'lib'))", ["lib"]),
        (
            "try:\n    here = os.path.dirname(__file__)\nexcept NameError:\n    here = '.'\n"
            "sys.path.append(os.path.join(here, '..', 'lib'))",
            ["lib"],
        ),
        ("sys.path += ['../lib', '..']", ["lib", "."]),
        ("sys.path.extend(['../lib'])", ["lib"]),
        ("site.addsitedir('../lib')", ["lib"]),
        ("def add(path):\n    if path not in sys.path:\n        sys.path.insert(0, path)\nadd('../lib')", ["lib"]),
        ("sys.path.append('../missing')", []),
        ("sys.path.append('/')", []),
        ("sys.path.append(os.environ['LIB'])", []),
        ("sys.path.append(sys.argv[1])\nprint(sys.path)", []),
        ("files.path.append('../lib')", []),
    ],
)
def test_folders_that_are_added(text: str, added: list[str], tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "tools").mkdir()
    script = tmp_path / "tools" / "train.py"
    found = added_folders(script, ast.parse(text), (script.parent,))
    assert found == tuple(tmp_path / each for each in added)


@pytest.mark.parametrize(("marker", "outside"), [("pyproject.toml", []), ("other.toml", ["beside"])])
def test_only_a_projects_own_folders_are_searched(marker: str, outside: list[str], tmp_path: Path) -> None:
    files = {
        "mine/train.py": "import paths\nimport nets\nimport beside\n",
        "mine/paths.py": "import os, sys\nhere = os.path.dirname(__file__)\n"
        "sys.path += [os.path.join(here, 'lib'), os.path.join(here, '../other')]\n",
        "mine/lib/nets.py": "",
        "other/beside.py": "",
        f"mine/{marker}": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    script = analyse(tmp_path / "mine" / "train.py", Options())
    assert [module.name for module in script.flow.project.modules()] == ["train", "paths", "nets", *outside]

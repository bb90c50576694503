"""Functions that no training can run lose their bodies, and no others do."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole import source
from farandole.frameworks.analyse import analyse_referenced
from farandole.options import Options
from farandole.project import Project
from farandole.project.referenced import referenced
from farandole.source import Document

TRAINS = """
import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[0.0]], [0.0])
"""


def opened(folder: Path, **texts: str) -> Project:
    """Open the project of `train.py`, with modules beside it."""
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return Project.around(folder / "train.py", source.read, lambda name: name == "keras", lambda root: ())


def bodies(document: Document) -> dict[str, str]:
    """Give the text of the first statement in each function."""
    functions = (each for each in ast.walk(document.tree) if isinstance(each, ast.FunctionDef))
    return {each.name: ast.unparse(each.body[0]) for each in functions}


def test_what_nothing_refers_to_has_no_body_and_keeps_its_place(tmp_path: Path) -> None:
    text = f"{TRAINS}\ndef table(path):\n    rows = open(path)\n    return list(rows)\n\nclass Window:\n    def add(self, value):\n        self.value = value\n"
    project = opened(tmp_path, train=text)
    document = referenced(project).entry.document
    assert bodies(document) == {"table": "pass", "add": "pass"}
    assert document.text == text
    function, (nothing,) = document.tree.body[-2], document.nodes(ast.Pass)[:1]
    assert document.segment(function) == "def table(path):\n    rows = open(path)\n    return list(rows)"
    assert document.segment(nothing) == "rows = open(path)\n    return list(rows)"
    assert bodies(project.entry.document) == {"table": "rows = open(path)", "add": "self.value = value"}


def test_what_it_refers_to_has_none_either(tmp_path: Path) -> None:
    text = f"{TRAINS}\ndef inner(path):\n    return open(path)\n\ndef outer(path):\n    return inner(path)\n"
    assert bodies(referenced(opened(tmp_path, train=text)).entry.document) == {"inner": "pass", "outer": "pass"}


@pytest.mark.parametrize(
    "added",
    [
        pytest.param("def table(path):\n    return open(path)\ntable('a')\n", id="called"),
        pytest.param("def table(path):\n    return open(path)\nbuilders = {'table': 1}\n", id="named in a text"),
        pytest.param(
            "class Rows:\n    def table(self):\n        return 1\nprint(model.table())\n", id="a method's name"
        ),
        pytest.param("import atexit\n@atexit.register\ndef table():\n    return 1\n", id="decorated"),
        pytest.param("def table(path):\n    return open(path)\nprint(globals()['ta' + 'ble'])\n", id="computed names"),
        pytest.param("from keras.layers import *\ndef table(path):\n    return Dense(path)\n", id="names by a star"),
        pytest.param("def table(model):\n    return model.fit([1], [1])\n", id="trains what it is given"),
        pytest.param("import tensorlayer as tl\ndef table(x):\n    return tl.layer(x)\n", id="an unknown library"),
        pytest.param("def table(rate):\n    keras.backend.set_value(model.optimizer.lr, rate)\n", id="the library"),
        pytest.param("def table(rows):\n    return model.predict(rows)\n", id="a model at the top"),
        pytest.param("def fit(x):\n    return model.fit(x)\ndef table(x):\n    return fit(x)\n", id="runs what trains"),
        pytest.param("def rows():\n    return 1\ndef table(x=rows()):\n    return x\n", id="called for a default"),
        pytest.param("def rows():\n    return 1\nclass Table:\n    rows = rows()\n", id="called in a class"),
        pytest.param("def __getattr__(name):\n    return name\n", id="called by Python"),
    ],
)
def test_in_doubt_a_function_keeps_its_body(added: str, tmp_path: Path) -> None:
    project = opened(tmp_path, train=TRAINS + added)
    assert "pass" not in bodies(referenced(project).entry.document).values()


@pytest.mark.parametrize(
    ("train", "kept"),
    [
        ("from helpers import table\ntable(1)\n", {"table"}),
        ("from helpers import table as rows\nrows(1)\n", {"table"}),
        ("import helpers\nhelpers.table(1)\n", {"table"}),
        ("from helpers import *\nwrite(1)\n", {"write"}),
        ("from between import table\ntable(1)\n", {"table"}),
        ("import helpers\n", set()),
    ],
)
def test_a_module_keeps_what_others_refer_to(train: str, kept: set[str], tmp_path: Path) -> None:
    helpers = "def table(path):\n    return open(path)\n\ndef write(path):\n    print(path)\n"
    project = referenced(opened(tmp_path, train=TRAINS + train, helpers=helpers, between="from helpers import table\n"))
    module = project.module("helpers")
    assert module is not None
    assert {name for name, body in bodies(module.document).items() if body != "pass"} == kept


def test_a_module_that_was_not_foreseen_may_refer_to_all(tmp_path: Path) -> None:
    package = tmp_path / "parts"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "late.py").write_text("from helpers import table\n\ndef start():\n    table(1)\n", encoding="utf-8")
    (tmp_path / "helpers.py").write_text("def table(path):\n    print(path)\n", encoding="utf-8")
    script = tmp_path / "train.py"
    script.write_text(f"{TRAINS}import helpers\nimport parts\nparts.late.start()\n", encoding="utf-8")
    found = {each.path.name: each for each in analyse_referenced(script, Options()).documents}
    assert bodies(found["helpers.py"]) == {"table": "print(path)"}

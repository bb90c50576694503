"""Notebooks on the command line: their code cells are one script, and all that is no code stays as it is."""

from __future__ import annotations

import ast
import json

import pytest

from tests.cli.conftest import Project

OUTPUT = {"output_type": "stream", "name": "stdout", "text": ["loss 0.10\n"], "x": 1.50}
CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": ["# Train\n", "é"]},
    {"cell_type": "code", "execution_count": 3, "metadata": {"tags": []}, "outputs": [OUTPUT],
     "source": ["%matplotlib inline\n", "!pip install x\n", "import tensorflow as tf"]},
    {"cell_type": "code", "execution_count": 4, "metadata": {}, "outputs": [],
     "source": 'model = tf.keras.Sequential([])\nmodel.compile(tf.keras.optimizers.SGD(0.1), "mse")'},
    {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
     "source": ["model.fit([[1.0]] * 64, [[2.0]] * 64)\n", "# done"]},
]  # fmt: skip


def notebook(cells: object = CELLS, language: str = "python", **form: object) -> str:
    metadata = {"kernelspec": {"language": language, "name": "k"}}
    made = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, **{"indent": 1, "ensure_ascii": False, **form}) + "\n"  # type: ignore[arg-type]


@pytest.mark.parametrize("form", [{}, {"indent": None}, {"ensure_ascii": True}, {"indent": "\t", "sort_keys": True}])
def test_a_conversion_changes_sources_only(project: Project, form: dict[str, object]) -> None:
    before = notebook(**form)
    path = project.write("train.ipynb", before)
    assert project.run("distribute", "--write", "train.ipynb").status == 0
    after = path.read_text(encoding="utf-8")
    old, new = json.loads(before), json.loads(after)
    sources = ["".join(cell.pop("source")) for cell in new["cells"]]
    for cell in old["cells"]:
        cell.pop("source")
    assert new == old
    code = "\n".join(sources)
    assert "%matplotlib inline\n!pip install x\n" in sources[1]
    assert "hvd.init()" in code
    assert "hvd.DistributedOptimizer(" in code
    untouched = [line for line in before.splitlines() if "DistributedOptimizer" not in line and '"source"' not in line]
    assert form or set(untouched) - set(after.splitlines()) <= {
        '    "model.fit([[1.0]] * 64, [[2.0]] * 64)\\n",',
        '    "import tensorflow as tf"',
    }
    assert project.run("distribute", "--write", "train.ipynb").err == "train.ipynb: nothing to change\n"
    assert path.read_text(encoding="utf-8") == after


def test_each_cell_is_a_script_of_its_own(project: Project) -> None:
    sources = (
        'import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile("sgd", "mse")',
        "model.fit([[1.0]] * 64, [[2.0]] * 64)\nprint('fitted')",
        "model.save_weights('m.h5')",
        "print('saved')\nprint('done')",
    )
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": each} for each in sources]
    path = project.write("train.ipynb", notebook(cells))
    assert project.run("distribute", "--write", "train.ipynb").status == 0
    after = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    for cell in after:
        ast.parse(cell)
    assert after[2:] == [
        "if hvd.rank() == 0:\n    model.save_weights('m.h5')",
        "if hvd.rank() == 0:\n    print('saved')\n    print('done')",
    ]


def test_places_are_those_of_cells(project: Project) -> None:
    project.write("train.ipynb", notebook())
    assert "train.ipynb:cell 3:2" in project.run("check", "train.ipynb").out
    assert "train.ipynb:cell 3:2" in project.run("distribute", "train.ipynb").err
    assert "train.ipynb:cell 4:1" in project.run("steps", "train.ipynb").out
    found = json.loads(project.run("check", "--format", "json", "train.ipynb").out)["findings"]
    assert {(finding["cell"], finding["line"]) for finding in found} >= {(3, 2), (4, 1)}


def test_messages_name_the_lines_of_cells(project: Project) -> None:
    sources = (
        "import numpy as np\nimport tensorflow.compat.v1 as tf\nx = np.load('x.npy')\nat = 0",
        "def batch(count):\n    global at\n    at += count\n    return x[at - count:at]",
        "z = tf.placeholder(tf.float32, [None, 4])\nloss = tf.reduce_mean(tf.layers.dense(z, 1) ** 2)\n"
        "train = tf.train.AdamOptimizer(0.01).minimize(loss)\nwith tf.Session() as session:\n"
        "    session.run(tf.global_variables_initializer())\n    for step in range(100):\n"
        "        session.run(train, {z: batch(8)})\n        print(at)",
    )
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": each} for each in sources]
    project.write("train.ipynb", notebook(cells))
    assert "`x[at - count:at]` in code cell 2, line 4 of train.ipynb" in project.run("distribute", "train.ipynb").err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "it is no notebook: "),
        ("[]", "it is no notebook of format 4: it has no cells"),
        (notebook(language="R"), "it is a notebook for r, not Python"),
        (notebook([{**CELLS[1], "source": "x = ("}]), "cell 1, line 1: syntax error: '(' was never closed"),
        (notebook([]), "no training found"),
        ("[" * 20_000, "it is no notebook: "),
    ],
)
def test_what_is_no_training_notebook_is_one_line(project: Project, text: str, said: str) -> None:
    project.write("train.ipynb", text)
    result = project.run("distribute", "train.ipynb")
    assert said in result.err
    assert len(result.err.splitlines()) == 1
    assert (project.folder / "train.ipynb").read_text(encoding="utf-8") == text


def test_cells_are_read_as_ipython_reads_them(project: Project) -> None:
    sources = (
        "import tensorflow as tf\ncolab = False\nif colab:\n    # what is needed there\n    !pip install x\n    %cd /content",
        '  model = tf.keras.Sequential([])\n  model.compile("sgd", "mse")\nx = [[1.0]] * 64',
        "model.fit(x, x)",
        "\n  print('done')",
    )
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": each} for each in sources]
    path = project.write("train.ipynb", notebook(cells, language=""))
    assert project.run("distribute", "--write", "train.ipynb").status == 0
    after = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    assert after[0].endswith("if colab:\n    # what is needed there\n    !pip install x\n    %cd /content")
    assert after[1].startswith("model = tf.keras.Sequential([])\nmodel.compile(")
    assert after[1].endswith("\nx = [[1.0]] * 64")
    assert after[3] == "\nif hvd.rank() == 0:\n    print('done')"
    assert project.run("distribute", "--write", "train.ipynb").err == "train.ipynb: nothing to change\n"


def test_what_a_magic_command_runs_must_stay_on_its_line(project: Project) -> None:
    sources = (
        "import tensorflow as tf\nx = [[1.0]] * 64",
        'model = tf.keras.Sequential([])\nmodel.compile("sgd", "mse")',
        "%time model.fit(x, x)",
        '%time model.save("model.h5")',
    )
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": each} for each in sources]
    path = project.write("train.ipynb", text := notebook(cells))
    result = project.run("distribute", "--write", "train.ipynb")
    assert "a magic command of the notebook, in cell 4:1; put what it runs on a line of its own" in result.err
    assert path.read_text(encoding="utf-8") == text

"""JupyterLab with jupyterlab-lsp, in Chromium: the server is found by its entry point, nothing is configured."""

from __future__ import annotations

import json
import os
import re
import shutil

import pytest
from farandole_server.configuration import Settings
from farandole_server.jupyter import specification

from tests.editors.conftest import EDITORS, SCRIPT, SESSIONS, STEPS, Project

CELLS = (
    "%matplotlib inline\nimport tensorflow as tf",
    'model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\noptimizer = tf.keras.optimizers.SGD(0.1)  # 😋\nmodel.compile(optimizer, "mse")',
    "model.fit([[1.0]] * 64, [[2.0]] * 64)",
)


def notebook(*cells: str) -> str:
    """Give a notebook with cells of Python."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    listed = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"cell-{number}",
            "metadata": {},
            "outputs": [],
            "source": cell,
        }
        for number, cell in enumerate(cells)
    ]
    return json.dumps({"cells": listed, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@pytest.mark.slow
def test_jupyterlab(project: Project) -> None:
    python, chromium = EDITORS / "jupyterlab" / "bin" / "python", shutil.which("chromium")
    if chromium is None or not python.exists():
        pytest.skip("JupyterLab or Chromium is not there; run tests/editors/install")
    (project.edited / "train.ipynb").write_text(notebook(*CELLS), encoding="utf-8")
    news = project.home / ".jupyter/lab/user-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    news.parent.mkdir(parents=True)
    news.write_text('{"fetchNews": "false"}', encoding="utf-8")
    result = project.run(python, SESSIONS / "jupyterlab.py", CHROMIUM=chromium, SCREENSHOTS=str(project.home))
    if "FARANDOLE_SCREENSHOTS" in os.environ:
        shutil.copy(project.home / "jupyterlab.png", os.environ["FARANDOLE_SCREENSHOTS"])

    script, cells = result["script"], result["notebook"]
    for shown in (script, cells):
        assert "tensorflow.keras.optimizers.SGD" in shown["hover"]
        assert "hvd.size()" in shown["hover"]
        assert set(re.findall(r"HVD\d+", shown["panel"])) >= STEPS
    assert "0.1" in script["marks"]
    assert cells["cells"][0] == []
    assert "0.1" in cells["cells"][1]
    assert set(cells["cells"][2]) == {"model.fit"}
    assert project.saved() == SCRIPT


def test_specification_is_what_jupyter_lsp_asks_for() -> None:
    """The required keys and the version are those of jupyter-lsp 2's JSON schema."""
    (found,) = specification(None).values()
    assert found["version"] == 2
    assert found["languages"] == ["python"]
    assert found["argv"][1] == "-I" and found["argv"][-1] == "server"
    assert found["requires_documents_on_disk"] is False
    defaults = {
        name.removeprefix("farandole."): each["default"] for name, each in found["config_schema"]["properties"].items()
    }
    assert Settings.read(defaults)[1] == ()

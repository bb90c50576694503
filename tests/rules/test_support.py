"""What a project says of its versions, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.frameworks.horovod.support import newer_keras, other_backend, unsupported
from farandole.options import Options

SCRIPT = """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""


def said(folder: Path, files: dict[str, str]) -> str:
    for name, text in {"train.py": SCRIPT, "pyproject.toml": "", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return unsupported(analyse(folder / "train.py", Options()))


@pytest.mark.parametrize(
    ("name", "text", "version"),
    [
        ("requirements.txt", "numpy\ntensorflow==2.17.0\n", "TensorFlow 2.17"),
        ("requirements-train.txt", "tensorflow-cpu>=2.16\n", "TensorFlow 2.16"),
        ("requirements.txt", "tensorflow[and-cuda]~=2.18.0\n", "TensorFlow 2.18"),
        ("requirements.txt", "keras>=3\n", "Keras 3.0"),
        ("pyproject.toml", '[project]\ndependencies = [\n    "tensorflow>=2.16,<3",\n]\n', "TensorFlow 2.16"),
        ("pyproject.toml", '[project]\ndependencies = ["numpy", "tensorflow>=2.16"]\n', "TensorFlow 2.16"),
        ("setup.py", 'setup(name="x", install_requires=["keras>=3.0"])\n', "Keras 3.0"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntensorflow = "^2.16"\n', "TensorFlow 2.16"),
        ("environment.yml", "dependencies:\n  - tensorflow=2.17\n", "TensorFlow 2.17"),
        ("uv.lock", '[[package]]\nname = "tensorflow"\nversion = "2.19.0"\n', "TensorFlow 2.19"),
        ("Pipfile.lock", '{"default": {"tensorflow": {"hashes": [], "version": "==2.17.0"}}}', "TensorFlow 2.17"),
        (".venv/lib/python3.11/site-packages/tensorflow-2.16.1.dist-info/METADATA", "", "TensorFlow 2.16"),
    ],
)
def test_what_horovod_does_not_support_is_told(tmp_path: Path, name: str, text: str, version: str) -> None:
    told = said(tmp_path, {name: text})
    assert told.startswith(f"no released Horovod supports {version}, which ")
    assert Path(name).name in told or ".venv" in name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements.txt", "tensorflow==2.12.1\ntensorflow-datasets==4.9.6\nkeras==2.12.0\n"),
        ("requirements.txt", "tensorflow\n# tensorflow==2.17 comes next\n"),
        ("requirements.txt", "tensorflow>=2.4\ntensorflow-probability==3.1\n"),
        ("requirements.txt", "keras-tuner==3.0\n"),
        ("pyproject.toml", '[project]\ndependencies = ["tensorflow>=2.10"]  # "tensorflow>=2.17" comes next\n'),
        ("uv.lock", '[[package]]\nname = "tensorflow"\nversion = "2.15.1"\n'),
        (".venv/lib/python3.11/site-packages/tensorflow_estimator-2.17.0.dist-info/METADATA", ""),
    ],
)
def test_what_it_supports_is_not(tmp_path: Path, name: str, text: str) -> None:
    assert said(tmp_path, {name: text}) == ""


@pytest.mark.parametrize(
    ("text", "backend", "newer"),
    [
        ('import os\nos.environ["KERAS_BACKEND"] = "torch"\n', "torch", ""),
        ('import os\nos.environ.setdefault("KERAS_BACKEND", "jax")\n', "jax", ""),
        ('import keras\nkeras.config.set_backend("jax")\n', "jax", ""),
        ('import os\nos.environ.setdefault("KERAS_BACKEND", "tensorflow")\n', "", ""),
        ("import keras_core as keras\n", "", "keras_core"),
        ("from keras_core import layers\n", "", "keras_core"),
        ("from keras import ops\n", "", "keras.ops"),
        ("import keras\nprint(keras.ops.ones(2))\n", "", "keras.ops"),
        ("import keras\nprint(keras.backend.ones(2))\n", "", ""),
    ],
)
def test_a_script_tells_another_keras_itself(tmp_path: Path, text: str, backend: str, newer: str) -> None:
    path = tmp_path / "train.py"
    path.write_text(text, encoding="utf-8")
    script = analyse(path, Options())
    assert (other_backend(script), newer_keras(script)) == (backend, newer)

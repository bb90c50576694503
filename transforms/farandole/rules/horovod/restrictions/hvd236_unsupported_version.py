"""Where Horovod ends: versions and backends that no release supports."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.support import SUPPORTED, framework_import, newer_keras, other_backend, unsupported
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.project.project import project_root
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status


class UnsupportedVersion(Rule):
    """Released Horovod supports Keras 2, on TensorFlow.

    ## What it does

    Tells once for a project, at the first import of TensorFlow or Keras, when a script trains with TensorFlow 2.16 or later, with
    Keras 3, or with Keras on another backend. It looks at what the script sets `KERAS_BACKEND` to and imports
    (`keras_core`, `keras.ops`, `theano` or `cntk` without TensorFlow), at the project's virtual environment, its lock files (`uv.lock`, `poetry.lock`, `pdm.lock`,
    `Pipfile.lock`), and what `requirements.txt`, `pyproject.toml`, `setup.cfg`, `setup.py`, `Pipfile` or `environment.yml`
    ask for.

    ## Why

    Horovod 0.28.1 is the newest release, and wraps the optimizers of Keras 2. With Keras 3 its callbacks and wrappers
    stop with errors such as `'Variable' object has no attribute 'ref'`.

    ## When it is not offered

    No version is written down, a range begins below TensorFlow 2.16, or the script trains no model.

    ## Edit safety

    Nothing is edited. The conversion is offered all the same, for an environment that Horovod supports; not where the
    script itself chooses another backend, or what only Keras 3 has.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD236", "version-not-supported"
    title = "Train with versions that Horovod supports"
    untouched = [
        """\
import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
    ]
    refused = [
        Refused(
            """\
import os
os.environ["KERAS_BACKEND"] = "jax"
import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD236",
        ),
        Refused(
            """\
import keras
import theano.tensor as T
model = keras.models.Sequential([keras.layers.Dense(1)])
model.compile("adam", lambda wanted, given: T.mean((wanted - given) ** 2))
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD236",
        ),
        Refused(
            """\
import os
import keras_core as keras
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD236",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what the script trains with, where no released Horovod supports it."""
        if not script.trainings:
            return
        backend = other_backend(script)
        on_backend = f"Keras runs on `{backend}` here, which no released Horovod supports"
        newer = newer_keras(script)
        of_keras_3 = f"`{newer}` is of Keras 3, which no released Horovod supports"
        message = on_backend if backend else of_keras_3 if newer else unsupported(script)
        if message:
            document = script.entry
            span = document.span(framework_import(document))
            yield Finding(
                self,
                Status.REFUSED,
                document,
                span,
                message,
                f"let Keras run on TensorFlow: {SUPPORTED}" if backend else SUPPORTED,
                blocks=bool(backend or newer),
                project="" if backend or newer else str(project_root(document.path)),
            )

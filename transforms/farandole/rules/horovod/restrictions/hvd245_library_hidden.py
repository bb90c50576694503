"""Files that Python would import in the place of TensorFlow, Keras or Horovod."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.support import framework_import
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.project.imports import is_relative
from farandole.project.libraries import hiding
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status


class LibraryHidden(Rule):
    """A file beside the script must not have the name of a library that training needs.

    ## What it does

    Names a `tensorflow.py`, a `keras.py` or a `horovod.py`, or a package of one of these names, beside a script that trains.

    ## Why

    Python looks for modules beside the script that it runs first. The script, and TensorFlow itself, import that file
    then and not the library: the conversion would end at `import horovod`.

    ## When it is not offered

    The script has relative imports, so that it is run as a module of its package (`python -m`), or it trains no model.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD245", "library-hidden"
    title = "Rename the file that hides a library"
    files = {"horovod.py": "SIZE = 2\n", "settings.py": "EPOCHS = 3\n"}
    untouched = [
        """\
import tensorflow as tf
from . import settings
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, epochs=settings.EPOCHS)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
import horovod
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD245",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what hides a library from a script that trains."""
        document = script.entry
        hidden = hiding(document.path)
        if not script.trainings or hidden is None or any(map(is_relative, document.statements)):
            return
        library, file = hidden
        yield Finding(
            self,
            Status.REFUSED,
            document,
            document.span(framework_import(document)),
            f"`{file.relative_to(document.path.parent).as_posix()}` hides the library {library}: the script imports this file instead",
            "rename it",
            blocks=True,
        )

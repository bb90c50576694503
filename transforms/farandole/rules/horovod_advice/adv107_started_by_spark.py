"""Start the processes on a Spark cluster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod.names import library
from farandole.rules.horovod_advice.launching import given, main_call
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

ONE_LAUNCHER = "it changes how the script is started, and only one launcher can start it"


class StartedBySpark(Rule):
    """A main function can be started on a Spark cluster.

    ## What it does

    Finds scripts that do nothing but call a main function that initialises Horovod, and lets `horovod.spark.run` call
    it, in as many processes as Spark has tasks by default.

    ## Why

    The script is started with `spark-submit`, and the cluster finds the hosts, instead of `horovodrun` with a list of
    them. It pays where a Spark cluster is what there is, and where the data come from Spark.

    ## When it is not offered

    The module initialises Horovod itself, does something else when it is run, or has a launcher.

    ## Edit safety

    It asks to be confirmed. What the main function gives comes back as a list with an item for each rank. Arguments are pickled.
    [ADV108](ADV108.md) is the same with Ray.
    """

    family = ADVICE
    code, name = "ADV107", "not-started-by-spark"
    title = "Start the processes on a Spark cluster"
    examples = [
        Example(
            before="""\
import horovod.tensorflow as hvd
import tensorflow as tf

def main(rate):
    hvd.init()
    print(hvd.rank(), rate)

if __name__ == "__main__":
    main(0.1)
""",
            after="""\
import horovod.tensorflow as hvd
import tensorflow as tf
import horovod.spark

def main(rate):
    hvd.init()
    print(hvd.rank(), rate)

if __name__ == "__main__":
    horovod.spark.run(main, args=(0.1,))
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()

def main():
    print(hvd.rank())

if __name__ == "__main__":
    main()
""",
        """\
import horovod
import horovod.tensorflow as hvd

def main():
    hvd.init()

if __name__ == "__main__":
    horovod.run(main, np=2)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the call of a main function."""
        call = main_call(script)
        if call is not None:
            document = script.entry
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(call),
                "this function can be started on a Spark cluster",
                "horovod.spark.run calls it in a process for each task",
                confirm=ONE_LAUNCHER,
                fix=partial(_fix, script),
            )


def _fix(script: Script) -> EditSet:
    document, call = script.entry, main_call(script)
    assert call is not None
    spark = library(script, document, "horovod.spark", "horovod.spark")
    text = f"{spark.text}.run({document.segment(call.func)}{given(document, call)})"
    return EditSet.of(document, [*layout.replace(document, call, text), *spark.edits])

"""Start the processes on a Spark cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod_advice.launching import Launcher
from farandole.rules.rule import Example, Finding, Rule


class StartedBySpark(Rule):
    """A main function can be started on a Spark cluster.

    ## What it does

    Finds scripts that read their options at most, and then call a main function that initialises Horovod, and lets
    `horovod.spark.run` call it in a Spark session, in as many processes as Spark has tasks by default.

    ## Why

    The script is started with `spark-submit`, and the cluster finds the hosts, instead of `horovodrun` with a list of
    them. It pays where a Spark cluster is what there is, and where the data come from Spark.

    ## When it is not offered

    The module sets something up when it is run, such as a seed or Horovod, which the processes would not do; the main
    function reads the options itself; or the script has a launcher.

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
import pyspark.sql

def main(rate):
    hvd.init()
    print(hvd.rank(), rate)

if __name__ == "__main__":
    with pyspark.sql.SparkSession.builder.getOrCreate():
        horovod.spark.run(main, args=(0.1,))
""",
        ),
    ]
    untouched = [
        """\
import argparse

import horovod.tensorflow as hvd
import tensorflow as tf

def main():
    options = argparse.ArgumentParser().parse_args()
    hvd.init()
    print(hvd.rank(), options)

if __name__ == "__main__":
    main()
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
tf.random.set_seed(1)

def main():
    hvd.init()
    print(hvd.rank())

if __name__ == "__main__":
    main()
""",
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
        return _SPARK.findings(self, script)


def _lines(horovod: str, spark: str, function: str, given: str) -> Sequence[str]:
    return (
        f"with {spark}.SparkSession.builder.getOrCreate():",
        f"    {horovod}.run({function}{given})",
    )


_SPARK = Launcher(
    "Spark", "horovod.spark.run calls it in a process for each task", ("horovod.spark", "pyspark.sql"), _lines
)

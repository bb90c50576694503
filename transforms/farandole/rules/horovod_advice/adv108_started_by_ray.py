"""Start the processes on a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod_advice.adv107_started_by_spark import StartedBySpark
from farandole.rules.horovod_advice.launching import Launcher
from farandole.rules.rule import Example, Finding, Rule

_WORKERS = 2


class StartedByRay(Rule):
    """A main function can be started on a Ray cluster.

    ## What it does

    Finds scripts that read their options at most, and then call a main function that initialises Horovod, and lets a
    `RayExecutor` call it in two workers; how many there shall be is for you to say.

    ## Why

    Ray finds the hosts and starts the workers, also in a cluster that grows, instead of `horovodrun` with a list of hosts.
    It pays where a Ray cluster is what there is, and in notebooks.

    ## When it is not offered

    The module sets something up when it is run, such as a seed or Horovod, which the workers would not do; the main
    function reads the options itself; or the script has a launcher.

    ## Edit safety

    It asks to be confirmed. What the main function gives comes back as a list with an item for each rank. Arguments are
    pickled. Workers have GPUs with `use_gpu=True`. [ADV107](ADV107.md) is the same with Spark.
    """

    family = ADVICE
    code, name = "ADV108", "not-started-by-ray"
    title = "Start the processes on a Ray cluster"
    excludes = (StartedBySpark,)
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch

def main():
    hvd.init()
    print(hvd.rank())

if __name__ == "__main__":
    main()
""",
            after="""\
import horovod.torch as hvd
import torch
import horovod.ray
import ray

def main():
    hvd.init()
    print(hvd.rank())

if __name__ == "__main__":
    ray.init()
    executor = horovod.ray.RayExecutor(
        horovod.ray.RayExecutor.create_settings(), num_workers=2
    )
    executor.start()
    executor.run(main)
    executor.shutdown()
""",
        ),
        Example(
            before="""\
import argparse
import horovod.torch as hvd
import torch

def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    return parser.parse_args()

def main(rate, epochs):
    hvd.init()
    print(hvd.rank(), rate, epochs)

if __name__ == "__main__":
    chosen = options()
    main(0.1, epochs=chosen.epochs)
""",
            after="""\
import argparse
import horovod.torch as hvd
import torch
import horovod.ray
import ray

def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    return parser.parse_args()

def main(rate, epochs):
    hvd.init()
    print(hvd.rank(), rate, epochs)

if __name__ == "__main__":
    chosen = options()
    ray.init()
    executor = horovod.ray.RayExecutor(
        horovod.ray.RayExecutor.create_settings(), num_workers=2
    )
    executor.start()
    executor.run(main, args=(0.1,), kwargs={"epochs": chosen.epochs})
    executor.shutdown()
""",
        ),
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch

def main():
    hvd.init()
    print(hvd.rank())

if __name__ == "__main__":
    main()
    print("done")
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the call of a main function."""
        return _RAY.findings(self, script)


def _lines(horovod: str, ray: str, function: str, given: str) -> Sequence[str]:
    executor = f"{horovod}.RayExecutor"
    return (
        f"{ray}.init()",
        f"executor = {executor}({executor}.create_settings(), num_workers={_WORKERS})",
        "executor.start()",
        f"executor.run({function}{given})",
        "executor.shutdown()",
    )


_RAY = Launcher("Ray", "a RayExecutor calls it in workers of the cluster", ("horovod.ray", "ray"), _lines)

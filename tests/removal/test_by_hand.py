"""Scripts that somebody has distributed by hand: what one process does of them, and what can't be removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse, analyse_referenced
from farandole.options import Options
from farandole.removal import Origin, Removal, remove

KERAS = """\
import tensorflow as tf
import horovod.tensorflow.keras as hvd

# Horovod: initialize Horovod.
hvd.init()

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
"""
TORCH = """\
import torch
import horovod.torch as hvd

hvd.init()
model = torch.nn.Linear(2, 1)
"""


def removed(folder: Path, text: str) -> Removal:
    """Remove Horovod from a script."""
    script = folder / "train.py"
    script.write_text(text, encoding="utf-8")
    return remove(analyse(script, Options()), Options())


def left(folder: Path, text: str) -> str:
    """Give what is left of a script that stands behind the beginning of one with Keras or PyTorch."""
    found = removed(folder, text)
    assert not found.obstacles, [each.reason for each in found.obstacles]
    (result,) = found.texts.values()
    return result.partition("Dense(1)])\n" if "Dense" in text else "Linear(2, 1)\n")[2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("opt = hvd.DistributedOptimizer(tf.optimizers.SGD(0.1 * hvd.size()))\n", "opt = tf.optimizers.SGD(0.1)\n"),
        ("print(hvd.allreduce(tf.constant(1.0)).numpy())\n", "print(tf.constant(1.0).numpy())\n"),
        ("print(hvd.allreduce(float(loss)).numpy())\n", "print(float(loss))\n"),
        ("steps = (a + b) // hvd.size()\n", "steps = a + b\n"),
        ("steps = 2 * ((a + b) // hvd.size())\n", "steps = 2 * (a + b)\n"),
        ("steps = int(math.ceil(n / hvd.size()))\n", "steps = int(math.ceil(n))\n"),
        ("x = (a if hvd.rank() == 0 else b) or c\n", "x = a or c\n"),
        ("x = hvd.allreduce(a if b else c) * 2\n", "x = (a if b else c) * 2\n"),
        ("data = data.shard(hvd.size(), hvd.rank()).batch(4)\n", "data = data.batch(4)\n"),
        ("data = load()\ndata = data.shard(hvd.size(), hvd.rank())\nuse(data)\n", "data = load()\nuse(data)\n"),
        ("x = load()\nx = x[hvd.rank()::hvd.size()]\nuse(x)\n", "x = load()\nuse(x)\n"),
        ("print(hvd.rank(), f'{hvd.size()} processes')\n", "print(0, f'{1} processes')\n"),
        ("first = hvd.rank() == 0\nif first and n > 1:\n    save()\n", "if n > 1:\n    save()\n"),
        ("if hvd.rank() == 0:\n    # the best\n    save()\nelse:\n    wait()\n", "# the best\nsave()\n"),
        ("if hvd.rank() != 0:\n    wait()\nelif n:\n    save()\n", "if n:\n    save()\n"),
        (
            "if n:\n    save()\nelif hvd.rank() == 0:\n    say()\nelse:\n    wait()\n",
            "if n:\n    save()\nelse:\n    say()\n",
        ),
        (
            "if n:\n    save()\nelif hvd.rank() != 0:\n    wait()\nelse:\n    say()\n",
            "if n:\n    save()\nelse:\n    say()\n",
        ),
        ("if n:\n    hvd.broadcast_variables(model.variables, 0)\nsave()\n", "save()\n"),
        ("for _ in items():\n    hvd.allreduce(0)\n", "for _ in items():\n    pass\n"),
        ("if hvd.rank() == 0: say(); save()\nend()\n", "say(); save()\nend()\n"),
        (
            'if hvd.rank() == 0:\n    print("""one\n    two""")\n    if n:\n        save()\n',
            'print("""one\n    two""")\nif n:\n    save()\n',
        ),
        (
            "calls = [\n    # Horovod: from rank 0\n    hvd.callbacks.BroadcastGlobalVariablesCallback(0),\n\n"
            "    # stops\n    Stop(),\n]\n",
            "calls = [\n    # stops\n    Stop(),\n]\n",
        ),
        ("rate = 0.1\nrate *= hvd.size()\nseed = 3\nseed += hvd.rank()\n", "rate = 0.1\nseed = 3\n"),
        ("# Horovod: the rate\n# grows.\n#old = 3\nrate = 0.1 * hvd.size()\n", "#old = 3\nrate = 0.1\n"),
        ("result, _ = run([hvd.allreduce(x), y])\n", "result, _ = run([x, y])\n"),
        (
            "fit(x, callbacks=[hvd.callbacks.MetricAverageCallback(), Stop()], n=1)\n",
            "fit(x, callbacks=[Stop()], n=1)\n",
        ),
        ("fit(x, callbacks=[hvd.callbacks.MetricAverageCallback()], n=1)\n", "fit(x, n=1)\n"),
        ("calls = []\ncalls.append(hvd.callbacks.MetricAverageCallback())\nfit(calls)\n", "calls = []\nfit(calls)\n"),
    ],
)
def test_what_one_process_does_is_left(before: str, after: str, tmp_path: Path) -> None:
    assert left(tmp_path, KERAS + before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "opt = torch.optim.SGD(model.parameters(), 0.1)\n"
            "opt = hvd.DistributedOptimizer(opt, named_parameters=model.named_parameters())\n"
            "hvd.broadcast_parameters(model.state_dict(), root_rank=0)\nhvd.broadcast_optimizer_state(opt, root_rank=0)\n",
            "opt = torch.optim.SGD(model.parameters(), 0.1)\n",
        ),
        (
            "opt = hvd.DistributedOptimizer(torch.optim.SGD(model.parameters(), 0.1))\nopt.synchronize()\nclip()\n"
            "with opt.skip_synchronize():\n    opt.step()\n",
            "opt = torch.optim.SGD(model.parameters(), 0.1)\nclip()\nopt.step()\n",
        ),
        ("torch.cuda.set_device(hvd.local_rank())\ntorch.cuda.synchronize()\n", "torch.cuda.synchronize()\n"),
        (
            "part = Sampler(data, num_replicas=hvd.size(), rank=hvd.rank())\n",
            "part = Sampler(data, num_replicas=1, rank=0)\n",
        ),
        (
            "how = hvd.Compression.fp16 if half else hvd.Compression.none\nx = hvd.allreduce(a, compression=how)\n",
            "x = a\n",
        ),
    ],
)
def test_what_one_process_does_with_pytorch_is_left(before: str, after: str, tmp_path: Path) -> None:
    assert left(tmp_path, TORCH + before) == after


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("state = hvd.elastic.KerasState(model)\n", 8, "`hvd.elastic.KerasState` keeps the state of the training"),
        ("load = hvd.load_model\n", 8, "`hvd.load_model` loads a model with a wrapped optimizer"),
        ("total = 0.0\nprint(hvd.allreduce(total).numpy())\n", 9, "what it is given may be a number"),
        ("run(hvd)\n", 8, "`hvd` has no counterpart"),
        ("run(hvd.rank)\n", 8, "`hvd.rank` has no counterpart"),
        ("opt = hvd.DistributedOptimizer(tf.optimizers.SGD(), backward_passes_per_step=4)\n", 8, "options that change"),
        ("call = hvd.callbacks.LearningRateScheduleCallback(0.1, 0.1)\n", 8, "changes the learning rate"),
        ("call = hvd.callbacks.LearningRateWarmupCallback(initial_lr=0.3)\n", 8, "changes the learning rate"),
        ("opt.skip_synchronize\n", 8, "asks for what only Horovod has"),
        ("operation = hvd.broadcast_global_variables(0)\nfetches = [operation]\n", 1, "`operation` gets its value"),
        ("import os, horovod\nprint(os)\n", 8, "imports Horovod and something else"),
        ("trainer = Trainer(strategy='horovod')\n", 8, "asks for what only Horovod has"),
    ],
)
def test_what_can_not_be_removed_is_told_with_its_line(text: str, line: int, reason: str, tmp_path: Path) -> None:
    found = removed(tmp_path, KERAS + text)
    assert found.texts == {}
    (obstacle,) = found.obstacles
    assert obstacle.document.position(obstacle.span.start)[0] == line
    assert reason in obstacle.reason


def test_what_was_not_converted_by_us_is_said_to_be_by_hand(tmp_path: Path) -> None:
    assert removed(tmp_path, KERAS + "model.fit(x)\n").origin is Origin.BY_HAND


def test_a_rank_that_another_file_reads_stays(tmp_path: Path) -> None:
    (tmp_path / "ranks.py").write_text(
        "import horovod.torch as hvd\n\nhvd.init()\nrank = hvd.rank()\n", encoding="utf-8"
    )
    found = removed(
        tmp_path, "import horovod.torch as hvd\nfrom ranks import rank\n\nif rank == 0:\n    print(hvd.size())\n"
    )
    texts = {path.name: text for path, text in found.texts.items()}
    assert texts == {"ranks.py": "rank = 0\n", "train.py": "from ranks import rank\n\nprint(1)\n"}


def test_what_only_an_unused_function_uses_stays(tmp_path: Path) -> None:
    unused = "\n\ndef written(path):\n    with open(os.path.join(path, 'a')) as file:\n        return file.read()\n"
    text = (
        KERAS.replace("import tensorflow", "import os\nimport tensorflow")
        + "os.environ['RANK'] = str(hvd.rank())\n"
        + unused
    )
    script = tmp_path / "train.py"
    script.write_text(text, encoding="utf-8")
    removal = remove(analyse_referenced(script, Options()), Options())
    (result,) = removal.texts.values()
    assert "import os\n" in result
    assert result.endswith(unused)

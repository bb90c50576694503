"""`farandole verify` around its oracles: hangs, crashes, Ctrl-C, limits, and the user's files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

CONVERTED = """\
import sys
import time
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
weight = tf.Variable([[1.0]])
optimizer = tf.keras.optimizers.SGD(0.01)
data = tf.data.Dataset.range(1000).shard(hvd.size(), hvd.rank()).batch(2)
for step, x in enumerate(data):
    {body}
    x = tf.cast(x[:, None], tf.float32) / 1000.0
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.matmul(x, weight) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [weight]), [weight]))
    if step == 0:
        hvd.broadcast_variables([weight], root_rank=0)
"""

LONG = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.ones([8, 1]), tf.ones([8, 1]), epochs=100_000, verbose=0)
"""


def command(script: Path, python: str, *options: str) -> list[str]:
    """Give the command line of `farandole verify`."""
    entry = "import sys; from farandole.cli import main; sys.exit(main())"
    return [sys.executable, "-c", entry, "verify", str(script), "--python", python, *options]


def project(folder: Path, body: str) -> Path:
    """Write a converted script with this line in its loop."""
    folder.mkdir()
    script = folder / "train.py"
    script.write_text(CONVERTED.format(body=body))
    return script


def oracles(script: Path, python: str, *options: str) -> tuple[int, dict[int, dict[str, Any]]]:
    """Verify a script; the exit status and the oracles by number."""
    done = subprocess.run(
        command(script, python, "--format", "json", *options), capture_output=True, text=True, check=False
    )
    assert done.stdout, done.stderr
    return done.returncode, {oracle["number"]: oracle for oracle in json.loads(done.stdout)["oracles"]}


def processes_naming(text: str) -> list[str]:
    """Give the command lines of the running processes that name this text."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if text in line:
                found.append(line)
    return found


def test_steps_are_cut_alike_on_every_rank(tmp_path: Path, horovod_python: str) -> None:
    script = project(tmp_path / "project", "pass")
    before = {path: path.read_bytes() for path in script.parent.iterdir()}
    status, found = oracles(script, horovod_python, "--max-steps", "7", "--", "an argument")
    assert status == 0
    assert "7 steps on each rank (all were stopped after --max-steps)" in found[1]["details"][0]
    assert found[2]["verdict"] == found[5]["verdict"] == found[6]["verdict"] == "passed"
    assert found[3]["details"] == ["the script was given converted: its original is not known"]
    assert {path: path.read_bytes() for path in script.parent.iterdir()} == before


def test_a_hang_is_ended_and_says_where_each_rank_stood(tmp_path: Path, horovod_python: str) -> None:
    body = "if step == 3 and hvd.rank() == 1: print('waiting', file=sys.stderr); time.sleep(10000)"
    script = project(tmp_path / "project", body)
    status, found = oracles(script, horovod_python, "--timeout", "120")
    assert status == 1
    assert found[1]["details"][0] == "hung: it was ended after 120 s"
    rank_0, rank_1 = found[1]["details"][1:]
    assert rank_0.startswith("rank 0 stood at train.py:17 in <module>")
    assert rank_1 == "rank 1 stood at train.py:12 in <module>; last line: waiting"
    assert found[2]["verdict"] == "not applicable"


def test_a_crash_is_no_hang(tmp_path: Path, horovod_python: str) -> None:
    script = project(tmp_path / "project", "assert step < 3 or hvd.rank() == 0, 'no such data'")
    status, found = oracles(script, horovod_python)
    assert status == 1
    assert found[1]["details"][0].startswith("crashed with status")
    assert "rank 1: train.py:12: AssertionError: no such data" in found[1]["details"]


def _listen() -> None:
    """Take signals as from a terminal: a shell, or `nohup`, starts what runs in the background with some ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupts_leave_no_process(tmp_path: Path, horovod_python: str, number: signal.Signals) -> None:
    marker = "a-script-of-its-own"
    script = project(tmp_path / "project", "time.sleep(0.5)").rename(tmp_path / "project" / f"{marker}.py")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    verifying = subprocess.Popen(
        command(script, horovod_python, "--", marker),
        env={**os.environ, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_listen,  # noqa: PLW1509  no other thread is there
    )
    deadline = time.monotonic() + 300
    while len(list(scratch.glob("*/*/output/rank-*"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.2)
    assert processes_naming(str(scratch))
    deadline = time.monotonic() + 60
    while (
        verifying.poll() is None and time.monotonic() < deadline
    ):  # an editor may ask twice, a user press Ctrl-C again
        verifying.send_signal(number)
        time.sleep(0.01)
    _, said = verifying.communicate(timeout=60)
    assert verifying.returncode == 130, said
    assert not processes_naming(str(scratch))
    assert not list(scratch.glob("farandole-verify-*"))


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for processes in /proc")
def test_a_process_that_is_stopped_does_not_outlive_its_verifier(tmp_path: Path, horovod_python: str) -> None:
    script = tmp_path / "project" / "train.py"
    script.parent.mkdir()
    script.write_text(LONG, encoding="utf-8")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    verifying = subprocess.Popen(
        command(script, horovod_python), env={**os.environ, "TMPDIR": str(scratch)}, start_new_session=True
    )
    deadline = time.monotonic() + 300
    written = ""
    while not written and time.monotonic() < deadline:
        time.sleep(0.2)
        written = "".join(each.read_text(encoding="utf-8") for each in scratch.glob("*/*-original/output/rank-0/pid"))
    process = int(written)
    os.kill(process, signal.SIGSTOP)
    verifying.kill()
    verifying.wait()
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.2)

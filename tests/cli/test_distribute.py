"""`farandole distribute`: the diff, the written files, and what is said when something is in the way."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from farandole.conversion import plan
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.rule import Finding

from tests.cli.conftest import KERAS, Project

COMMAND = [sys.executable, "-m", "farandole"]
STEP_LINE = re.compile(r"HVD\d{3} [a-z0-9-]+  train\.py:\d+(,\d+)*  to do: .+")


def test_the_diff_is_what_write_writes(project: Project) -> None:
    script = project.write("train.py")
    shown = project.run("distribute", "train.py")
    assert script.read_text() == KERAS
    subprocess.run(["git", "apply", "-"], input=shown.out.encode(), check=True, cwd=project.folder)
    patched = script.read_text()
    project.write("train.py")
    written = project.run("distribute", "train.py", "--write")
    assert (shown.status, written.status) == (0, 0)
    assert written.out == ""
    assert script.read_text() == patched != KERAS


def test_the_diff_changes_no_line_that_is_the_same(project: Project) -> None:
    text = KERAS + "\n".join(f"\n\nvalue_{number} = {number}" for number in range(200)) + "\nprint(value_1)\n\n\n\n"
    project.write("train.py", text)
    shown = project.run("distribute", "train.py").out.splitlines()
    removed = [line[1:] for line in shown if line.startswith("-") and not line.startswith("---")]
    added = [line[1:] for line in shown if line.startswith("+") and not line.startswith("+++")]
    assert "print(value_1)" in removed
    assert "" not in removed
    assert set(removed).isdisjoint(added)


def test_a_line_is_said_for_each_step(project: Project) -> None:
    project.write("train.py")
    said = project.run("distribute", "train.py").err.splitlines()
    assert said
    assert all(STEP_LINE.fullmatch(line) for line in said), said
    codes = [line.split()[0] for line in said]
    assert codes == sorted(set(codes))
    assert "HVD101" in codes


def test_a_second_run_has_nothing_to_do(project: Project) -> None:
    script = project.write("train.py")
    project.run("distribute", "train.py", "--write")
    once = script.read_bytes()
    again = project.run("distribute", "train.py", "--write")
    assert again.status == 0
    assert again.err == "train.py: nothing to change\n"
    assert script.read_bytes() == once


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(KERAS.replace("\n", "\r\n").encode(), id="crlf"),
        pytest.param(b"\xef\xbb\xbf" + KERAS.encode(), id="bom"),
        pytest.param(b"# coding: latin-1\n# caf\xe9\n" + KERAS.encode(), id="latin-1"),
        pytest.param(KERAS.rstrip("\n").encode(), id="no-final-newline"),
        pytest.param(b"# \x0c form feed\n" + KERAS.encode(), id="form-feed"),
    ],
)
def test_the_diff_applies_byte_for_byte(project: Project, content: bytes) -> None:
    script = project.folder / "train.py"
    script.write_bytes(content)
    ran = subprocess.run([*COMMAND, "distribute", "train.py"], capture_output=True, check=True, cwd=project.folder)
    subprocess.run(["git", "apply", "-"], input=ran.stdout, check=True, cwd=project.folder)
    patched = script.read_bytes()
    script.write_bytes(content)
    project.run("distribute", "train.py", "--write")
    assert script.read_bytes() == patched != content
    assert (b"\r\n" in content) == (b"\r\n" in patched)
    assert patched.startswith(content[:3])
    assert content.endswith(b"\n") == patched.endswith(b"\n")


def test_permissions_and_links_are_kept(project: Project) -> None:
    script = project.write("real/train.py")
    script.chmod(0o750)
    link = project.folder / "train.py"
    link.symlink_to(script)
    assert project.run("distribute", "train.py", "--write").status == 0
    assert link.is_symlink()
    assert script.stat().st_mode & 0o777 == 0o750
    assert "horovod" in script.read_text()
    assert [path.name for path in script.parent.iterdir()] == ["train.py"]


def test_a_folder_is_searched_for_scripts(project: Project) -> None:
    first, second = project.write("src/first.py"), project.write("src/deep/second.py")
    plain = project.write("src/plain.py", "print('no framework here')\n")
    ran = project.run("distribute", "src", "--write")
    assert ran.status == 0
    assert "horovod" in first.read_text()
    assert "horovod" in second.read_text()
    assert "horovod" not in plain.read_text()


SHARED = """\
import tensorflow as tf


def compiled():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    return model
"""
USES_SHARED = "from shared import compiled\n\nmodel = compiled()\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)\n"


def test_a_module_of_two_scripts_is_converted_once(project: Project) -> None:
    shared = project.write("src/shared.py", SHARED)
    scripts = [project.write(f"src/{name}.py", USES_SHARED) for name in ("one", "two")]
    ran = project.run("distribute", "src", "--write")
    assert ran.status == 0, ran.err
    assert shared.read_text().count("DistributedOptimizer") == 1
    imports = [line for line in shared.read_text().splitlines() if line.startswith("import ")]
    assert len(imports) == len(set(imports))
    for script in scripts:
        assert script.read_text().count(".init()") == 1


SHARED_LOOP = """\
import numpy as np
import tensorflow as tf


def train(model, rows, optimizer):
    for _ in range(5):
        order = np.random.permutation(len(rows))
        for begin in range(0, len(rows), 8):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(rows[order[begin : begin + 8]])))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
"""
USES_SHARED_LOOP = """\
import numpy as np
import tensorflow as tf
from shared import train

rows = np.load("rows.npy")
schedule = tf.keras.optimizers.schedules.CosineDecay(0.1, decay_steps=10000)
train(tf.keras.Sequential([tf.keras.layers.Dense(1)]), rows, tf.keras.optimizers.SGD(schedule))
"""


def test_each_script_counts_its_steps_by_a_module_that_several_share(project: Project) -> None:
    shared = project.write("src/shared.py", SHARED_LOOP)
    scripts = [project.write(f"src/{name}.py", USES_SHARED_LOOP) for name in ("one", "two")]
    ran = project.run("distribute", "src", "--write")
    assert ran.status == 0, ran.err
    assert shared.read_text().count("DistributedGradientTape") == 1
    for script in scripts:
        assert "decay_steps=10000 / hvd.size()" in script.read_text()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("gone.py", None, r"gone\.py: .*[Nn]o such file.*"),
        ("broken.py", b"import tensorflow\nmodel.fit(\n", r"broken\.py:2: syntax error: .*"),
        ("binary.py", b"import tensorflow\n\xff\xfe\x00", r"binary\.py: .*|binary\.py:\d+: .*"),
        ("nul.py", b"import tensorflow\n\x00\n", r"nul\.py: .*|nul\.py:\d+: .*"),
        ("cookie.py", b"# coding: klingon\nimport tensorflow\n", r"cookie\.py: .*|cookie\.py:\d+: .*"),
    ],
)
def test_an_unreadable_file_is_one_line(project: Project, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (project.folder / name).write_bytes(content)
    for command in ("distribute", "check", "steps"):
        ran = project.run(command, name)
        assert ran.status == 2
        assert re.fullmatch(message, ran.err.rstrip("\n")), ran.err


def test_an_unreadable_file_does_not_stop_the_others(project: Project) -> None:
    good = project.write("src/good.py")
    project.write("src/broken.py", "import tensorflow as tf\nmodel.fit(\n")
    ran = project.run("distribute", "src", "--write")
    assert ran.status == 2
    assert "horovod" in good.read_text()


def test_a_rule_that_fails_on_one_file_does_not_lose_the_others(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = project.write("src/good.py"), project.write("src/bad.py")
    rule = next(type(each) for each in all_rules() if each.code == "HVD101")
    check = rule.check

    def fails(self: object, script: Script, options: Options) -> Iterator[Finding]:
        if script.entry.path == bad:
            raise ZeroDivisionError("a mistake of ours")
        return check(self, script, options)  # type: ignore[arg-type]

    monkeypatch.setattr(rule, "check", fails)
    ran = project.run("distribute", "src", "--write")
    assert ran.status == 2
    assert "\nsrc/bad.py: internal error, the file is left as it is: ZeroDivisionError: a mistake" in ran.err
    assert bad.read_text() == KERAS
    assert "horovod" in good.read_text()


def test_nothing_to_convert_is_said(project: Project) -> None:
    project.write("src/plain.py", "print('hello')\n")
    project.write("names_it.py", "import tensorflow as tf\nprint(tf.__version__)\n")
    in_folder = project.run("distribute", "src")
    in_file = project.run("distribute", "names_it.py")
    assert (in_folder.status, in_folder.out, in_folder.err) == (0, "", "src: no training scripts found\n")
    assert (in_file.status, in_file.out, in_file.err) == (0, "", "names_it.py: no training found\n")


def test_select_takes_steps_with_what_they_need(project: Project) -> None:
    project.write("train.py")
    ran = project.run("distribute", "train.py", "--select", "HVD101")
    assert [line.split()[0] for line in ran.err.splitlines()] == ["HVD101"]
    ran = project.run("distribute", "train.py", "--ignore", "HVD")
    assert (ran.status, ran.out) == (0, "")


def test_wrong_usage_is_one_line(project: Project) -> None:
    for arguments in (["distribute"], ["nonsense"], ["distribute", "--nonsense", "x"], []):
        ran = project.run(*arguments)
        assert ran.status == 2
        assert len(ran.err.splitlines()) == 1
        assert ran.err.startswith("farandole: ")
    ran = project.run("distribute", "train.py", "--data", "shards")
    assert ran.status == 2
    assert ran.err == (
        'farandole: `data` must be one of "shard", "steps", "none", not "shards"; did you mean `shard`?\n'
    )


def test_an_interrupt_is_not_a_traceback(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **keywords: object) -> None:
        raise KeyboardInterrupt

    script = project.write("train.py")
    monkeypatch.setattr(plan, "analyse_referenced", interrupted)
    ran = project.run("distribute", "train.py", "--write")
    assert (ran.status, ran.err) == (130, "farandole: interrupted\n")
    assert script.read_text() == KERAS


def test_a_closed_pipe_is_not_a_traceback(project: Project) -> None:
    project.write("train.py", KERAS + "# é" * 100_000)
    process = subprocess.Popen(
        [*COMMAND, "distribute", "train.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=project.folder
    )
    assert process.stdout and process.stderr
    process.stdout.close()
    said = process.stderr.read().decode()
    assert process.wait(60) == 141
    assert "Traceback" not in said
    assert "BrokenPipe" not in said


def on_a_terminal(folder: Path, **environment: str) -> str:
    """Give what the command shows on a terminal."""
    inside, outside = pty.openpty()
    ran = subprocess.Popen(
        [*COMMAND, "distribute", "train.py"],
        stdout=outside,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=os.environ | {"TERM": "xterm"} | environment,
    )
    os.close(outside)
    shown = b""
    try:
        while part := os.read(inside, 65536):
            shown += part
    except OSError:  # the terminal is closed
        pass
    os.close(inside)
    assert ran.wait(60) == 0
    return shown.decode("latin-1")


def test_colours_are_for_terminals_that_want_them(project: Project) -> None:
    project.write("train.py")
    assert "\x1b[32m+" in on_a_terminal(project.folder, NO_COLOR="")
    assert "\x1b" not in on_a_terminal(project.folder, NO_COLOR="1")
    assert "\x1b" not in on_a_terminal(project.folder, NO_COLOR="", TERM="dumb")


def test_a_terminal_without_unicode_shows_escapes(project: Project) -> None:
    project.write("train.py", KERAS.replace('"mse")', '"mse")  # réglé'))
    shown = on_a_terminal(project.folder, PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert r"# r\xe9gl\xe9" in shown

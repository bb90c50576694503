"""`farandole undistribute`: a diff, or written; what it says, and what it leaves alone."""

from __future__ import annotations

import subprocess

from tests.cli.conftest import KERAS, Project

BY_HAND = """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
"""


def git(project: Project, *arguments: str) -> str:
    """Do something with git in a project's folder, and give what it says."""
    identity = ("-c", "user.name=Somebody", "-c", "user.email=somebody@example.org")
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=project.folder, check=True, capture_output=True, encoding="utf-8"
    )
    return done.stdout.strip()


def committed(project: Project) -> str:
    """Commit a script in a new repository, and give the commit's name."""
    project.write("train.py")
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "before")
    return git(project, "log", "--format=%h")


def forget(project: Project) -> None:
    """Lose what was kept of originals, as on another machine."""
    for kept in project.folder.rglob("originals-*/*.json"):
        kept.unlink()


def test_a_diff_shows_what_one_process_does(project: Project) -> None:
    script = project.write("train.py", BY_HAND)
    result = project.run("undistribute", "train.py")
    assert result.status == 0
    assert '+model.compile(tf.keras.optimizers.SGD(0.1), "mse")\n' in result.out
    assert result.err == "train.py: distributed by hand: this is what one process did; please read it\n"
    assert script.read_text(encoding="utf-8") == BY_HAND


def test_what_git_knows_comes_back(project: Project) -> None:
    commit = committed(project)
    project.run("distribute", "--write", "train.py")
    assert "hvd" in (project.folder / "train.py").read_text(encoding="utf-8")
    forget(project)
    result = project.run("undistribute", "--write", "train.py")
    assert (result.status, result.out) == (0, "")
    assert result.err == f"train.py: as in commit {commit}, before its conversion, with what was changed since\n"
    assert (project.folder / "train.py").read_text(encoding="utf-8") == KERAS


def test_what_was_changed_since_stays(project: Project) -> None:
    committed(project)
    project.run("distribute", "--write", "train.py")
    script = project.folder / "train.py"
    script.write_text("# of one layer\n" + script.read_text(encoding="utf-8"), encoding="utf-8")
    forget(project)
    result = project.run("undistribute", "--write", "train.py")
    assert "as in commit" in result.err
    assert script.read_text(encoding="utf-8") == "# of one layer\n" + KERAS


def test_where_no_original_is_left_the_result_is_converted_to_the_same(project: Project) -> None:
    project.write("train.py", KERAS)
    project.run("distribute", "--write", "train.py")
    forget(project)
    converted = (project.folder / "train.py").read_text(encoding="utf-8")
    result = project.run("undistribute", "--write", "train.py")
    assert "as before its conversion" in result.err
    project.run("distribute", "--write", "train.py")
    assert (project.folder / "train.py").read_text(encoding="utf-8") == converted


def test_uncommitted_changes_are_not_lost_without_force(project: Project) -> None:
    committed(project)
    project.write("train.py", BY_HAND)
    result = project.run("undistribute", "--write", "train.py")
    assert result.status == 2
    assert "there are uncommitted changes" in result.err
    assert (project.folder / "train.py").read_text(encoding="utf-8") == BY_HAND
    assert project.run("undistribute", "--write", "--force", "train.py").status == 0


def test_an_obstacle_leaves_all_as_it_is(project: Project) -> None:
    text = BY_HAND + "state = hvd.elastic.KerasState(model)\n"
    script = project.write("train.py", text)
    result = project.run("undistribute", "--write", "train.py")
    assert result.status == 1
    assert result.err == (
        "train.py:7  refused: `hvd.elastic.KerasState` keeps the state of the training, and decides which steps are"
        " taken; write the loop without it first\n"
        "train.py: Horovod is not removed\n"
    )
    assert script.read_text(encoding="utf-8") == text


def test_a_script_without_horovod_is_left_alone(project: Project) -> None:
    project.write("train.py")
    result = project.run("undistribute", "train.py")
    assert (result.status, result.out) == (0, "")
    assert result.err == "train.py: it does not use Horovod\n"


def test_what_is_for_a_proof_needs_verify(project: Project) -> None:
    script = project.write("train.py", BY_HAND)
    result = project.run("undistribute", "--quick", "--write", "train.py")
    assert (result.status, result.out) == (2, "")
    assert "nothing is run without --verify" in result.err
    assert script.read_text(encoding="utf-8") == BY_HAND


def test_what_cannot_be_run_is_not_proved_and_not_written(project: Project) -> None:
    script = project.write("train.py", BY_HAND)
    result = project.run("undistribute", "--verify", "--write", "--python", "/nowhere/python", "train.py")
    assert result.status == 2
    assert "no such interpreter: /nowhere/python" in result.err
    assert script.read_text(encoding="utf-8") == BY_HAND


LONG = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse", metrics=["mae", "mse"])
model.fit(tf.data.Dataset.from_tensor_slices(([[1.0]] * 64, [[2.0]] * 64)).batch(8), epochs=3)
"""
"""A conversion breaks its lines, and what they were is not seen in the result."""


def test_the_bytes_come_back_where_git_has_none(project: Project) -> None:
    script = project.write("train.py", LONG)
    project.run("distribute", "--write", "--data", "steps", "train.py")
    assert script.read_text(encoding="utf-8") != LONG
    result = project.run("undistribute", "--write", "train.py")
    assert result.status == 0
    assert result.err == "train.py: as it was kept before its conversion, with what was changed since\n"
    assert script.read_text(encoding="utf-8") == LONG


def test_what_was_changed_since_stays_where_git_has_none(project: Project) -> None:
    script = project.write("train.py", LONG)
    project.run("distribute", "--write", "train.py")
    script.write_text("# of one layer\n" + script.read_text(encoding="utf-8"), encoding="utf-8")
    result = project.run("undistribute", "--write", "train.py")
    assert result.err == "train.py: as it was kept before its conversion, with what was changed since\n"
    assert script.read_text(encoding="utf-8") == "# of one layer\n" + LONG


def test_what_is_kept_is_not_taken_for_another_text(project: Project) -> None:
    script = project.write("train.py", LONG)
    project.run("distribute", "--write", "train.py")
    script.write_text(BY_HAND, encoding="utf-8")
    result = project.run("undistribute", "--write", "train.py")
    assert result.err == "train.py: distributed by hand: this is what one process did; please read it\n"
    assert "SGD(0.1)" in script.read_text(encoding="utf-8")


def test_a_damaged_original_is_not_given(project: Project) -> None:
    script = project.write("train.py", LONG)
    project.run("distribute", "--write", "train.py")
    (kept,) = project.folder.rglob("originals-*/*.json")
    kept.write_bytes(kept.read_bytes()[:-10])
    result = project.run("undistribute", "--write", "train.py")
    assert "kept" not in result.err and result.status == 0
    assert "horovod" not in script.read_text(encoding="utf-8")

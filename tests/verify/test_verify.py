"""What `farandole verify` does before anything is run, and what its oracles read from texts and files."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
from pathlib import Path

import pytest
from farandole.verify import scratch
from farandole.verify.oracles.idempotence import lost
from farandole.verify.runs import Asked, End, Host, Launcher, Run, place, run_all
from farandole.verify.servers import Environment

SCRIPT = """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(0.1), loss="mse")
model.fit(tf.random.normal([8, 2]), tf.random.normal([8, 1]))
"""


def verify(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `farandole verify` with this interpreter as the script's."""
    entry = "import sys; from farandole.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", entry, "verify", str(script), "--python", sys.executable],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Give a script in a folder of its own."""
    path = tmp_path / "project" / "train.py"
    path.parent.mkdir()
    path.write_text(SCRIPT)
    return path


def package(folder: Path, name: str, text: str) -> None:
    """Write a package of one file."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(text)


def test_without_tensorflow_it_cannot_run(script: Path, tmp_path: Path) -> None:
    package(tmp_path / "site", "tensorflow", "raise ImportError('no such library')")
    done = verify(script, PYTHONPATH=str(tmp_path / "site"))
    assert done.returncode == 2
    assert done.stdout == ""
    assert "cannot import TensorFlow (ImportError: no such library)" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_horovod_it_says_how_to_install_it(script: Path, tmp_path: Path) -> None:
    package(tmp_path / "site", "tensorflow", "__version__ = '2.12.1'")
    done = verify(script, PYTHONPATH=str(tmp_path / "site"))
    assert done.returncode == 2
    assert "has no Horovod" in done.stderr
    assert "pip install" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_script_is_one_line(tmp_path: Path) -> None:
    done = verify(tmp_path / "nowhere.py")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_the_project_is_the_nearest_folder_with_a_marker(tmp_path: Path) -> None:
    script = tmp_path / "project" / "src" / "train.py"
    script.parent.mkdir(parents=True)
    script.touch()
    assert scratch.project_folder(script) == script.parent
    (tmp_path / "project" / "requirements.txt").touch()
    assert scratch.project_folder(script) == tmp_path / "project"


def test_the_home_folder_is_never_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".git").mkdir()
    with pytest.raises(scratch.CannotRun, match="folder of its own"):
        scratch.project_folder(tmp_path / "train.py")


def test_a_copy_has_the_project_without_environments_and_its_links_stay_inside(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    for folder in (project / "data", project / ".git", project / "env", outside):
        folder.mkdir(parents=True)
    (project / "env" / "pyvenv.cfg").touch()
    (project / "data" / "numbers.csv").write_text("1\n")
    (project / "link.csv").symlink_to(project / "data" / "numbers.csv")
    (project / "far").symlink_to(outside)
    scratch.copy_project(project, tmp_path / "copy")
    copied = sorted(str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*"))
    assert copied == ["data", "data/numbers.csv", "far", "link.csv"]
    assert (tmp_path / "copy" / "link.csv").resolve() == tmp_path / "copy" / "data" / "numbers.csv"
    assert (tmp_path / "copy" / "far").resolve() == outside


def test_the_mode_of_a_new_file_tells_which_rank_made_it(tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    (tmp_path / "old").chmod(0o640)
    before = scratch.snapshot(tmp_path)
    umask = os.umask(0o022)
    try:
        (tmp_path / "zero").touch()
        os.umask(0o026)
        (tmp_path / "one").touch()
        (tmp_path / "folder").mkdir()
    finally:
        os.umask(umask)
    made = scratch.made_with(0o026, before, tmp_path)
    assert sorted(path.name for path in made) == ["folder", "one"]


@pytest.mark.parametrize(
    ("original", "converted", "problem"),
    [
        ("x = 1  # why\n", "x = 2\n", "the comment '# why' is gone"),
        ('x = "a"\n', "x = 'a'\n", "the line 'x = \"a\"' was only written in another way"),
        ("f(a,b)\n", "f(a, b)\n", "the line 'f(a,b)' was only written in another way"),
        ("a = 1\r\nb = 2\r\n", "a = 1\r\nb = 3\n", "line ends changed"),
    ],
)
def test_what_a_conversion_changed_without_a_reason_is_named(original: str, converted: str, problem: str) -> None:
    assert problem in lost(original, converted)


@pytest.mark.parametrize(
    ("original", "converted"),
    [
        ("f(x)  # first\n", "if hvd.rank() == 0:\n    f(x)  # first\n"),
        ("opt = Adam(0.1)\n", "opt = Adam(0.1 * hvd.size())\n"),
        ("a = 1\r\n", "import horovod.tensorflow as hvd\r\na = 1\r\n"),
    ],
)
def test_what_a_conversion_had_to_change_is_not(original: str, converted: str) -> None:
    assert lost(original, converted) == []


def test_where_a_process_stands_is_told_in_any_script_s_letters(tmp_path: Path) -> None:
    stack = tmp_path / "stack"
    code = compile("\ndump(file)", str(tmp_path / "réseau" / "训练.py"), "exec")
    with open(stack, "w") as file:
        exec(code, {"dump": faulthandler.dump_traceback, "file": file})
    places = [place(line, [tmp_path]) for line in stack.read_text().splitlines()]
    assert next(filter(None, places)) == "réseau/训练.py:2 in <module>"


def test_when_the_original_fails_the_runs_beside_it_are_ended_at_once(tmp_path: Path) -> None:
    texts = {"failing.py": "raise SystemExit(3)\n", "waiting.py": "import time\ntime.sleep(300)\n"}
    made = []
    for name, text in texts.items():
        host = Host(tmp_path / name / "project", tmp_path / name / "tmp")
        host.project.mkdir(parents=True)
        (host.project / name).write_text(text)
        asked = Asked(name, (), ".", (host,), tmp_path / name / "output", os.getpid(), 0, None)
        made.append(Run(name, asked, None))
    launcher = Launcher(Environment(sys.executable, None, None, True, None), {})
    failing, waiting = run_all(launcher, made, 120, lambda phase, seconds: None, made[0])
    assert (failing.end, failing.status) == (End.CRASHED, 3)
    assert waiting.end is End.HUNG and failing.seconds < 100

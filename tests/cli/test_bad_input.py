"""Files and folders that can't be read: one line says what it is, and nothing else is lost."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Project

TRAINS = 'import tensorflow as tf\nm = tf.keras.Sequential([])\nm.compile("sgd", "mse")\nm.fit(x, y)\n'


def test_a_folder_that_may_not_be_entered_is_skipped_with_one_line(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("train.py", TRAINS)
    project.write("locked/other.py", TRAINS)
    listed = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    result = project.run("check", ".")
    assert result.status == 1
    assert result.err == "locked: skipped: permission denied\n"
    assert "train.py" in result.out


def test_a_folder_whose_names_alone_may_be_read_is_skipped_with_one_line(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("train.py", TRAINS)
    project.write("names/one.py", TRAINS)
    project.write("names/two.py", TRAINS)
    real = os.stat

    def stat(path: str, **options: object) -> os.stat_result:
        if f"names{os.sep}" in os.fspath(path):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "stat", stat)
    result = project.run("check", ".")
    assert (result.status, result.err) == (1, "names: skipped: permission denied\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="files of POSIX")
def test_what_is_no_file_is_not_waited_for(project: Project) -> None:
    project.write("train.py", "import pipe\n" + TRAINS)
    os.mkfifo("pipe.py")
    os.mkfifo("poetry.lock")
    os.symlink("loop.py", "loop.py")
    os.symlink("nowhere", "dangling.py")
    os.symlink("nobody@nowhere.1", ".#train.py")  # as Emacs marks a file that is edited
    pipe, loop, lost = (
        "it is a pipe, a socket or a device, no file",
        "too many levels of symbolic links",
        "no such file or directory",
    )
    result = project.run("check", ".")
    assert (result.status, sorted(result.err.splitlines())) == (
        1,
        [f"dangling.py: skipped: {lost}", f"loop.py: skipped: {loop}", f"pipe.py: skipped: {pipe}"],
    )
    for name, reason in (("pipe.py", pipe), ("loop.py", loop), ("loop.py/train.py", loop)):
        for command in ("check", "distribute", "steps", "verify"):
            result = project.run(command, name)
            assert (result.status, result.out, result.err) == (2, "", f"{name}: {reason}\n")
    assert project.run("stage", "pipe.py:f").err == f"farandole: pipe.py: {pipe}\n"


@pytest.mark.skipif(os.name == "nt", reason="names of POSIX")
@pytest.mark.parametrize("name", ["a b.py", "a\nb.py", 'a"\\b.py', "\t.py"])
def test_a_file_of_any_name_has_a_diff_that_applies_and_messages_of_one_line(project: Project, name: str) -> None:
    path = project.write(name, TRAINS)
    result = project.run("distribute", ".")
    assert all(line.startswith(("HVD", "  ", "Please")) for line in result.err.splitlines())
    subprocess.run(["git", "apply"], input=result.out.encode(), check=True)
    applied = path.read_bytes()
    path.write_text(TRAINS, encoding="utf-8")
    subprocess.run(["patch", "-p1"], input=result.out.encode(), check=True, stdout=subprocess.DEVNULL)
    assert path.read_bytes() == applied != TRAINS.encode()


@pytest.mark.parametrize("path", ["a" * 5000 + ".py", "/".join(["a" * 200] * 25), "a\x7f.py", "\udcff.py"])
def test_an_impossible_path_is_one_line(project: Project, path: str) -> None:
    result = project.run("distribute", path)
    assert result.status == 2
    assert len(result.err.splitlines()) == 1
    assert "internal" not in result.err


@pytest.mark.parametrize("name", ["tensorflow.py", "horovod.py", "keras/__init__.py"])
def test_a_file_that_hides_a_library_is_named(project: Project, name: str) -> None:
    project.write("train.py", TRAINS)
    project.write(name, "x = 1\n")
    library = name.split(".", maxsplit=1)[0].split("/", maxsplit=1)[0]
    result = project.run("distribute", "train.py")
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"HVD245 library-hidden  train.py:1  refused: `{name}` hides the library {library}: the script imports this file "
        "instead\n    help: rename it\ntrain.py: not converted\n"
    )
    assert project.run("check", "train.py").status == 1


def test_a_file_that_is_too_large_is_left_alone_and_that_is_said_once(project: Project) -> None:
    project.write("pyproject.toml", "[tool.farandole]\nlargest-file = 200\n")
    project.write("train.py", "import data\n" + TRAINS)
    project.write("data.py", "import tensorflow\nDATA = [" + "1, " * 200 + "]\n")
    left = "it is left alone: it has 628 bytes, more than `largest-file` allows (200)"
    assert project.run("check", "train.py").err == f"data.py: {left}; what it does is not known\n"
    assert project.run("check", "data.py").err == f"data.py: {left}\n"
    assert project.run("check", ".").err.splitlines()[0] == f"data.py: skipped: {left}"


def test_imports_that_are_found_elsewhere_are_named(project: Project) -> None:
    project.write("pyproject.toml", "")
    project.write("lib/nets/__init__.py", "")
    project.write("lib/nets/trainer.py", TRAINS)
    project.write("tools/train.py", "import os, sys\nsys.path.append(os.environ['LIB'])\nimport absent, nets.trainer\n")
    assert project.run("check", "tools/train.py").err == (
        "tools/train.py: no training found\ntools/train.py:3: `nets` is not read: it stands in lib, "
        "which is not known to be searched; add that folder to sys.path by a path from __file__\n"
    )
    added = "sys.path.append(os.path.join(os.path.dirname(__file__), '../lib'))"
    project.write("tools/train.py", f"import os, sys\n{added}\nimport absent, nets.trainer\n")
    assert "no training found" not in project.run("check", "tools/train.py").err


def test_a_module_that_the_text_does_not_name_is_said_where_nothing_is_found(project: Project) -> None:
    project.write("nets/trainer.py", TRAINS)
    project.write("run.py", "import importlib, sys\nimportlib.import_module('nets.' + sys.argv[1])\n")
    assert project.run("check", "run.py").err == (
        "run.py: no training found\nrun.py:2: `importlib.import_module('nets.' + sys.argv[1])` brings a module that is not "
        "named here, and what that trains is not seen: import it by its name\n"
    )
    project.write("run.py", "import sys\nfrom nets.trainer import *\nprint(globals().get(sys.argv[1]))\n")
    project.write("nets/trainer.py", "import tensorflow as tf\nclass Trainer:\n    pass\n")
    assert project.run("check", "run.py").err == (
        "run.py: no training found\nrun.py:3: `globals().get(sys.argv[1])` takes what is not named here, and what that trains "
        "is not seen: take it from a dictionary that is written out\n"
    )
    project.write("run.py", "import sys, nets.trainer\ngetattr(nets.trainer, sys.argv[1])().train()\n")
    assert project.run("check", "run.py").err == (
        "run.py: no training found\nrun.py:2: `getattr(nets.trainer, sys.argv[1])` takes what is not named here, and what "
        "that trains is not seen: take it from a dictionary that is written out\n"
    )
    project.write("run.py", "import importlib, sys\ngetattr(importlib.import_module('json'), sys.argv[1])()\n")
    assert project.run("check", "run.py").err == (
        "run.py: no training found\nrun.py:2: `getattr(importlib.import_module('json'), sys.argv[1])` takes what is not named "
        "here, and what that trains is not seen: take it from a dictionary that is written out\n"
    )
    project.write("run.py", "import importlib\nimportlib.import_module('nets.trainer').Trainer().train()\n")
    assert project.run("check", "run.py").err == (
        "run.py: no training found\nrun.py:2: `importlib.import_module('nets.trainer')` brings a module by a call, and what "
        "that trains is not seen: import it by a statement\n"
    )
    project.write("run.py", "print(globals().get('Trainer'))\n")
    assert project.run("check", "run.py").err == "run.py: no training found\n"
    project.write("run.py", "import importlib\nimportlib.import_module('json')\n")
    assert project.run("check", "run.py").err == "run.py: no training found\n"


def test_what_a_file_is_is_said(project: Project) -> None:
    project.write("old.py", "import tensorflow as tf\nprint 'loss'\n")
    assert "written for Python 2" in project.run("check", "old.py").err
    project.write("other.py", "import torch\nfrom torch import nn\n")
    assert (
        project.run("check", "other.py").err == "other.py: no training found; PyTorch is used, which is not converted\n"
    )
    Path("latin.py").write_bytes(b"x = '\xe9'\n")
    assert "save it as UTF-8" in project.run("check", "latin.py").err


def test_a_notebook_below_a_folder_is_checked_like_a_script(project: Project) -> None:
    cell = {"cell_type": "code", "source": TRAINS, "outputs": [], "metadata": {}, "execution_count": None}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    project.write("study/train.ipynb", json.dumps(notebook))
    result = project.run("check", "study")
    assert result.status == 1
    assert "study/train.ipynb:cell 1:" in result.out

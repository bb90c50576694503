"""Which files below a folder are training scripts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from farandole.options import Options
from farandole.project.discover import Looks, discover, reach

TRAINS = "import tensorflow as tf\n"
GUARD = 'if __name__ == "__main__":\n    main()\n'


def tree(folder: Path, files: dict[str, str]) -> None:
    (folder / "setup.cfg").touch()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(folder: Path, *paths: str) -> list[str]:
    chosen = discover([folder / path for path in paths or (".",)], Options())
    return [path.relative_to(folder.resolve()).as_posix() for path in chosen]


def test_a_script_reaches_what_its_modules_import(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "main.py": "from lib import trainer\n",
            "lib/trainer.py": "from lib.model import Model\nimport tensorflow as tf\n",
            "lib/model.py": "from tensorflow import keras\n",
            "alone.py": TRAINS,
        },
    )
    reached = {path.name: {each.name for each in files} for path, files in reach([tmp_path], Options()).items()}
    assert reached == {"alone.py": set(), "main.py": {"trainer.py", "model.py"}}


def test_a_module_that_a_script_imports_is_not_a_script(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "main.py": "from lib.trainer import Trainer\nTrainer().train()\n",
            "lib/__init__.py": "",
            "lib/trainer.py": "from . import model\nimport tensorflow as tf\n",
            "lib/model.py": "from tensorflow import keras\n",
            "other.py": "print(1)\n",
        },
    )
    assert found(tmp_path) == ["main.py"]


def test_an_imported_module_with_a_main_guard_is_a_script_too(tmp_path: Path) -> None:
    tree(tmp_path, {"train.py": TRAINS + GUARD, "evaluate.py": TRAINS + "from train import build\n"})
    assert found(tmp_path) == ["evaluate.py", "train.py"]


def test_a_module_that_only_tests_import_is_a_script(tmp_path: Path) -> None:
    tree(tmp_path, {"train.py": TRAINS, "tests/test_train.py": TRAINS + "import train\n", "conftest.py": TRAINS})
    assert found(tmp_path) == ["train.py"]


def test_given_files_are_kept_in_their_order(tmp_path: Path) -> None:
    tree(tmp_path, {"b.py": "", "a.py": "import helper\n", "helper.py": "", "test_x.py": ""})
    assert found(tmp_path, "test_x.py", "b.py", "helper.py", "a.py", "a.py") == ["test_x.py", "b.py", "a.py"]


def test_modules_in_a_ring_are_found_once(tmp_path: Path) -> None:
    tree(tmp_path, {"a.py": TRAINS + "import b\n", "b.py": TRAINS + "import a\n"})
    assert found(tmp_path) == ["a.py"]


def test_src_folders_and_project_roots_are_searched_for_imports(tmp_path: Path) -> None:
    tree(
        tmp_path,
        {
            "scripts/run.py": "from package.loop import train\ntrain()\n",
            "src/package/__init__.py": "",
            "src/package/loop.py": TRAINS,
        },
    )
    assert found(tmp_path) == ["scripts/run.py"]


def test_an_unpacked_archive_has_a_root_too(tmp_path: Path) -> None:
    files = {"README.md": "", "trainer/run.py": "from models.loop import train\ntrain()\n", "models/loop.py": TRAINS}
    tree(tmp_path, files)
    (tmp_path / "setup.cfg").unlink()
    assert found(tmp_path) == ["trainer/run.py"]
    (tmp_path / "README.md").unlink()
    assert found(tmp_path) == ["models/loop.py"]


def test_what_is_not_the_users_is_skipped(tmp_path: Path) -> None:
    skipped = ("env/lib/x.py", ".hidden/x.py", "build/x.py", "lib/site-packages/x.py", "a/__pycache__/x.py")
    tree(tmp_path, {name: TRAINS for name in (*skipped, "a/x.py")} | {"env/pyvenv.cfg": ""})
    assert found(tmp_path) == ["a/x.py"]


def test_links_are_no_trap(tmp_path: Path) -> None:
    tree(tmp_path, {"a/x.py": TRAINS})
    os.symlink(tmp_path / "a", tmp_path / "a" / "again", target_is_directory=True)
    os.symlink(tmp_path / "a" / "x.py", tmp_path / "y.py")
    os.symlink(tmp_path / "gone.py", tmp_path / "z.py")
    assert found(tmp_path) == ["a/x.py"]


def test_a_file_that_does_not_parse_counts_when_it_names_the_framework(tmp_path: Path) -> None:
    tree(tmp_path, {"old.py": "print 'tensorflow'\n", "other.py": "print 'hello'\n"})
    assert found(tmp_path) == ["old.py"]


@pytest.mark.parametrize(
    "imported", ["tflearn", "tensorlayer as tl", "keras_contrib", "autokeras as ak", "horovod.keras"]
)
def test_a_file_that_imports_what_is_built_on_the_framework_is_a_script(imported: str, tmp_path: Path) -> None:
    tree(tmp_path, {"train.py": f"import {imported}\n", "other.py": "import numpy\n"})
    assert found(tmp_path) == ["train.py"]


def test_a_file_is_read_again_when_it_has_changed_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, {"train.py": TRAINS, "model.py": "x = 1\n", "other.py": "x = 1\n"})
    read: list[str] = []
    whole = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        read.append(path.name)
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    looks = Looks()
    first = reach([tmp_path], Options(), looks=looks)
    assert sorted(read) == ["model.py", "other.py", "train.py"]
    assert reach([tmp_path], Options(), looks=looks) == first
    assert len(read) == 3
    (tmp_path / "train.py").write_text(TRAINS + "import model\n", encoding="utf-8")
    found = reach([tmp_path], Options(), looks=looks)
    assert read[3:] == ["train.py"]
    assert found == reach([tmp_path], Options())
    assert found[(tmp_path / "train.py").resolve()] == {(tmp_path / "model.py").resolve()}


def test_a_file_that_is_too_large_is_skipped(tmp_path: Path) -> None:
    tree(tmp_path, {"train.py": TRAINS, "data.py": TRAINS + "x = 1\n" * 100})
    skipped: list[str] = []
    found = discover([tmp_path], Options(largest_file=100), lambda path, why: skipped.append(path.name))
    assert [path.name for path in found] == ["train.py"]
    assert skipped == ["data.py"]


def test_the_pictures_of_a_notebook_do_not_make_it_too_large(tmp_path: Path) -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "A" * 2000}, "metadata": {}}
    cell = {"cell_type": "code", "source": TRAINS, "outputs": [picture], "metadata": {}, "execution_count": 1}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    tree(tmp_path, {"train.ipynb": json.dumps(notebook)})
    assert [path.name for path in discover([tmp_path], Options(largest_file=200))] == ["train.ipynb"]
    skipped: list[str] = []
    assert discover([tmp_path], Options(largest_file=10), lambda path, why: skipped.append(path.name)) == []
    assert skipped == ["train.ipynb"]

"""Which file a name means: the project's own first, then libraries that define models; nothing is run."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from farandole.project.resolver import Found, Resolver

TRAP = "raise SystemExit('run')\n"
FILES = (
    "utils.py", "package/__init__.py", "package/deep/module.py", "random.py", "gym.py", "keras.py",
    "above/models.py", "above/gym/__init__.py", "above/tensorflow/__init__.py", "above/random.py",
)  # fmt: skip
LIBRARIES = {
    "zoo/__init__.py": "import keras\n",
    "zoo/resnet.py": TRAP,
    "plain.py": TRAP,
    "tensorflow/__init__.py": TRAP,
}


@pytest.fixture
def resolver(tmp_path: Path) -> Resolver:
    """Give the resolver of a script in `beside/`, of a project whose root is `above/`."""
    for name in FILES:
        path = tmp_path / (name if name.startswith("above/") else f"beside/{name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TRAP, encoding="utf-8")
    for name, text in LIBRARIES.items():
        path = tmp_path / "site-packages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    roots = (tmp_path / "beside", tmp_path / "above", tmp_path / "missing")
    return Resolver(roots, (str(tmp_path / "site-packages"),), {"gym", "keras", "tensorflow"}.__contains__)


@pytest.mark.parametrize(
    ("name", "file", "own"),
    [
        ("utils", "beside/utils.py", True),
        ("package", "beside/package/__init__.py", True),
        ("package.deep.module", "beside/package/deep/module.py", True),
        ("models", "above/models.py", True),
        ("random", "beside/random.py", True),
        ("gym", "beside/gym.py", True),
        ("zoo", "site-packages/zoo/__init__.py", False),
        ("zoo.resnet", "site-packages/zoo/resnet.py", False),
    ],
)
def test_a_name_means_a_file(resolver: Resolver, tmp_path: Path, name: str, file: str, own: bool) -> None:
    before = list(sys.path)
    assert resolver.file(name) == Found(tmp_path / file, own)
    assert sys.path == before


@pytest.mark.parametrize(
    "name",
    [
        "tensorflow",
        "keras",
        "plain",
        "os",
        "json",
        "package.missing",
        "package.deep",
        "utils.x",
        "missing",
        "",
        "a b",
        "a.",
    ],
)
def test_a_name_means_no_file_that_is_read(resolver: Resolver, name: str) -> None:
    assert resolver.file(name) is None


def test_an_extension_module_is_not_imported(
    resolver: Resolver, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    (tmp_path / f"beside/package/fast{EXTENSION_SUFFIXES[-1]}").write_bytes(b"")
    assert resolver.file("package.fast") is None
    assert not recwarn.list


def test_a_file_that_comes_later_is_found_by_the_next_resolver(resolver: Resolver, tmp_path: Path) -> None:
    assert resolver.file("later") is None
    (tmp_path / "beside/later.py").touch()
    assert Resolver(resolver.roots, (), resolver.known).file("later") == Found(tmp_path / "beside/later.py", True)


def test_a_package_that_is_the_projects_folder_is_imported_by_its_name(tmp_path: Path) -> None:
    """`from tagger import model` beside `tagger/model.py`, as `python -m tagger.train` has it; nothing else is above."""
    for name in ("tagger/__init__.py", "tagger/train.py", "tagger/model.py", "tagger/deep/layers.py", "other/x.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(TRAP, encoding="utf-8")
    whole = tmp_path / "tagger"
    resolver = Resolver((whole,), (), {"keras"}.__contains__, whole)
    assert resolver.file("tagger.model") == Found(whole / "model.py", own=True)
    assert resolver.file("tagger.deep.layers") == Found(whole / "deep" / "layers.py", own=True)
    assert resolver.file("tagger") == Found(whole / "__init__.py", own=True)
    assert resolver.file("other.x") is None
    assert resolver.file("tagger.missing") is None


def test_a_package_with_a_file_of_its_name_is_found_around_a_script_that_is_in_it(tmp_path: Path) -> None:
    package = tmp_path / "model"
    package.mkdir()
    for name in ("__init__.py", "model.py", "reader.py"):
        (package / name).write_text(TRAP, encoding="utf-8")
    resolver = Resolver((package, tmp_path), (), {"keras"}.__contains__)
    assert resolver.file("model.reader") == Found(package / "reader.py", own=True)
    assert resolver.file("model.model") == Found(package / "model.py", own=True)
    assert resolver.file("model") == Found(package / "model.py", own=True)
    assert resolver.file("model.missing") is None

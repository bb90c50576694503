"""`[tool.farandole]`: what is read, where it is looked for, and what is said when it is wrong."""

from __future__ import annotations

import pytest

from tests.cli.conftest import KERAS, Project


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            '[project]\nname = "x"\n\n[tool.farandole]\n# how\nlearning-rate-scalin = "linear"\n',
            ":6: unknown key `learning-rate-scalin`; did you mean `learning-rate-scaling`? in [tool.farandole]",
            id="key",
        ),
        pytest.param(
            '[tool.farandole]\ndata = "shards"\n',
            ':2: `data` must be one of "shard", "steps", "none", not "shards"; did you mean `shard`?'
            " in [tool.farandole]",
            id="value",
        ),
        pytest.param(
            "[tool]\nfarandole.data = true\n",
            ':2: `data` must be one of "shard", "steps", "none", not True in [tool.farandole]',
            id="dotted",
        ),
        pytest.param(
            '[tool.farandole]\nexclude = [\n    "a",\n]\nselect = [\n    "HVD1",\n    "XYZ",\n]\n',
            ":5: `select`: no rule has the code `XYZ` in [tool.farandole]",
            id="multi-line",
        ),
        pytest.param(
            '[tool.farandole]\nignore = "HVD101"\n',
            ':2: `ignore` must be a list of strings, not "HVD101" in [tool.farandole]',
            id="type",
        ),
        pytest.param("[tool]\nfarandole = 3\n", ": `tool.farandole` must be a table", id="table"),
        pytest.param("[tool.farandole\n", ": .*line 1.*", id="syntax"),
        pytest.param(
            '[tool.farandole]\ncatalog = ["gone.toml"]\n',
            ":2: `catalog`: no such file: gone.toml in [tool.farandole]",
            id="catalog",
        ),
        pytest.param(
            '[tool.farandole]\nreplacements = ["gone.toml"]\n',
            ":2: `replacements`: no such file: gone.toml in [tool.farandole]",
            id="replacements",
        ),
    ],
)
def test_a_wrong_setting_is_named_with_its_line(project: Project, text: str, message: str) -> None:
    script = project.write("train.py")
    project.write("pyproject.toml", text)
    ran = project.run("distribute", "train.py", "--write")
    assert ran.status == 2
    assert ran.err.startswith("farandole: pyproject.toml:")
    said = ran.err.removeprefix("farandole: pyproject.toml").rstrip("\n")
    if ".*" in message:
        assert "line 1" in said
        assert "\n" not in said
    else:
        assert said == message
    assert script.read_text() == KERAS


@pytest.mark.parametrize("value", ["[" * 20_000 + "]" * 20_000, "9" * 5000])
def test_values_that_no_toml_reader_takes_are_one_line(project: Project, value: str) -> None:
    project.write("train.py")
    project.write("own.toml", f"x = {value}\n")
    project.write("pyproject.toml", '[tool.farandole]\ncatalog = ["own.toml"]\n')
    ran = project.run("check", "train.py")
    assert (ran.status, ran.out) == (2, "")
    assert "own.toml:1: " in ran.err and ran.err.count("\n") == 1
    project.write("pyproject.toml", f"[tool.farandole]\nx = {value}\n")
    ran = project.run("check", "train.py")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("farandole: pyproject.toml: ") and ran.err.count("\n") == 1


def test_the_nearest_settings_count(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nselect = ["HVD101"]\n')
    project.write("outer/train.py")
    project.write("outer/inner/pyproject.toml", '[tool.farandole]\nselect = ["HVD102"]\n')
    project.write("outer/inner/train.py")
    said = project.run("check", "outer").out
    outer, inner = (
        {line.split()[1] for line in said.splitlines() if line.startswith(f"outer/{name}")}
        for name in ("train.py", "inner/train.py")
    )
    assert outer == {"HVD101"}
    assert inner == {"HVD102"}


def test_a_flag_comes_before_the_settings(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nlearning-rate-scaling = "none"\n')
    project.write("train.py")
    assert "HVD103" not in project.run("distribute", "train.py").err
    assert "HVD103" in project.run("distribute", "train.py", "--learning-rate-scaling", "linear").err


def test_excluded_files_are_left_out_of_folders(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nexclude = ["old", "**/draft_*.py"]\n')
    for name in ("old/train.py", "new/train.py", "new/draft_1.py", "new/old/train.py"):
        project.write(name)
    said = project.run("check", ".").out
    assert {line.split(":")[0] for line in said.splitlines() if not line.startswith(" ")} == {
        "new/train.py",
        "new/old/train.py",
    }
    said = project.run("check", ".", "--exclude", "new/*.py").out
    assert {line.split(":")[0] for line in said.splitlines() if not line.startswith(" ")} == {
        "new/old/train.py",
        "old/train.py",
    }


def test_a_file_that_is_named_is_not_excluded(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nexclude = ["*.py"]\n')
    project.write("train.py")
    assert project.run("check", "train.py").status == 1


def test_a_project_adds_synthetic_data_to_every_quick_proof(project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nreplacements = ["data.toml"]\n')
    project.write("data.toml", '[[replacement]]\ncalls = ["data.load"]\ngives = "magic"\n')
    project.write("train.py")
    ran = project.run("verify", "train.py", "--quick")
    assert ran.status == 2
    assert "data.toml: `gives` must be one of" in ran.err


FORMATTERS = {
    "[tool.black]\nline-length = 60\n": True,
    "[tool.black]\n": False,
    "[tool.ruff]\nline-length = 60\n": True,
    "[tool.yapf]\ncolumn_limit = 60\n": True,
    "[tool.autopep8]\nmax_line_length = 60\n": True,
    "[tool.black]\nline-length = 60\n[tool.farandole]\nline-length = 200\n": False,
    '[tool.black]\nline-length = "wide"\n': False,
    "": True,
}


@pytest.mark.parametrize(("settings", "breaks"), FORMATTERS.items(), ids=list(FORMATTERS))
def test_lines_are_broken_to_what_the_projects_formatter_is_set_to(
    project: Project, settings: str, breaks: bool
) -> None:
    project.write("pyproject.toml", settings)
    project.write("train.py", KERAS.replace("0.1", "1"))  # 87 characters in one line
    assert ("model.compile(\n" in project.run("distribute", "train.py").out) is breaks

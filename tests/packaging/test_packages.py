"""The wheel and the sdist hold what they should, and work in clean environments of the oldest and the newest Python."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "gradient_tape.py"
SUPPORTED = range(10, 14)
KINDS = ("wheel", "sdist")
SECONDS = 600

pytestmark = pytest.mark.slow


def pythons() -> dict[str, str]:
    """Give the interpreters that are there, by version: of the PATH and of pyenv, each proved by running it."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found = {}
    for minor in SUPPORTED:
        named = shutil.which(f"python3.{minor}")
        candidates = [*([named] if named else []), *map(str, sorted(pyenv.glob(f"3.{minor}.*/bin/python")))]
        candidates += [sys.executable] if sys.version_info[1] == minor else []
        for candidate in candidates:
            asked = subprocess.run(
                [candidate, "-c", "import sys, venv, ensurepip; print(sys.version_info[1])"],
                capture_output=True,
                text=True,
                check=False,
            )
            if asked.stdout.strip() == str(minor):
                found[f"3.{minor}"] = candidate
                break
    return found


AVAILABLE = pythons()
VERSIONS = list(dict.fromkeys([next(iter(AVAILABLE)), list(AVAILABLE)[-1]]))


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command to its end and give its standard output; in a clean environment of its own where it is a Python."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build the sdist, and the wheel from it, as publishing does."""
    folder = tmp_path_factory.mktemp("packages")
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "build>=1.2,<2")
    run(python, "-m", "build", "--outdir", folder / "dist", ROOT)
    [wheel] = (folder / "dist").glob("*.whl")
    [sdist] = (folder / "dist").glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


@pytest.fixture(scope="session", params=[(kind, version) for kind in KINDS for version in VERSIONS], ids=" ".join)
def installed(
    request: pytest.FixtureRequest, packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Install a package alone into an environment of its own, and give the folder of its commands."""
    kind, version = request.param
    folder = tmp_path_factory.mktemp(f"{kind}-{version}")
    run(AVAILABLE[version], "-m", "venv", folder / "venv")
    commands = folder / "venv" / "bin"
    run(commands / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", packages[kind])
    yield commands
    shutil.rmtree(folder)


def test_the_oldest_python_and_another_are_there() -> None:
    if len(VERSIONS) == 1:
        pytest.skip(f"only Python {VERSIONS[0]} is there")
    assert len(VERSIONS) == 2


def test_the_version_is_that_of_the_project(installed: Path) -> None:
    [version] = re.findall(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert run(installed / "farandole", "--version") == f"farandole {version}\n"


def test_nothing_of_the_tree_is_imported(installed: Path, tmp_path: Path) -> None:
    where = run(
        installed / "python", "-c", "import farandole, farandole_server as s; print(farandole.__file__, s.__file__)"
    )
    assert all(path.startswith(str(installed.parent)) for path in where.split())


def test_a_conversion_is_that_of_the_tree(installed: Path, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    converted = []
    for command in ([installed / "farandole"], [sys.executable, "-m", "farandole"]):
        shutil.copy(EXAMPLE, script)
        run(*command, "distribute", "--write", script, cwd=tmp_path)
        converted.append(script.read_bytes())
    assert converted[0] == converted[1] != EXAMPLE.read_bytes()


def test_pages_of_rules_are_there(installed: Path) -> None:
    page = run(installed / "farandole", "explain", "HVD104")
    assert "DistributedGradientTape" in page


def test_the_server_answers(installed: Path) -> None:
    messages = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"id": 2, "method": "shutdown"},
        {"method": "exit"},
    ]
    wire = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        wire += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    server = subprocess.run(
        [installed / "farandole", "server"], input=wire, capture_output=True, timeout=SECONDS, check=False
    )
    answers = [json.loads(body) for body in re.findall(rb"\r\n\r\n(\{.*?\})(?=Content-Length|$)", server.stdout)]
    by_id = {answer["id"]: answer for answer in answers if "id" in answer}
    assert by_id[1]["result"]["serverInfo"]["name"] == "farandole"
    assert by_id[1]["result"]["capabilities"]["hoverProvider"]
    assert by_id[2]["result"] is None
    assert (server.returncode, server.stderr) == (0, b"")


def tree(*folders: str) -> set[str]:
    """Give the files of the project, or of some of its folders, that version control does not ignore."""
    listed = run("git", "ls-files", "--cached", "--others", "--exclude-standard", *folders, cwd=ROOT).splitlines()
    return {path for path in listed if (ROOT / path).exists()}


def sources() -> set[str]:
    """Give the files of the project's packages, by their paths in a wheel."""
    return {path.partition("/")[2] for path in tree("server/farandole_server", "transforms/farandole")}


def test_the_wheel_holds_the_packages_and_nothing_else(packages: dict[str, Path]) -> None:
    names = set(zipfile.ZipFile(packages["wheel"]).namelist())
    metadata = {name for name in names if name.split("/")[0].endswith(".dist-info")}
    assert {Path(name).name for name in metadata} == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE"}
    assert {name for name in names if name.endswith(".toml")} >= {"farandole/catalog/names.toml"}
    assert {name for name in names - metadata if "__pycache__" not in name} == sources()


def test_the_sdist_holds_what_a_build_needs(packages: dict[str, Path]) -> None:
    with tarfile.open(packages["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "docs/tutorial.md"} <= names
    assert names - {"PKG-INFO"} <= tree()

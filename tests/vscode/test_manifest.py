"""What the manifest of the VS Code extension says agrees with the server and with what horovodrun writes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import farandole
import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = Path(__file__).parents[2]
CLIENT = PROJECT / "client-vscode"
MANIFEST = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
SOURCES = "".join(path.read_text(encoding="utf-8") for path in (CLIENT / "src").glob("*.ts"))

# What `horovodrun -np 2` of Horovod 0.28.1 writes when a script stops on both processes.
STOPPED = """\
[0]<stderr>:Traceback (most recent call last):
[0]<stderr>:  File "/home/me/train.py", line 12, in <module>
[0]<stderr>:    step(batch)
[1]<stderr>:  File "/env/lib/python3.11/site-packages/keras/engine/training.py", line 70, in error_handler
[1]<stderr>:    raise e.with_traceback(filtered_tb) from None
[1]<stderr>:ValueError: no more data
Process 1 exit with status code 1.
Traceback (most recent call last):
  File "/env/bin/horovodrun", line 8, in <module>
    sys.exit(run_commandline())
"""


def test_the_settings_are_those_of_the_server() -> None:
    script = [sys.executable, str(CLIENT / "scripts" / "settings.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_versions_agree() -> None:
    assert MANIFEST["version"] == farandole.__version__
    declared = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["requires-python"]
    oldest, newest = (re.search(rf"{name} = \[3, (\d+)\]", SOURCES) for name in ("OLDEST", "NEWEST"))
    assert oldest is not None and newest is not None
    assert declared == f">=3.{oldest[1]},<3.{int(newest[1]) + 1}"


@pytest.mark.parametrize("command", [each["command"] for each in MANIFEST["contributes"]["commands"]])
def test_each_command_is_there(command: str) -> None:
    assert f'registerCommand("{command}"' in SOURCES


def test_a_traceback_is_matched_in_the_code_of_the_user_alone() -> None:
    (matcher,) = MANIFEST["contributes"]["problemMatchers"]
    pattern = matcher["pattern"]
    found = [match for line in STOPPED.splitlines() if (match := re.search(pattern["regexp"], line))]
    told = [(match[pattern["file"]], match[pattern["line"]], match[pattern["message"]]) for match in found]
    assert told == [("/home/me/train.py", "12", "in <module>")]


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))
    assert [name for name, package in lock["packages"].items() if "resolved" in package] == []


def test_what_the_walkthrough_shows_is_there() -> None:
    steps = [step for walkthrough in MANIFEST["contributes"]["walkthroughs"] for step in walkthrough["steps"]]
    assert all((CLIENT / step["media"]["markdown"]).is_file() for step in steps)
    linked = {name for step in steps for name in re.findall(r"command:(farandole\.\w+)", step["description"])}
    assert linked <= {each["command"] for each in MANIFEST["contributes"]["commands"]}

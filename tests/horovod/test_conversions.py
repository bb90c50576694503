"""Each training script is converted by the engine, and all oracles are checked under a real `horovodrun`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.horovod import suite

NOT_APPLICABLE: dict[str, dict[int, str]] = {}
"""The oracles that say nothing of a script, and the reason that must be given; of the others all must pass."""


@pytest.mark.parametrize("name", suite.names())
def test_conversion_holds(name: str, tmp_path: Path, horovod_python: str, verdicts: dict[str, dict[int, str]]) -> None:
    script = suite.copied(name, tmp_path)
    command = [sys.executable, "-c", "import sys; from farandole.cli import main; sys.exit(main())"]
    command += ["verify", str(script), "-np", "2", "--max-steps", "0", "--timeout", str(suite.TIMEOUT), "--json"]
    done = subprocess.run([*command, "--python", horovod_python], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    oracles = {oracle["number"]: oracle for oracle in json.loads(done.stdout)["oracles"]}
    verdicts[name] = {number: oracle["verdict"] for number, oracle in oracles.items()}
    expected = {number: "passed" for number in oracles} | dict.fromkeys(NOT_APPLICABLE.get(name, {}), "not applicable")
    assert verdicts[name] == expected, done.stdout
    for number, reason in NOT_APPLICABLE.get(name, {}).items():
        assert reason in oracles[number]["details"][0]
    assert done.returncode == 0

"""Each training script is converted by the engine, and all oracles are checked under a real `horovodrun`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.horovod import suite

RANDOM = "training draws random numbers"
NORMALIZED = "batch normalization"
BATCHES = "can't be made larger"
OWN_BATCHES = "together are not the larger batch"

NOT_APPLICABLE: dict[str, dict[int, str]] = {
    "dcgan": {4: RANDOM},
    "gan": {4: RANDOM},
    "generator_fit": {4: OWN_BATCHES},
    "keras_mnist": {4: RANDOM},
    "monitored_session": {4: BATCHES},
    "resnet": {4: NORMALIZED},
    "session_clip": {4: BATCHES},
    "session_dataset": {4: "the learning rate could not be read"},
    "session_mnist": {4: BATCHES},
    "train_on_batch": {4: OWN_BATCHES},
    "transfer": {4: NORMALIZED},
    "vae": {4: RANDOM},
    "wgan_gp": {4: RANDOM},
}
"""The oracles that say nothing of a script, and the reason that must be given; of the others all must pass."""

BEGUN = {"partly_converted": dict.fromkeys((3, 4, 7), "its original is not known")}
"""Scripts that use Horovod already, so that they are verified as they are: after their conversion was written."""


def farandole(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    entry = "import sys; from farandole.cli import main; sys.exit(main())"
    return subprocess.run([sys.executable, "-c", entry, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", suite.names())
def test_conversion_holds(name: str, tmp_path: Path, horovod_python: str, verdicts: dict[str, dict[int, str]]) -> None:
    script = suite.copied(name, tmp_path)
    not_applicable = NOT_APPLICABLE.get(name, {})
    if name in BEGUN:
        not_applicable = BEGUN[name]
        done = farandole("distribute", "--write", str(script))
        assert done.returncode == 0, done.stderr
    options = ["-np", "2", "--max-steps", "0", "--timeout", str(suite.TIMEOUT), "--json", "--python", horovod_python]
    done = farandole("verify", str(script), *options)
    assert done.stdout, done.stderr
    oracles = {oracle["number"]: oracle for oracle in json.loads(done.stdout)["oracles"]}
    verdicts[name] = {number: oracle["verdict"] for number, oracle in oracles.items()}
    expected = dict.fromkeys(oracles, "passed") | dict.fromkeys(not_applicable, "not applicable")
    assert verdicts[name] == expected, done.stdout
    for number, reason in not_applicable.items():
        assert reason in oracles[number]["details"][0]
    assert done.returncode == 0

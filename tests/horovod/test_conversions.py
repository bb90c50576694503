"""Each training script is converted by the engine, and all oracles are checked under a real `horovodrun`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from farandole.cli import main

from tests.horovod import suite

RANDOM = "training draws random numbers"
NORMALIZED = "batch normalization"
BATCHES = "can't be made larger"
OWN_BATCHES = "together are not the larger batch"
UNREAD_RATE = "the learning rate could not be read"

NOT_APPLICABLE: dict[str, dict[int, str]] = {
    "dcgan": {4: RANDOM},
    "drawn_samples": {4: BATCHES},
    "estimator_canned": {4: UNREAD_RATE},
    "gan": {4: RANDOM},
    "generator_fit": {4: OWN_BATCHES},
    "keras_mnist": {4: RANDOM},
    "monitored_session": {4: BATCHES},
    "permuted_batches": {4: BATCHES},
    "resnet": {4: NORMALIZED},
    "session_clip": {4: BATCHES},
    "session_dataset": {4: UNREAD_RATE},
    "session_mnist": {4: BATCHES},
    "session_patience": {4: BATCHES},
    "train_on_batch": {4: OWN_BATCHES},
    "transfer": {4: NORMALIZED},
    "vae": {4: RANDOM},
    "wgan_gp": {4: RANDOM},
}
"""The oracles that say nothing of a script, and the reason that must be given; of the others all must pass."""

RESTORING = (
    "dcgan",
    "estimator_canned",
    "estimator_custom",
    "monitored_dataset",
    "monitored_session",
    "session_clip",
    "summaries",
)
"""The scripts that go on with what an earlier run has left; the others are not started again."""

BEGUN = {"partly_converted": dict.fromkeys((3, 4, 7, 10), "its original is not known")}
"""Scripts that use Horovod already, so that they are verified as they are: after their conversion was written."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.thorough] if name in suite.OTHERS else []) for name in suite.names()],
)
def test_conversion_holds(
    name: str,
    tmp_path: Path,
    horovod_python: str,
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = suite.copied(name, tmp_path)
    not_applicable = NOT_APPLICABLE.get(name, {}) | ({} if name in RESTORING else {10: "restores nothing"})
    if name in BEGUN:
        not_applicable = BEGUN[name]
        assert main(["distribute", "--write", "--confirm", "HVD", str(script)]) == 0
        capsys.readouterr()
    options = ["-np", "2", "--max-steps", "0", "--timeout", str(suite.TIMEOUT), "--python", horovod_python]
    status = main(["verify", str(script), "--format", "json", *options])
    found, errors = capsys.readouterr()
    assert found, errors
    oracles = {oracle["number"]: oracle for oracle in json.loads(found)["oracles"]}
    verdicts = {number: oracle["verdict"] for number, oracle in sorted(oracles.items())}
    record_property("script", name)
    record_property("verdicts", ", ".join(verdicts.values()))
    assert verdicts == dict.fromkeys(oracles, "passed") | dict.fromkeys(not_applicable, "not applicable"), found
    for number, reason in not_applicable.items():
        assert reason in " ".join(oracles[number]["details"])
    assert status == 0

"""Our parameters and rates against the libraries themselves, where TensorFlow 2.12 is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from farandole.catalog import Entry, load

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent / "horovod" / "environment.py"
POSITIONAL = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD")

Signature = list[tuple[str, str, float | None]]

pytestmark = pytest.mark.horovod


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Signature]]:
    """Give the signatures of the described names; two where TensorFlow 1 and 2 have both a name."""
    found = subprocess.run([sys.executable, str(ENVIRONMENT), "--find"], check=False, capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr)
    file = tmp_path_factory.mktemp("signatures") / "signatures.json"
    names = [entry.name for entry in load().entries.values() if entry.kind not in ("module", "property")]
    file.write_text(json.dumps(names))
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    command = [found.stdout.strip(), str(HERE / "signatures.py"), str(file)]
    subprocess.run(command, env=quiet, check=True, capture_output=True, timeout=300)
    signatures: dict[str, list[Signature]] = json.loads(file.read_text())
    assert len(signatures) > len(names) / 2
    return signatures


def misplaced(entry: Entry, signature: Signature) -> list[str]:
    """Give our positional parameters that the library has elsewhere, or has another one in place of."""
    real = [name for name, kind, _ in signature if kind in POSITIONAL]
    anything = any(kind == "VAR_POSITIONAL" for _, kind, _ in signature) and not real
    ours = [(position, name) for name in entry.parameters if (position := entry.position(name)) is not None]
    return [
        f"{entry.name}: {name!r} at {position}, not in {real}"
        for position, name in ours
        if not anything and position < len(real) and real[position] != name
    ]


def test_parameters_stand_where_the_libraries_have_them(real: dict[str, list[Signature]]) -> None:
    entries = load().entries
    wrong = [line for name, found in real.items() for each in found for line in misplaced(entries[name], each)]
    assert wrong == []


def test_default_rates_are_those_of_the_libraries(real: dict[str, list[Signature]]) -> None:
    compared = 0
    for name, found in real.items():
        facts = load().entries[name].facts.get("learning-rate")
        if isinstance(facts, Mapping):
            for signature in found:
                defaults = {parameter: default for parameter, _, default in signature}
                assert defaults[str(facts["parameter"])] == facts.get("default"), name
                compared += 1
    assert compared > 20

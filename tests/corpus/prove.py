"""Prove conversions of the corpus quickly, as far as the time goes: `python tests/corpus/prove.py CHECKOUTS RESULTS PYTHON`.

The scripts are those that `run.py` has found converted. PYTHON is an interpreter with TensorFlow and Horovod. What is
known already is not proved again, so that the work can be done in pieces. `--table` proves nothing and prints what is
known of all scripts; `--data FOLDER` is what `verify --data` gets.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
LONGEST = 160

HOLDS, FAILS, ORIGINAL, SLOW, NOTHING = "holds", "fails", "original fails", "not done in time", "not judged"
SHARES, UNSEEN = 6, "no optimizer step was seen"
"""The oracle of the work, and what it says where there is nothing to judge."""
OUTCOMES = (HOLDS, FAILS, ORIGINAL, SLOW, NOTHING)


@dataclass(frozen=True)
class Proof:
    """How the quick proof of a script ended: the outcome, one of OUTCOMES, and what is to be said of it."""

    repository: str
    script: str
    outcome: str
    reason: str
    oracles: str
    seconds: float
    engine: str


def prove(script: Path, python: Path, limit: int, data: Path | None = None) -> dict[str, Any]:
    """Verify one script with `--quick`, and give the report, or why there is none; with the seconds and the engine."""
    command = [sys.executable, "-m", "farandole", "verify", script, "--quick", "--format", "json", "--python", python]
    command += [] if data is None else ["--data", data]
    start = time.monotonic()
    try:
        done = subprocess.run(
            [*command, "--timeout", str(limit)],
            capture_output=True,
            text=True,
            timeout=8 * limit,
            check=False,
            cwd=script.parent,
        )
        report: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"trouble": done.stderr}
    except subprocess.TimeoutExpired:
        report = {"trouble": f"is not done after {8 * limit} s"}
    return report | {"seconds": round(time.monotonic() - start, 1), "engine": _commit()}


def _commit() -> str:
    done = subprocess.run(
        ["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def read(repository: str, script: str, report: dict[str, Any]) -> Proof:
    """Say in a few words how a proof ended."""
    verdicts: dict[str, list[str]] = {}
    for oracle in report.get("oracles", ()):
        verdicts.setdefault(oracle["verdict"], []).append(str(oracle["number"]))
    if "trouble" in report:
        said = " ".join(report["trouble"].rpartition("farandole: ")[2].split())
        outcome = SLOW if "not done after" in said else ORIGINAL if said.startswith("the original ") else NOTHING
        said = re.sub(r"; these files are looked for.*", "", said.partition("rank 0: ")[2] or said)
    else:
        failed = [oracle for oracle in report["oracles"] if oracle["verdict"] == "failed"]
        unseen = any(oracle["number"] == SHARES and UNSEEN in oracle["details"] for oracle in report["oracles"])
        outcome = FAILS if failed else NOTHING if unseen else HOLDS
        said = "; ".join(" ".join([str(oracle["number"]), *oracle["details"][:2]]) for oracle in failed)
    told = "; ".join(f"{verdict} {', '.join(numbers)}" for verdict, numbers in sorted(verdicts.items(), reverse=True))
    return Proof(repository, script, outcome, said, told, report["seconds"], report["engine"])


def section(proofs: Iterable[Proof]) -> str:
    """Give the counts of proofs, the seconds at their median, and a Markdown table of them."""
    shown = sorted(proofs, key=lambda proof: (OUTCOMES.index(proof.outcome), proof.repository.lower(), proof.script))
    counted = Counter(proof.outcome for proof in shown)
    held = [proof.seconds for proof in shown if proof.outcome == HOLDS]
    judged = len(held) + counted[FAILS]
    lines = [
        f"{len(shown)} scripts: {', '.join(f'{counted[each]} {each}' for each in OUTCOMES if counted[each])}. "
        + (f"Of the {judged} whose original runs, {len(held)} hold" if judged else "None was judged")
        + (f"; one that holds takes {median(held):.0f} s at the median." if held else "."),
        "",
        "| repository | script | outcome | oracles | s | engine |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for proof in shown:
        why = " ".join(proof.reason.split()).replace("|", "\\|")
        why = why if len(why) <= LONGEST else f"{why[:LONGEST]}…"
        outcome = f"{proof.outcome}: {why}" if why else proof.outcome
        cells = (proof.repository, proof.script, outcome, proof.oracles, f"{proof.seconds:.0f}", proof.engine)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def known(results: Path) -> list[Proof]:
    """Read all proofs that are kept beside the answers of `run.py`."""
    kept = (json.loads(path.read_text()) for path in sorted(results.glob("*/*.proof")))
    return [read(each["repository"], each["name"], each) for each in kept]


def main() -> None:
    """Prove scripts until the time is over, or print the table."""
    from run import verdict  # noqa: PLC0415 - a script beside this one

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("python", type=Path)
    parser.add_argument("--seconds", type=int, default=240, help="when no further proof is begun")
    parser.add_argument("--limit", type=int, default=60, help="seconds for each run of a script")
    parser.add_argument("--data", type=Path, help="a small sample of the files that the scripts read")
    parser.add_argument("--table", action="store_true", help="print what is known, and prove nothing")
    args = parser.parse_args()
    start = time.monotonic()
    for path in [] if args.table else sorted(args.results.glob("*/*.json")):
        answer = json.loads(path.read_text())
        kept = path.with_suffix(".proof")
        if verdict(answer) not in ("converted", "to confirm") or kept.exists():
            continue
        if time.monotonic() - start > args.seconds:
            break
        script = (args.checkouts / answer["repository"] / answer["script"]).resolve()
        report = prove(script, args.python, args.limit, args.data)
        names = {"repository": answer["repository"], "name": answer["script"]}
        kept.write_text(json.dumps(report | names, indent=1))
        proof = read(answer["repository"], answer["script"], report)
        path.write_text(json.dumps(answer | {"proof": proof.outcome}, indent=1))
        print(f"{proof.repository} {proof.script}: {proof.outcome} {proof.reason}"[:400], flush=True)
    if args.table:
        sys.stdout.write(section(known(args.results)))


if __name__ == "__main__":
    main()

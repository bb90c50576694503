"""Prove conversions of the corpus quickly, as far as the time goes: `python tests/corpus/prove.py CHECKOUTS RESULTS PYTHON`.

The scripts are those that `run.py` has found converted. PYTHON is an interpreter with TensorFlow and Horovod. What is
known already is not proved again, so that the work can be done in pieces.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from run import verdict


def proof(script: Path, python: Path, limit: int) -> dict[str, Any]:
    """Verify one script with `--quick`, and give the report, or why there is none."""
    command = [sys.executable, "-m", "farandole", "verify", script, "--quick", "--format", "json", "--python", python]
    try:
        done = subprocess.run(
            [*command, "--timeout", str(limit)], capture_output=True, text=True, timeout=8 * limit, check=False
        )
    except subprocess.TimeoutExpired:
        return {"trouble": f"more than {8 * limit} s"}
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"trouble": " ".join((done.stderr or done.stdout).split())[-400:]}
    return report


def told(report: dict[str, Any]) -> str:
    """Say in a few words how a proof ended."""
    if "trouble" in report:
        return f"not run: {report['trouble']}"
    if report.get("quick_holds"):
        return "holds"
    failed = [str(oracle["number"]) for oracle in report["oracles"] if oracle["verdict"] == "failed"]
    return f"fails {', '.join(failed)}" if failed else "not judged"


def main() -> None:
    """Prove scripts until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("python", type=Path)
    parser.add_argument("--seconds", type=int, default=240, help="when no further proof is begun")
    parser.add_argument("--limit", type=int, default=60, help="seconds for each run of a script")
    args = parser.parse_args()
    start = time.monotonic()
    for path in sorted(args.results.glob("*/*.json")):
        answer = json.loads(path.read_text())
        if verdict(answer) not in ("converted", "to confirm") or "proof" in answer:
            continue
        if time.monotonic() - start > args.seconds:
            break
        script = (args.checkouts / answer["repository"] / answer["script"]).resolve()
        answer["proof"] = told(proof(script, args.python, args.limit))
        path.write_text(json.dumps(answer, indent=1))
        print(f"{answer['repository']} {answer['script']}: {answer['proof']}", flush=True)


if __name__ == "__main__":
    main()

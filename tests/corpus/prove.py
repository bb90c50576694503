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
    failed = [str(each.get("number", each.get("name"))) for each in report.get("verdicts", []) if _failed(each)]
    return f"fails: {', '.join(failed)}" if failed else f"not run: {report.get('reason', 'no verdict')}"


def _failed(verdict: dict[str, Any]) -> bool:
    return str(verdict.get("verdict", verdict.get("status", ""))).endswith("failed")


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
    for row in json.loads((args.results / "rows.json").read_text()):
        out = args.results / row["repository"].replace("/", "+") / row["script"].removesuffix(".py").replace("/", "__")
        known = Path(f"{out}.proof.json")
        if row["verdict"] not in ("converted", "to confirm") or known.exists():
            continue
        if time.monotonic() - start > args.seconds:
            break
        report = proof((args.checkouts / row["repository"] / row["script"]).resolve(), args.python, args.limit)
        known.write_text(json.dumps(report, indent=1))
        print(f"{row['repository']} {row['script']}: {told(report)}", flush=True)


if __name__ == "__main__":
    main()

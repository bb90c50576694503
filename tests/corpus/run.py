"""Convert all training scripts of a folder of checkouts, and say in one table what became of each.

    python tests/corpus/run.py CHECKOUTS RESULTS [--held-back] [--only NAME]

CHECKOUTS has a folder `owner/name` for each repository of `repositories.txt`, at the commit that stands there, with its
`.git`; repositories that have none are left out. Each script is converted by a process of its own; RESULTS keeps its
answer and its diff. What is there already is not converted again, so that the work can be done in pieces, and the table
is of all that is there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from farandole.options import Options
from farandole.project.discover import reach

HERE = Path(__file__).parent
REPOSITORIES = HERE / "repositories.txt"
_FRAMEWORK = re.compile(r"^\s*(import|from)\s+(tensorflow|keras|tf_keras)\b", re.MULTILINE)
SHOWN, LONGEST = 4, 160
_TRAINS = re.compile(r"\.(fit|fit_generator|train_on_batch|minimize|apply_gradients|train_and_evaluate)\(")


@dataclass(frozen=True)
class Repository:
    """A public repository at one commit, and what kind of code it has."""

    name: str
    commit: str
    kind: str

    @property
    def held_back(self) -> bool:
        """Whether its results are looked at only when the engine is finished: a third, by the hash of the name."""
        return int(hashlib.sha256(self.name.encode()).hexdigest(), 16) % 3 == 0


def repositories(path: Path = REPOSITORIES) -> list[Repository]:
    """Read the list of repositories: a line for each, with name, commit and kind."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [Repository(*line.split(None, 2)) for line in lines]


@dataclass(frozen=True)
class Row:
    """A script of a repository, and what became of it."""

    repository: str
    script: str
    verdict: str
    reasons: tuple[str, ...]
    trains: bool
    proof: str = ""


VERDICTS = ("converted", "to confirm", "partly", "refused", "already", "nothing", "unreadable", "crash", "time-out")


def verdict(answer: dict[str, Any]) -> str:
    """Class what the engine answered to one script, one of VERDICTS."""
    if "timeout" in answer:
        return "time-out"
    if "trouble" in answer:
        return "crash" if "internal error" in answer["trouble"] else "unreadable"
    if answer["blocked"]:
        return "refused"
    if answer["refused"]:
        return "partly" if answer["applied"] else "refused"
    if answer["applied"]:
        return "to confirm" if any(finding["confirm"] for finding in answer["applied"]) else "converted"
    return "already" if answer["found"] else "nothing"


def reasons(answer: dict[str, Any], root: Path) -> Iterator[str]:
    """Yield why a script was not converted, or what is to be confirmed, each once."""
    if "trouble" in answer:
        yield answer["trouble"].replace(f"{root}/", "")
        return
    if "timeout" in answer:
        yield f"more than {answer['timeout']} s"
        return
    found = [(finding, finding["message"]) for finding in answer["refused"]]
    found += [(finding, finding["confirm"]) for finding in answer["applied"] if finding["confirm"]]
    told = (f"{finding['code']}{'!' * finding['blocks']} {text}".replace(f"{root}/", "") for finding, text in found)
    yield from dict.fromkeys(told)


def row_of(answer: dict[str, Any], root: Path) -> Row:
    """Give the row of an answer about a script of the checkout `root`."""
    why = tuple(reasons(answer, root))
    return Row(answer["repository"], answer["script"], verdict(answer), why, answer["trains"], answer.get("proof", ""))


def convert(script: Path, limit: int) -> dict[str, Any]:
    """Convert one script in a process of its own, which may take so many seconds of a processor."""
    start = time.monotonic()
    command = [sys.executable, HERE / "convert.py", script, str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"timeout": limit}
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        answer = {"trouble": f"internal error: {done.stderr[-400:]}"}
    return answer | {"seconds": round(time.monotonic() - start, 1)}


@dataclass(frozen=True)
class Work:
    """A script of a checkout that is to be converted, and whether it or a module that it imports seems to train."""

    repository: str
    root: Path
    script: Path
    trains: bool

    @property
    def name(self) -> str:
        """The script's path in its repository."""
        return self.script.relative_to(self.root).as_posix()


def scripts(repository: str, checkouts: Path) -> Iterator[Work]:
    """Yield the scripts of a checkout."""
    root = checkouts.resolve() / repository
    found = reach([root], Options())
    texts = {path: _text(path) for path in {*found, *(module for modules in found.values() for module in modules)}}
    training = {path for path, text in texts.items() if _FRAMEWORK.search(text) and _TRAINS.search(text)}
    for script in sorted(found):
        yield Work(repository, root, script, bool(training & {script, *found[script]}))


def run(work: Work, results: Path, limit: int, until: float = math.inf) -> Row | None:
    """Convert a script, and write the answer to files below `results`; give what is there, or None when it is too late."""
    out = results / work.repository.replace("/", "+") / work.name.removesuffix(".py").replace("/", "__")
    if Path(f"{out}.json").exists():
        return row_of(json.loads(Path(f"{out}.json").read_text()), work.root)
    if time.monotonic() > until:
        return None
    answer = convert(work.script, limit)
    out.parent.mkdir(parents=True, exist_ok=True)
    answer |= {"repository": work.repository, "script": work.name, "trains": work.trains}
    Path(f"{out}.json").write_text(json.dumps(answer, indent=1))
    Path(f"{out}.diff").write_text(answer.get("diff", "").replace(f"{work.root}/", "/"))
    row = row_of(answer, work.root)
    print(f"{row.repository} {row.script}: {row.verdict} ({answer.get('seconds')} s)", flush=True)
    return row


def _text(path: Path) -> str:
    return path.read_text(errors="replace")


def table(rows: Iterable[Row]) -> str:
    """Give a Markdown table of scripts, with what became of each and why."""
    lines = ["| repository | script | | quick proof | reasons |", "| --- | --- | --- | --- | --- |"]
    for row in rows:
        told = "<br>".join(_cell(reason) for reason in row.reasons[:SHOWN])
        told += f"<br>and {len(row.reasons) - SHOWN} more" if len(row.reasons) > SHOWN else ""
        lines.append(f"| {row.repository} | {row.script} | {row.verdict} | {row.proof} | {told} |")
    return "\n".join(lines) + "\n"


def _cell(reason: str) -> str:
    short = " ".join(reason.split()).replace("|", "\\|")
    return short if len(short) <= LONGEST else f"{short[:LONGEST]}…"


def summary(rows: Iterable[Row]) -> str:
    """Say how many scripts became what."""
    counted = Counter(row.verdict for row in rows)
    found = [f"{counted[each]} {each}" for each in VERDICTS if counted[each]]
    return f"{counted.total()} scripts that seem to train, or of which something is said: {', '.join(found)}."


def main() -> None:
    """Run over the checkouts and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--held-back", action="store_true", help="the third that is held back, instead of the others")
    parser.add_argument("--only", help="repositories with this in their name")
    parser.add_argument("--limit", type=int, default=120, help="seconds of a processor for each script")
    parser.add_argument("--seconds", type=int, default=3600, help="when no further script is begun")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    until = time.monotonic() + args.seconds
    names = [
        repository.name
        for repository in repositories()
        if repository.held_back == args.held_back and (not args.only or args.only in repository.name)
    ]
    there = [name for name in names if (args.checkouts / name).is_dir()]
    if len(there) < len(names):
        print(f"{len(names) - len(there)} of {len(names)} repositories are not checked out: left out", file=sys.stderr)
    each = [enumerate(sorted(scripts(name, args.checkouts), key=lambda found: not found.trains)) for name in there]
    numbered = sorted((pair for pairs in each for pair in pairs), key=lambda pair: (not pair[1].trains, pair[0]))
    work = [found for _, found in numbered]  # what seems to train first, from all repositories in turn
    with ThreadPoolExecutor(args.jobs) as pool:
        done = pool.map(partial(run, results=args.results, limit=args.limit, until=until), work)
        rows = sorted(filter(None, done), key=lambda row: (row.repository.lower(), row.script))
    shown = [row for row in rows if row.trains or row.verdict != "nothing"]
    sys.stdout.write(f"{summary(shown)}\n\n{table(shown)}")


if __name__ == "__main__":
    main()

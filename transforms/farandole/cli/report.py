"""What a conversion did, for the user to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from farandole.cli.formats import notes, place
from farandole.cli.terminal import shown
from farandole.conversion.plan import Plan
from farandole.removal import Origin, Removal
from farandole.rules.rule import Finding, Status


def report(plan: Plan, written: bool, said: set[str]) -> Iterator[str]:
    """Give a line for each step that a plan takes and for each thing that it refuses, with the help below it.

    `written` tells whether the edits are, or would be on request. What was `said` of another script is not said again.
    """
    script = shown(plan.script.entry.path)
    yield from applied(plan, written)
    for finding in (*plan.refused, *plan.violations):
        where = place(finding.document, finding.span)
        word = "refused" if finding.status is Status.REFUSED else "a mistake"
        line = f"{finding.code} {finding.rule.name}  {where}  {word}: {finding.message}"
        what = f"{finding.code} {finding.project} {finding.message}" if finding.project else line
        if what not in said:
            said.add(what)
            yield line
            yield from notes(finding)
    if plan.blocked:
        yield f"{script}: not converted"
    elif plan.script.trainings and not plan.applied:
        yield f"{script}: nothing to change"


def once_for_projects(findings: Iterable[Finding]) -> list[Finding]:
    """Give findings without those that say again of a project what was said of it before."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        kept.setdefault((finding.code, finding.project, finding.message) if finding.project else finding, finding)
    return list(kept.values())


def removed(removal: Removal) -> Iterator[str]:
    """Give a line that says how the removal of Horovod is known to be right, or for each thing in its way."""
    script = shown(removal.script.entry.path)
    for each in removal.obstacles:
        yield f"{place(each.document, each.span)}  refused: {each.reason}; {each.advice}"
    if removal.obstacles:
        yield f"{script}: Horovod is not removed"
    elif not removal.texts:
        yield f"{script}: it does not use Horovod"
    elif removal.commit:
        yield f"{script}: as in commit {removal.commit}, before its conversion, with what was changed since"
    elif removal.origin is Origin.RESTORED:
        yield f"{script}: as it was kept before its conversion, with what was changed since"
    elif removal.origin is Origin.PROVED:
        yield f"{script}: as before its conversion, but for what that writes out: converted again, it is what it was"
    else:
        yield f"{script}: distributed by hand: this is what one process did; please read it"


def applied(plan: Plan, written: bool) -> Iterator[str]:
    """Give a line for each rule whose edits a plan makes, or would make."""
    word = "done" if written else "to do"
    done: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in plan.applied:
        rule = finding.rule
        done.setdefault((rule.code, rule.name, rule.title, finding.confirm), []).append(finding)
    for (code, name, title, confirm), findings in done.items():
        request = f" (please confirm: {confirm})" if confirm else ""
        yield f"{code} {name}  {_places(findings)}  {word}: {title}{request}"


def _places(findings: Sequence[Finding]) -> str:
    lines: dict[str, set[int]] = {}
    for finding in findings:
        path, _, line = place(finding.document, finding.span).rpartition(":")
        lines.setdefault(path, set()).add(int(line))
    return "; ".join(f"{path}:{','.join(map(str, sorted(numbers)))}" for path, numbers in lines.items())

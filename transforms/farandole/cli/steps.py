"""The models of a script, how each is trained, and how far each step of the conversion is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from farandole.cli.formats import notes, place
from farandole.cli.terminal import Style, styled
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules import all_rules
from farandole.rules.families import STEPS
from farandole.rules.rule import Finding, Rule, Status

_STYLES = {Status.DONE: Style.GREEN, Status.MISSING: Style.CYAN, Status.REFUSED: Style.RED}


def table(script: Script, findings: Sequence[Finding], colour: bool) -> str:
    """Give a paragraph for each training of a script, with a line for each step, and what stands in the way of all."""
    steps = [rule for rule in all_rules() if rule.family is STEPS]
    width = max(len(step.title) for step in steps)
    paragraphs = []
    for training in script.trainings:
        where = place(training.document, training.span)
        lines = [styled(f"{where}  {training.label}, trained by {training.pattern.value}", Style.BOLD, colour)]
        for step in steps:
            state = _state(step, training, findings, colour)
            lines.append(f"  {step.code}  {step.title:{width}}  {state}")
        paragraphs.append("\n".join(lines))
    blocking = [finding for finding in findings if finding.status is Status.REFUSED and finding.blocks]
    if blocking:
        paragraphs.append("\n".join(["Not converted, because of", *_reasons(blocking)]))
    return "\n\n".join(paragraphs) + "\n"


def _state(step: Rule, training: Training, findings: Sequence[Finding], colour: bool) -> str:
    """Give the state of a step: refused before missing before done, since a step may have several places."""
    about = [finding for finding in findings if finding.training is None or finding.training == training]
    refused = [finding for finding in about if finding.status is Status.REFUSED and finding.step == step.code]
    if refused:
        because = f"refused because {refused[0].message} ({refused[0].code}, {_places(refused)})"
        return styled(because, Style.RED, colour)
    for status in (Status.MISSING, Status.DONE):
        found = [finding for finding in about if finding.code == step.code and finding.status is status]
        if found:
            return styled(f"{status.value:8}", _STYLES[status], colour) + f" {_places(found)}"
    return "not needed"


def _places(findings: Sequence[Finding]) -> str:
    return ", ".join(dict.fromkeys(place(finding.document, finding.span) for finding in findings))


def _reasons(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"  {finding.code} {finding.rule.name}  {place(finding.document, finding.span)}  {finding.message}"
        yield from notes(finding)

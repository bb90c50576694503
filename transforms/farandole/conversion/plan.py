"""From findings to edits: the order of steps, what blocks what, and the check that the result still parses."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from farandole.conversion.ignores import marked
from farandole.frameworks.analyse import Analyse, analyse, analyse_referenced
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options, names
from farandole.rules import all_rules
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, EditConflict, EditSet, parse
from farandole.source.binding import unbound


class InternalError(Exception):
    """A conversion that Farandole itself got wrong; nothing is changed."""


class NotIdempotent(InternalError):
    """A conversion that a second one would change: what it would scale or wrap twice was not understood."""


class Exclusive(Exception):
    """Two corrections of a script of which it can take only one; nothing is changed."""


@dataclass(frozen=True)
class Plan:
    """A conversion: what was found, and the new text of each file that changes.

    `fixes` are the findings whose edits are in `texts`, with these; `refused` those that stand in the way; when one of
    them blocks, `fixes` and `texts` are empty.
    """

    script: Script
    findings: tuple[Finding, ...]
    fixes: Mapping[Finding, EditSet]
    refused: tuple[Finding, ...]
    edits: EditSet
    texts: Mapping[Path, str]

    @property
    def applied(self) -> tuple[Finding, ...]:
        """The findings whose edits are in `texts`."""
        return tuple(self.fixes)

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The mistakes of a script that is distributed already, whose edits are not in `texts`."""
        return tuple(
            finding
            for finding in self.findings
            if finding.status is Status.VIOLATION and finding.rule.family.of_conversion and finding not in self.fixes
        )

    @property
    def blocked(self) -> bool:
        """Whether a refusal forbids the whole conversion."""
        return any(finding.blocks for finding in self.refused)


def find(script: Script, options: Options) -> tuple[Finding, ...]:
    """Give what every rule says about the script, in the order of the rules' codes.

    Rules of a family that is not on by default are asked when the options want them only.
    """
    found = (finding for rule in asked(options) for finding in _allowed(rule, script, options))
    return tuple(marked(found, script.documents))


def _allowed(rule: Rule, script: Script, options: Options) -> Iterator[Finding]:
    """Yield what a rule says that assumes nothing but what the options allow."""
    for finding in rule.check(script, options):
        if all(each.speculation in options.performance_speculations for each in finding.assumptions):
            yield finding


def asked(options: Options) -> Iterator[Rule]:
    """Yield the rules that are asked: those of families that are on by default, and those that are selected."""
    return (rule for rule in all_rules() if rule.family.on_by_default or rule.is_asked(options))


def analysis(options: Options) -> Analyse:
    """Give the analysis that has what the rules look at which the options want."""
    return analyse if any(rule.family.of_unused for rule in asked(options)) else analyse_referenced


def is_about_training(options: Options) -> bool:
    """Say whether the options want a rule of a family that is about the distribution of trainings."""
    return any(rule.family.of_conversion and rule.is_asked(options) for rule in all_rules())


def libraries(options: Options) -> tuple[str, ...]:
    """Give the libraries, beside TensorFlow, Keras and Horovod, that the rules which the options want are about."""
    families = dict.fromkeys(rule.family for rule in all_rules() if rule.is_asked(options))
    return tuple(dict.fromkeys(library for family in families for library in family.libraries))


def find_by_rule(script: Script, options: Options) -> Iterator[tuple[Rule, tuple[Finding, ...] | Exception]]:
    """Yield what each rule says about the script, or the error with which it failed; the next one is then asked."""
    for rule in asked(options):
        try:
            yield rule, tuple(marked(_allowed(rule, script, options), script.documents))
        except Exception as error:
            yield rule, error


def make_plan(script: Script, options: Options, only: Collection[str] | None = None) -> Plan:
    """Plan the whole conversion of a script, or only the steps with the codes `only` and what they need.

    Violations are no part of a conversion: see `plan_corrections`.

    Raises InternalError when the edits of two rules collide, when a resulting text does not parse, and when a second
    reading of a whole conversion would change it again.
    """
    if only is None:
        return idempotent(first_plan(script, options), options)
    needed = _with_needs(only)
    return plan_for(script, find(script, options), lambda finding: _converts(finding) and _concerns(finding, needed))


def first_plan(script: Script, options: Options) -> Plan:
    """Plan the whole conversion of a script, whose result nobody has read yet; raises InternalError."""
    return plan_for(script, find(script, options), _converts)


def plan_corrections(script: Script, options: Options, confirmed: Collection[str] = ()) -> Plan:
    """Plan the fixes of the violations that the options ask for; no refusal stands in their way.

    Those that ask to be confirmed are left out, but for those with the codes, or prefixes of codes, `confirmed`.

    Raises InternalError as `make_plan` does, and Exclusive when it is to take what excludes one another.
    """

    def wanted(finding: Finding) -> bool:
        trusted = not finding.confirm or names(confirmed, finding.code)
        return finding.status is Status.VIOLATION and finding.rule.is_asked(options) and trusted

    findings = find(script, options)
    _ensure_compatible([each for each in findings if each.fix is not None and not each.ignored and wanted(each)])
    return idempotent(plan_for(script, findings, wanted), options, wanted=wanted)


def _ensure_compatible(findings: Iterable[Finding]) -> None:
    for first, second in combinations(findings, 2):
        excluded = type(first.rule) in second.rule.excludes or type(second.rule) in first.rule.excludes
        if excluded and _same(first.training, second.training):
            line, _ = second.document.position(second.span.start)
            raise Exclusive(
                f"line {line}: {first.code} ({first.rule.title}) and {second.code} ({second.rule.title}) exclude one "
                f"another; ask for one of them, as with --ignore {second.code}"
            )


def _converts(finding: Finding) -> bool:
    return finding.status is not Status.VIOLATION


def idempotent(
    plan: Plan,
    options: Options,
    proceed: Callable[[], None] = lambda: None,
    wanted: Callable[[Finding], bool] = _converts,
) -> Plan:
    """Give a plan for the wanted findings of a script back; NotIdempotent when a second one would change its result.

    `proceed` is called again and again, and what it raises ends the second reading.
    """
    if not plan.texts:
        return plan
    script = plan.script
    packages, read = script.flow.project.resolver.packages, partial(_converted, plan)
    with closing(analysis(options)(script.entry.path, options, read, lambda _: packages, proceed)) as again:
        second = plan_for(again, find(again, options), wanted)
    if not second.texts:
        return plan
    left = second.applied[0]
    line, _ = left.document.position(left.span.start)
    raise NotIdempotent(
        f"{left.document.path}: {left.code} does not recognise line {line} of the converted text as done"
    )


def _converted(plan: Plan, path: Path) -> Document:
    """Read a file of a project as a plan leaves it."""
    if path in plan.texts:
        return parse(plan.texts[path], path)
    return plan.script.flow.project.read(path)


def plan_for(script: Script, findings: tuple[Finding, ...], wanted: Callable[[Finding], bool]) -> Plan:
    """Plan the fixes of the wanted findings of a script, and of the steps that these need.

    A refusal blocks the plan when it is wanted, or when it refuses a step that is needed. Raises InternalError.
    """
    refused = tuple(finding for finding in findings if finding.status is Status.REFUSED)
    left_out = [finding for finding in findings if finding.ignored and finding.status is Status.MISSING]
    fixable = [
        finding
        for finding in findings
        if finding.fix is not None and not finding.ignored and not _waits_for(finding, left_out)
    ]
    codes = {finding.code for finding in fixable if wanted(finding)}
    needs = _with_needs(required.code for rule in all_rules() if rule.code in codes for required in rule.after)
    if any(finding.blocks and (wanted(finding) or finding.step in needs) for finding in refused):
        return Plan(script, findings, {}, refused, EditSet.empty(), {})
    fixes = _distinct(finding for finding in fixable if wanted(finding) or finding.code in needs)
    try:
        edits = EditSet.union(fixes.values())
    except EditConflict as conflict:
        raise InternalError(f"two edits collide: {conflict}") from conflict
    texts = {document.path: _new_text(document, edits) for document in script.documents if document.path in edits.edits}
    return Plan(script, findings, fixes, refused, edits, texts)


def edited(script: Script, edits: EditSet) -> Plan:
    """Plan edits of a script that are no finding's; raises InternalError when a result can't be read."""
    texts = {document.path: _new_text(document, edits) for document in script.documents if document.path in edits.edits}
    return Plan(script, (), {}, (), edits, texts)


def _distinct(findings: Iterable[Finding]) -> dict[Finding, EditSet]:
    """Give the edits of each finding, once where a rule makes the same edits for several trainings."""
    found: dict[Finding, EditSet] = {}
    seen = set()
    for finding in findings:
        edits = finding.fix() if finding.fix is not None else EditSet.empty()
        key = (finding.code, *edits.edits.items())
        if key not in seen:
            seen.add(key)
            found[finding] = edits
    return found


def states(findings: Iterable[Finding], training: Training) -> Mapping[str, Status]:
    """Give how far each step of a training is, by its code; steps that it does not need are left out.

    A step with several places is refused before it is missing, and missing before it is done.
    """
    order = (Status.REFUSED, Status.MISSING, Status.DONE)
    found: dict[str, Status] = {}
    for finding in findings:
        if finding.ignored:
            continue
        code = finding.step if finding.status is Status.REFUSED else finding.code
        if finding.status in order and code and finding.training in (None, training):
            found[code] = min(finding.status, found.get(code, finding.status), key=order.index)
    return found


def unsound(findings: Iterable[Finding], training: Training) -> frozenset[str]:
    """Give the codes of the steps without which a training is wrong, since others are done that need them."""
    about = [finding for finding in findings if finding.training in (None, training)]
    done = {finding.code for finding in about if finding.status is Status.DONE}
    left = {finding.code for finding in about if finding.status is Status.MISSING}
    return frozenset(left & _sound_with(done))


def unconfirmed(plan: Plan) -> Mapping[Finding, tuple[Finding, ...]]:
    """Give the findings of a plan that train wrongly, or can't be applied, without others that are to be confirmed."""
    doubtful = [finding for finding in plan.applied if finding.confirm]
    found: dict[Finding, tuple[Finding, ...]] = {}
    for finding in plan.applied:
        if waits_for := _waits_for(finding, doubtful):
            found[finding] = waits_for
    return found


def _waits_for(finding: Finding, others: Iterable[Finding]) -> tuple[Finding, ...]:
    """Give those of other findings without which one trains wrongly, or can't be applied."""
    needed = _sound_with({finding.code}) - {finding.code}
    return tuple(each for each in others if each.code in needed and _same(each.training, finding.training))


def _same(first: Training | None, second: Training | None) -> bool:
    return first is None or second is None or first is second


def _sound_with(codes: Iterable[str]) -> set[str]:
    """Give the codes of all steps that steps need, to be applied or to train rightly, their own included."""
    return _reached(codes, lambda rule: (*rule.after, *rule.sound_with))


def _concerns(finding: Finding, codes: Collection[str]) -> bool:
    return (finding.step if finding.status is Status.REFUSED else finding.code) in codes


def _with_needs(codes: Iterable[str]) -> set[str]:
    """Give the codes of all steps that must be applied with steps, their own included."""
    return _reached(codes, lambda rule: rule.after)


def _reached(codes: Iterable[str], onward: Callable[[Rule], Iterable[type[Rule]]]) -> set[str]:
    rules = {rule.code: rule for rule in all_rules()}
    reached: set[str] = set()
    pending = [rules[code] for code in codes if code in rules]
    while pending:
        rule: Rule = pending.pop()
        if rule.code not in reached:
            reached.add(rule.code)
            pending.extend(rules[required.code] for required in onward(rule))
    return reached


def _new_text(document: Document, edits: EditSet) -> str:
    if document.errors:
        problem = document.errors[0]
        line, _ = document.position(problem.span.start)
        raise InternalError(f"{document.path}:{line} would have to change, but has a syntax error: {problem.message}")
    text = edits.apply(document)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            unknown = unbound(text)
            missing = unknown - unbound(document.text) if unknown else unknown
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InternalError(f"{document.path}: the converted text does not parse: {error}") from error
    if missing:
        raise InternalError(f"{document.path}: the converted text uses {', '.join(sorted(missing))} before it is bound")
    return text

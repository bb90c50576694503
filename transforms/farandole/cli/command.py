"""The sub-commands of `farandole` and what they print."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import NoReturn

from farandole import __version__, source
from farandole.cli import facts, kept, measure, stage, steps
from farandole.cli.consent import agreed, unanswered, uncommitted, unwritten
from farandole.cli.diff import unified
from farandole.cli.exits import Exit
from farandole.cli.foreign import other_frameworks, unseen
from farandole.cli.formats import FORMATS
from farandole.cli.progress import Progress
from farandole.cli.report import applied, once_for_projects, removed, report
from farandole.cli.scripts import (
    STDIN,
    Chosen,
    Conversion,
    Made,
    NotWritten,
    Trouble,
    analysed,
    attempt,
    choose,
    distributed,
)
from farandole.cli.terminal import diff_line, located, page_text, shown, shows_colour
from farandole.cli.writing import Change, WriteError, write_all
from farandole.conversion.ignores import unused
from farandole.conversion.plan import Plan, asked, find, is_about_training, libraries, make_plan, plan_corrections
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import DataDivision, LearningRateScaling, Options
from farandole.project.elsewhere import Elsewhere, found_elsewhere
from farandole.removal import Origin, Removal, keep, remove
from farandole.rules import all_rules
from farandole.rules.docs import page
from farandole.rules.rule import Finding, Status
from farandole.settings import SettingsError, WrongOption, load
from farandole.source import NOTEBOOK, Document
from farandole.verify import command as verification
from farandole.verify import is_converted


def run(given: Sequence[str], under: str) -> int:
    """Run the command with some arguments, and give its exit status; what `check` says may be kept `under` a key."""
    try:
        own, of_script = verification.split(list(given))
        args = _parser().parse_args(own, argparse.Namespace(arguments=of_script, given=given, under=under))
        status: int = args.run(args)
    except SettingsError as error:
        return _fail(located(error.path, error.line, error.reason))
    except (WrongOption, WriteError) as error:
        return _fail(str(error))
    return status


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(_fail(f"{message} (see `{self.prog} --help`)"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="farandole", description="Distribute TensorFlow training scripts with Horovod.")
    parser.add_argument("--version", action="version", version=f"farandole {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    scripts = _script_arguments()

    distribute = commands.add_parser(
        "distribute",
        parents=[scripts],
        help="show the conversion of training scripts as a diff, or write it",
        description="Convert training scripts, with the modules of their project that they import.",
    )
    distribute.add_argument("--write", action="store_true", help="write the files instead of showing the diff")
    _add_consent(distribute)
    _add_force(distribute)
    distribute.set_defaults(run=_distribute)

    undistribute = commands.add_parser(
        "undistribute",
        parents=[scripts],
        help="show what training scripts are without Horovod as a diff, or write it",
        description="Remove Horovod from training scripts, and from the modules of their project that they import.",
    )
    undistribute.add_argument("--write", action="store_true", help="write the files instead of showing the diff")
    _add_force(undistribute)
    proof = undistribute.add_argument_group(
        "proof", "that without Horovod the scripts do what one process does with it"
    )
    proof.add_argument("--verify", action="store_true", help="run both, compare them, and write only what was proved")
    verification.add_run_arguments(proof)
    undistribute.usage = "%(prog)s PATH... [options] [-- ARGUMENT...]"
    undistribute.set_defaults(run=_undistribute)

    check = commands.add_parser("check", parents=[scripts], help="report what a conversion would do, or would not")
    check.add_argument("--format", choices=list(FORMATS), default="text", help="how findings are printed (text)")
    check.add_argument("--no-cache", dest="cache", action="store_false", help="analyse all, also where nothing changed")
    check.add_argument("--fix", action="store_true", help="fix the mistakes that have a fix, then report what is left")
    _add_consent(check)
    _add_force(check)
    check.set_defaults(run=_check)

    show_steps = commands.add_parser("steps", parents=[scripts], help="show the models of scripts and each step")
    show_steps.set_defaults(run=_steps)

    verify = commands.add_parser("verify", help="run a script and its conversion, and compare what they do")
    verification.add_arguments(verify)
    verify.set_defaults(run=_verify)

    show_facts = commands.add_parser("facts", help="print what is known of a script as Datalog atoms")
    facts.add_arguments(show_facts)
    show_facts.set_defaults(run=facts.run)

    measuring = commands.add_parser("measure", help="run a script before and after its inefficient code is mended")
    measure.add_arguments(measuring)
    measuring.set_defaults(run=measure.run)

    staging = commands.add_parser("stage", help="print a function virtualized, or its program as an S-expression")
    stage.add_arguments(staging)
    staging.set_defaults(run=stage.run)

    server = commands.add_parser("server", help="start the language server, for editors")
    server.add_argument("--tcp", type=int, metavar="PORT", help="listen on a local port instead of standard input")
    server.add_argument(
        "--log", choices=("error", "warning", "info", "debug"), default="warning", help="what is logged"
    )
    server.set_defaults(run=_server)

    explain = commands.add_parser("explain", help="show a rule's page, or the list of rules")
    explain.add_argument("rule", nargs="?", metavar="CODE", help="a rule's code or name, such as HVD103")
    explain.set_defaults(run=_explain)
    return parser


def _add_consent(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--confirm",
        metavar="CODES",
        type=_listed,
        action="extend",
        default=[],
        help="write edits that ask for this, too",
    )


def _add_force(command: argparse.ArgumentParser) -> None:
    command.add_argument("--force", action="store_true", help="write files that have uncommitted changes in git, too")


def _script_arguments() -> _Parser:
    parser = _Parser(add_help=False)
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a training script, a notebook, or a folder"
    )
    options = parser.add_argument_group("options", "over those of [tool.farandole] in the nearest pyproject.toml")
    for name, choices, meaning in (
        ("--learning-rate-scaling", LearningRateScaling, "how the learning rate grows with the number of processes"),
        ("--data", DataDivision, "how the work is divided among the processes"),
    ):
        metavar = "{" + ",".join(str(choice.value) for choice in choices) + "}"
        options.add_argument(name, metavar=metavar, default=argparse.SUPPRESS, help=meaning)
    for name, metavar, meaning in (
        ("--select", "CODES", "only the rules with these codes or prefixes of codes (HVD1,HVD203)"),
        ("--ignore", "CODES", "not the rules with these codes or prefixes of codes"),
        ("--exclude", "GLOBS", "files and folders to leave out when a folder is searched"),
    ):
        options.add_argument(
            name, metavar=metavar, type=_listed, action="extend", default=argparse.SUPPRESS, help=meaning
        )
    return parser


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.split(",")]


_FLAGS = ("learning_rate_scaling", "data", "select", "ignore", "exclude")


def _chosen(
    args: argparse.Namespace, wanted: Callable[[Options], tuple[str, ...]] = lambda options: ()
) -> list[Chosen]:
    """Give the scripts that the arguments name, and say so when a folder has none.

    `wanted` gives the libraries, beside TensorFlow, Keras and Horovod, whose scripts are looked for.
    """
    flags = {name.replace("_", "-"): getattr(args, name) for name in _FLAGS if hasattr(args, name)}
    with Progress("files looked at") as progress:
        chosen = choose(args.paths, flags, _say_skipped, progress.step, wanted)
    if not chosen:
        _say(f"{', '.join(shown(path) for path in args.paths)}: no training scripts found")
    return chosen


def _say_skipped(path: Path, why: str) -> None:
    _say(f"{shown(path)}: skipped: {why}")


def _distribute(args: argparse.Namespace) -> int:
    chosen = _chosen(args)
    conversion = Conversion.by(partial(_agreed, args) if args.write else distributed)
    with Progress("scripts", len(chosen)) as progress:
        results = []
        for result in conversion.add(chosen):
            results.append(result)
            progress.step()
    plans = [result for result in results if isinstance(result, Plan)]
    if args.write and args.paths == [STDIN]:
        _pass_on(chosen, conversion)
    elif args.write:
        _write(conversion, args.force)
        keep((path, conversion.before[path].text, after.text) for path, after in conversion.after.items())
    said: set[str] = set()
    for plan in plans:
        for line in report(plan, args.write, said):
            _say(line)
    refused = [finding for plan in plans for finding in (*plan.refused, *plan.violations)]
    troubles = [result for result in results if isinstance(result, Trouble)]
    status = _conclude(args.paths, [plan.script for plan in plans], refused, troubles)
    if not args.write:
        _show_diff(conversion)
    return status


def _undistribute(args: argparse.Namespace) -> int:
    if not args.verify and (args.quick or args.python or args.gpu or args.max_steps is not None or args.arguments):
        return _fail("nothing is run without --verify, for which the other options of a proof are")
    chosen = _chosen(args)
    conversion = Conversion.by(remove)
    with Progress("scripts", len(chosen)) as progress:
        removals: list[Removal] = []
        troubles: list[Trouble] = []
        for result in conversion.add(chosen):
            if isinstance(result, Trouble):
                troubles.append(result)
            else:
                removals.append(result)
            progress.step()
    for trouble in troubles:
        _say(trouble.message)
    unproved = max((_unproved(args, each) for each in removals if each.texts), default=0) if args.verify else 0
    if unproved:
        return unproved
    if args.write and args.paths == [STDIN]:
        _pass_on(chosen, conversion)
    elif args.write:
        _write(conversion, args.force or all(each.origin is not Origin.BY_HAND for each in removals if each.texts))
    for removal in removals:
        for line in removed(removal):
            _say(line)
    if not args.write:
        _show_diff(conversion)
    if troubles:
        return Exit.ERROR
    return Exit.FINDINGS if any(each.obstacles for each in removals) else Exit.OK


def _unproved(args: argparse.Namespace, removal: Removal) -> int:
    """Run a script with and without Horovod, and give the exit status: 0 where they do the same."""
    script = removal.script.entry.path
    if args.paths == [STDIN] or script.suffix == NOTEBOOK:
        return _fail(f"{shown(script)}: scripts that are files are run, beside the modules and data of their project")
    return verification.run_removal(args, script, removal.texts, load(script).replacements)


def _agreed(args: argparse.Namespace, script: Script, options: Options) -> Plan:
    """Plan the conversion of a script; raises NotWritten when it asks what nobody has answered."""
    plan = distributed(script, options)
    open_questions = unanswered(plan, args.confirm)
    if open_questions and not agreed(open_questions):
        raise NotWritten("\n".join(unwritten(plan, open_questions)))
    return plan


def _check(args: argparse.Namespace) -> int:
    """Report findings, and keep what is said of folders."""
    keeps = args.under and args.cache and not args.fix and all(map(os.path.isdir, args.paths))
    with kept.noted() as (out, err):
        status, inspected = _checked(args)
    if keeps and status != Exit.ERROR:
        with contextlib.suppress(kept.CannotKeep):
            others = kept.elsewhere(args.paths, _read_by(inspected), _searched_by(inspected))
            if kept.key(args.given) == args.under:
                kept.keep(args.under, kept.Answer(status, "".join(out), "".join(err), others))
    return status


def _checked(args: argparse.Namespace) -> tuple[int, list[_Inspected]]:
    """Report findings, and give the exit status and what was inspected for it."""
    chosen_scripts = _chosen(args, libraries)
    failed = _corrected(chosen_scripts, args.force, args.confirm) if args.fix else []
    inspected, troubles = _inspect(chosen_scripts)
    troubles += [trouble for trouble in failed if trouble not in troubles]
    unique = {
        (finding.document.path, finding.span.start, finding.span.end, finding.code, finding.message): finding
        for chosen, _, found in inspected
        for finding in found
        if finding.status is not Status.DONE and not finding.ignored and finding.rule.is_asked(chosen.options)
    }
    findings = once_for_projects(unique[key] for key in sorted(unique))
    trained = any(is_about_training(chosen.options) for chosen in chosen_scripts)
    status = _conclude(args.paths, [script for _, script, _ in inspected], findings, troubles, trained)
    for line in _unused_ignores(inspected):
        _say(line)
    sys.stdout.write(FORMATS[args.format](findings, troubles))
    return status, inspected


def _read_by(inspected: Iterable[_Inspected]) -> Iterator[Path]:
    """Yield the files that were read to inspect scripts."""
    for chosen, script, _ in inspected:
        project = script.flow.project
        yield from (module.document.path for module in project.modules())
        yield from (*project.unread, *chosen.options.catalog, *chosen.options.performance_rules)


def _searched_by(inspected: Iterable[_Inspected]) -> Iterator[Path]:
    """Yield the folders of projects in which modules were looked up."""
    return (root for _, script, _ in inspected for root in script.flow.project.resolver.roots)


def _unused_ignores(inspected: Sequence[_Inspected]) -> Iterator[str]:
    """Yield a line for each comment that switches nothing off."""
    rules = {rule.code for chosen, _, _ in inspected for rule in asked(chosen.options)}
    for ignore, codes in unused([(found, script.documents) for _, script, found in inspected], rules).items():
        line, _ = ignore.document.position(ignore.span.start)
        yield f"{shown(ignore.document.path)}:{line}: nothing is switched off by ignore[{', '.join(codes)}]"


def _corrected(chosen: Iterable[Chosen], force: bool, confirmed: Sequence[str]) -> list[Trouble]:
    """Write the fixes of mistakes, say what was done, and give the scripts that could not be corrected."""
    conversion = Conversion.by(partial(plan_corrections, confirmed=confirmed))
    results = list(conversion.add(chosen))
    _write(conversion, force)
    for plan in results:
        if isinstance(plan, Plan):
            for line in applied(plan, written=True):
                _say(line)
    return [result for result in results if isinstance(result, Trouble)]


def _steps(args: argparse.Namespace) -> int:
    inspected, troubles = _inspect(_chosen(args))
    findings = [finding for _, _, found in inspected for finding in found if finding.status is not Status.DONE]
    status = _conclude(args.paths, [script for _, script, _ in inspected], findings, troubles)
    colour = shows_colour(sys.stdout)
    tables = [steps.table(script, found, colour) for _, script, found in inspected if script.trainings]
    sys.stdout.write("\n".join(tables))
    return status


def _conclude(
    paths: Sequence[Path],
    scripts: Sequence[Script],
    findings: Sequence[Finding],
    troubles: Sequence[Trouble],
    trained: bool = True,
) -> int:
    """Say which files gave no result, and where it matters that nothing is `trained` in any; give the exit status."""
    for message in dict.fromkeys(trouble.message for trouble in troubles):
        _say(message)
    unread = {path: error for script in scripts for path, error in script.flow.project.unread.items()}
    for path in sorted(unread):
        _say(f"{located(path, unread[path].line, unread[path].reason)}; what it does is not known")
    if (
        trained
        and scripts
        and not findings
        and not troubles
        and not any(script.trainings or initialised_by(script) for script in scripts)
    ):
        others = dict.fromkeys(each for script in scripts for each in other_frameworks(script.documents))
        why = f"; {' and '.join(others)} is used, which is not converted" if others else ""
        _say(f"{', '.join(shown(path) for path in paths)}: no training found{why}")
        for document, node, told in (each for script in scripts for each in unseen(script)):
            _say(located(document.path, node.lineno, f"{document.quote(node)} {told}"))
        for message in dict.fromkeys(
            _elsewhere(each) for script in scripts for each in found_elsewhere(script.flow.project)
        ):
            _say(message)
    return Exit.ERROR if troubles else Exit.FINDINGS if findings else Exit.OK


def _elsewhere(lost: Elsewhere) -> str:
    line, _ = lost.document.position(lost.document.span(lost.statement).start)
    told = f"`{lost.name}` is not read: it stands in {shown(lost.folder)}, which is not known to be searched"
    return f"{located(lost.document.path, line, told)}; add that folder to sys.path by a path from __file__"


def _verify(args: argparse.Namespace) -> int:
    if args.script == STDIN:
        return _fail("-: a script is verified as a file, beside the modules and data of its project")
    if args.script.suffix == NOTEBOOK:
        return _fail(f"{shown(args.script)}: scripts are run, not notebooks: `jupyter nbconvert --to script` makes one")
    options = load(args.script)

    def planned(script: Path) -> Plan:
        return make_plan(analysed(Chosen(script, options)), options)

    plan = attempt(args.script, partial(planned, args.script))
    if isinstance(plan, Trouble):
        _say(plan.message)
        return Exit.ERROR
    if plan.blocked and not is_converted(args.script):
        for line in report(plan, written=False, said=set()):
            _say(line)
        return Exit.FINDINGS
    return verification.run(args, lambda script: planned(script).texts, options.replacements)


def _server(args: argparse.Namespace) -> NoReturn:
    from farandole_server.start import start  # noqa: PLC0415  the other commands do without pygls

    start(args.tcp, args.log)


def _explain(args: argparse.Namespace) -> int:
    rules = {rule.code: rule for rule in all_rules()}
    if args.rule is None:
        sys.stdout.write("".join(f"{rule.code}  {rule.name:{_NAME_WIDTH}}  {rule.title}\n" for rule in rules.values()))
        return Exit.OK
    by_word = rules | {rule.name: rule for rule in rules.values()}
    rule = by_word.get(args.rule.upper()) or by_word.get(args.rule.lower())
    if rule is None:
        close = difflib.get_close_matches(args.rule, by_word, n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        return _fail(f"no rule is called {args.rule}{hint}")
    sys.stdout.write(page_text(page(rule), shows_colour(sys.stdout)))
    return Exit.OK


_NAME_WIDTH = 32
_Inspected = tuple[Chosen, Script, tuple[Finding, ...]]


def _inspect(chosen: Sequence[Chosen]) -> tuple[list[_Inspected], list[Trouble]]:
    inspected: list[_Inspected] = []
    troubles: list[Trouble] = []
    read = cache(source.read)  # what scripts share is read once
    with Progress("scripts", len(chosen)) as progress:
        for each in chosen:
            result = attempt(each.path, partial(_found, each, read))
            if isinstance(result, Trouble):
                troubles.append(result)
            else:
                inspected.append(result)
            progress.step()
    return inspected, troubles


def _found(chosen: Chosen, read: Callable[[Path], Document]) -> _Inspected:
    script = analysed(chosen, read)
    return chosen, script, find(script, chosen.options)


def _show_diff(conversion: Conversion[Made]) -> None:
    """Write the diff, in colours to a terminal; elsewhere in the bytes of the files, so that `patch` can apply it."""
    colour = shows_colour(sys.stdout)
    for path in sorted(conversion.after):
        if sys.stdout.isatty():
            lines = unified(path, conversion.before[path].text, conversion.after[path].text)
            sys.stdout.writelines(diff_line(line[:-1], colour) + "\n" for line in lines)
        else:
            change = _change(conversion, path)
            lines = unified(path, _as_text(change.before), _as_text(change.after))
            sys.stdout.flush()
            sys.stdout.buffer.writelines(line.encode("utf-8", "surrogateescape") for line in lines)


def _write(conversion: Conversion[Made], force: bool) -> None:
    """Write what has changed; raises WriteError, also when git would not bring back what stands there, but by force."""
    lost = [] if force else uncommitted(sorted(conversion.after))
    if lost:
        names = ", ".join(map(shown, lost))
        raise WriteError(f"{names}: there are uncommitted changes; commit them, or add `--force`; nothing was written")
    write_all([_change(conversion, path) for path in sorted(conversion.after)])


def _pass_on(chosen: Sequence[Chosen], conversion: Conversion[Made]) -> None:
    """Write the script that came from standard input to standard output, as it is now; raises WriteError.

    Modules of its project are not written.
    """
    (script,) = chosen
    others = [shown(path) for path in conversion.after if path != script.path.resolve()]
    if others:
        raise WriteError(f"{', '.join(others)} would have to change, too: convert the script as a file")
    after = conversion.after.get(script.path.resolve())
    sys.stdout.flush()
    sys.stdout.buffer.write(after.content if after is not None else script.content or b"")


def _as_text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _change(conversion: Conversion[Made], path: Path) -> Change:
    return Change(path, conversion.before[path].content, conversion.after[path].content)


def _fail(message: str) -> int:
    _say(f"farandole: {message}")
    return Exit.ERROR


def _say(message: str) -> None:
    print(message, file=sys.stderr)

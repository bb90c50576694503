"""Step 7: rank 0 alone shows and writes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.inits import comes_early, initialisations
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.output.absent import look_alone, look_back_alone, look_first
from farandole.rules.horovod.output.arguments import guard_arguments
from farandole.rules.horovod.output.changes import Change, Done, Found, Obstacle, Restricted
from farandole.rules.horovod.output.checkpoints import guard_restores
from farandole.rules.horovod.output.elements import guard_elements
from farandole.rules.horovod.output.examples import EXAMPLES, REFUSED, UNTOUCHED
from farandole.rules.horovod.output.files import share_files
from farandole.rules.horovod.output.groups import groups
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.input import ask_once
from farandole.rules.horovod.output.learned import tell_learned
from farandole.rules.horovod.output.leaving import refuse_leaving
from farandole.rules.horovod.output.read_back import guard_read_back
from farandole.rules.horovod.output.statements import guard_statements
from farandole.rules.horovod.output.summaries import refuse_averages
from farandole.rules.horovod.output.turns import take_turns
from farandole.rules.horovod.output.unread import guard_unread, report_unread
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import EditSet


class OutputOnRankZero(Rule):
    """Show and write on rank 0 only.

    ## What it does

    In the script and the modules of its project that it reaches,

    - puts statements that print, log, draw, save or write under `if hvd.rank() == 0:`, one condition for statements
      that follow each other; a function that does nothing else is guarded where it is called;
    - computes arguments that every rank needs (a training step, a collective operation, the next batch) before that;
    - makes a call within an expression conditional, as in `path = checkpoint.save(…) if hvd.rank() == 0 else None`;
    - gives `fit`, `evaluate`, `predict` and progress bars their `verbose` or `disable` by rank, but not where they show
      nothing by themselves: `predict` before TensorFlow 2.9, as far as the version is known from the project or the code;
      nor where a method of the project that takes none may be called, as that of a callback's model;
    - keeps callbacks and hooks that write (`ModelCheckpoint`, `TensorBoard`, `CSVLogger`) in the lists of rank 0 only,
      while those that decide (`EarlyStopping`) stay on every rank;
    - gives each rank a folder of its own for `BackupAndRestore`: all go on together when a run is started again; and a
      file of its own for data that are validated on and kept in one by `cache`;
    - lets summary writers, log files and open files of the other ranks write nothing, and leaves `checkpoint_dir`,
      `summary_dir` and `model_dir` to rank 0;
    - asks the user on rank 0 and sends the answer to the others;
    - lets the first process of each host download, unpack or make the files that every process reads before training,
      while its others wait: hosts need not share a disk;
    - lets every rank wait for rank 0 before it reads again what rank 0 writes while it trains; the weights of a Keras
      model that stand there are loaded on rank 0, and broadcast, as is what a saver has saved in the same session;
    - gives every rank the time, or the number by chance, that rank 0 has in the path of what all read again;
    - lets every rank look for a folder before rank 0 makes it, where one reads what is in it if it is there;
    - gives every rank what such a callback of rank 0 has seen of the training (`checkpoint.best`), where all read it;
    - leaves a Keras model that is read back when all training has ended to rank 0, with what is made of it there.

    Which files are meant is followed through constants, `os.path`, `pathlib`, `format`, options, parameters and
    attributes. What each process has for itself (a temporary folder, a path with its rank or process id) stays with it.
    A wait is a call of `barrier()`, a function of a few lines that is added to the file.

    ## Why

    Several processes that write the same checkpoint or download the same file destroy it, and messages come as often
    as there are processes.

    ## When it is not offered

    What is under a condition on the rank already is left alone, as are warnings, exceptions, logged errors, and all
    that a library writes by itself, and messages before `hvd.init()` can be called, such as those above the imports.
    Refused are arguments hidden in `*`, files written above the imports, and hooks that show averaged gradients in runs
    that take no step. A `save`, `write` or `upload` of a library that is not read, whose result the script
    uses, is named. A callback of a module that is not read is named: it may write, and nothing is known of it.

    ## Edit safety

    Nothing is left to rank 0 on which another rank depends: see `HVD204` and `HVD210`. Results that every rank reads
    again, such as a checkpoint of this run, have to be in a folder that the hosts share: the wait for them is marked for
    confirmation, with the line that writes them, as are commands of the operating system, and statements that call a
    library of which nothing is known by a name that tells of writing: `score.write(…)`, `tracker.log_metric(…)`.
    """

    family = STEPS
    code, name = "HVD107", "output-on-every-rank"
    title = "Show and write on rank 0 only"
    after = (InitHorovod,)
    examples = EXAMPLES
    untouched = UNTOUCHED
    refused = REFUSED

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what a training script shows and writes on every rank, or on rank 0 already."""
        if not script.trainings:
            return
        guards = Guards.of(script)
        take_turns(guards)
        guard_unread(guards)
        guard_statements(guards)
        guard_read_back(guards)
        guard_elements(guards)
        report_unread(guards)
        guard_arguments(guards)
        ask_once(guards)
        look_alone(guards)
        share_files(guards)
        look_back_alone(guards)
        look_first(guards)
        refuse_leaving(guards)
        guard_restores(guards)
        tell_learned(guards)
        refuse_averages(guards)
        inits = initialisations(script)
        every = [*guards.found, *groups(guards)]
        guards.found.clear()  # the edits of some hold the guards, which go with their last user so
        for found in every:
            early = isinstance(found, Change) and comes_early(script, found.document, found.span)
            if not early or not inits:
                yield self._finding(script, found, early)

    def _finding(self, script: Script, found: Found, early: bool) -> Finding:
        match found:
            case Done(document, span):
                return Finding(self, Status.DONE, document, span, "only rank 0 does this")
            case Change(document, span, message) if early:
                suggestion = "move it below the imports and hvd.init(), where Horovod can be asked for the rank"
                return Finding(self, Status.REFUSED, document, span, message, suggestion, step=self.code)
            case Change(document, span, message, suggestion, _, confirm):
                fix = partial(_fix, script, found)
                return Finding(self, Status.MISSING, document, span, message, suggestion, confirm=confirm, fix=fix)
            case Obstacle(document, span, message, suggestion, blocks):
                refusal = Refusal(self, message, suggestion, blocks=blocks)
                return refusal.finding(self.code, document, span)
            case Restricted(document, span, refusal):
                return refusal.finding(self.code, document, span)


def _fix(script: Script, change: Change) -> EditSet:
    hvd = horovod(script, change.document)
    return EditSet.of(change.document, [*hvd.edits, *change.edits(hvd.text)])

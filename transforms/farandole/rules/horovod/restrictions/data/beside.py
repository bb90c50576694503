"""What a loop does beside training on its samples, which goes wrong once they are divided."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.rules.horovod.restrictions.hvd211_data_unknown import DataUnknown
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Related
from farandole.source import Document


def read_beside(document: Document, read: ast.Subscript, data: str) -> Refusal:
    """Say that a loop over data reads something else at the number of its turn, which the division changes."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} is read at the number of the turn, which goes with other samples once {data} is divided",
        f"run over both together: `for sample, other in zip({data.replace('`', '')}, {document.segment(read.value)})`",
        (Related(document, document.span(read), "this is read at the number of the turn"),),
    )


def called_beside(document: Document, call: ast.Call, data: str) -> Refusal:
    """Say that a call in a loop that reads slices of data is given the turn, which goes with other samples afterwards."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(call)} is given the turn of this loop, which goes with other samples once {data} is divided",
        f"read what it gives in this loop, by a slice as {data}",
        (Related(document, document.span(call), "this is given the turn"),),
    )


def goes_on_beside(document: Document, read: ast.expr, data: str) -> Refusal:
    """Say that a loop takes what comes next of something else, which goes with other samples once data are divided."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} takes what comes next in each turn, all of it in each process, which goes with other "
        f"samples once {data} is divided",
        f"take both from one source: `for sample, other in zip({data.replace('`', '')}, ...)`",
        (Related(document, document.span(read), "this goes on from turn to turn"),),
    )


def divided_otherwise(document: Document, node: ast.expr, data: str) -> Refusal:
    """Say that a loop runs over two sources at once, one divided by its samples and the other by its items."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} would be divided by its items, and {data}, which goes with it, by samples before they are "
        "put into batches",
        f"put both into one dataset: `tf.data.Dataset.zip((..., ...))`, with {document.quote(node)} by `from_generator`",
        (Related(document, document.span(node), "this goes with it"),),
    )


def collected_in(document: Document, computed: ast.Call, data: str, loop: str) -> Refusal:
    """Say that a training reads what a loop collects that is divided itself: each process has a part of it already."""
    return Refusal(
        DataUnknown(),
        f"{data} would be divided twice: the loop in {loop}, which collects it, is divided, too",
        f"collect {document.quote(computed)} in a loop of its own, over all samples, in which nothing is trained",
        (Related(document, document.span(computed), "this is collected in a part of the turns"),),
    )


def divided_twice(document: Document, node: ast.expr, place: str, within: Document, part: ast.expr) -> Refusal:
    """Say that what a training would take its part of is made of what is divided for another one, in a `place`."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(node)} would be divided twice: it is made of {within.quote(part)} in {place}, which is divided for "
        "another training",
        f"load what {document.quote(node)} is made of once more for this training",
        (Related(within, within.span(part), "this is divided for another training"),),
    )


def ordered_for_another(call: Call) -> Refusal:
    """Say that a loop needs other samples in each process, which a call orders alike in all for another training."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} must order the samples alike in all processes, for another training, and this "
        "loop would then train on the same ones in each",
        "give this loop samples of its own, or write each training into a script",
        (Related(call.document, call.document.span(call.node), "this orders the samples"),),
    )


def fitted_whole(document: Document, fit: ast.AST, data: str) -> Refusal:
    """Say that a `fit` goes through all of some data whenever a loop comes to it whose turns are divided."""
    return Refusal(
        DataUnknown(),
        f"the turns of the loop around this are divided, and each that comes here goes through all of {data}: every "
        "process would go through the same samples",
        f"train on a part of {data} that is drawn in the turn, or in a loop in which nothing else is trained",
        (Related(document, document.span(fit), "this goes through all samples"),),
    )


def fitted_elsewhere(document: Document, fit: ast.AST) -> Refusal:
    """Say that a `fit` is come to in the turns of a divided loop, and in another way."""
    return Refusal(
        DataUnknown(),
        "this is called in a loop whose turns are divided, and outside of it, where its samples would have to be divided",
        "give the loop, and what stands outside of it, a function of their own that calls `fit`",
        (Related(document, document.span(fit), "this is called in both"),),
    )


def given_in_part(call: Call, data: str, training: str) -> Refusal:
    """Say that a training reads what a sequence gives that is divided for another one."""
    made = call.document.quote(call.node)
    return Refusal(
        DataUnknown(),
        f"{data} is read from {made}, of which each process takes its own part for the training in {training}",
        f"make another one for what is read here, as {made}, in one order: `shuffle=False`",
        (Related(call.document, call.document.span(call.node), "this is divided"),),
    )


def gathered(document: Document, test: ast.Compare) -> Refusal:
    """Say that a loop trains when it has gathered a batch in several of its turns, of which a process would take a part."""
    return Refusal(
        DataUnknown(),
        f"this loop trains when {document.quote(test)}, on samples of several turns and loops: in a part of them it would "
        "gather other batches, and the last may never be full",
        "gather the samples before, and train on them batch by batch: `for start in range(0, len(samples), batch)`",
        (Related(document, document.span(test), "the batch is full here"),),
    )


def rounds_by_length(document: Document, length: ast.expr, data: str) -> Refusal:
    """Say that a loop tells the turn of all rounds by a length that is still that of all data once they are divided."""
    quoted = document.quote(length)
    return Refusal(
        DataUnknown(),
        f"{quoted} is multiplied to tell the turn of all rounds, and stays as it is once {data} is divided: this loop would "
        "not save or evaluate at the turns that are meant",
        f"count the turns by hand, from 0 before all loops: `turn += 1`, instead of by {quoted}",
        (Related(document, document.span(length), "this is the number of turns of all processes"),),
    )


def carried_on(document: Document, read: ast.Subscript) -> Refusal:
    """Say that each turn of a loop goes on from what an earlier one has computed: no process can take a part of them."""
    return Refusal(
        DataUnknown(),
        f"each turn of this loop goes on from {document.quote(read)}, which an earlier turn has put there: no process can "
        "take a part of the turns",
        'divide the samples that a run through all turns is for, by hvd.rank() and hvd.size(), and set data = "none"',
        (Related(document, document.span(read), "this is of an earlier turn"),),
    )


def trains_another(document: Document, read: ast.Subscript) -> Refusal:
    """Say that a loop takes another model in each turn: processes that take turns would train different ones."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(read)} is another model in each turn of this loop: processes that take turns would average the "
        "gradients of different ones",
        'give each process a part of the samples that all models train on, by hvd.rank() and hvd.size(), and set data = "none"',
        (Related(document, document.span(read), "this is another one in each turn"),),
    )


def taken_back(document: Document, call: ast.Call) -> Refusal:
    """Say that a model is set back after steps for one task, which gradients of other tasks must not be averaged into."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(call)} takes back steps that the model was trained in for one task: averaged with those of the "
        "other processes, they would be trained for the tasks of all at once",
        "average by hand what is kept of the tasks alone: the gradients of the outer step, or the weights",
        (Related(document, document.span(call), "the model is set back here"),),
    )


def begun_anew(document: Document, call: ast.Call) -> Refusal:
    """Say that a trained variable begins anew in a loop: each process trains another one, for a task of its own."""
    return Refusal(
        DataUnknown(),
        f"{document.quote(call)} lets a variable that is trained begin anew: it is trained for one task after another, "
        "and the gradients of other tasks must not be averaged into its own",
        "give each process tasks of its own, by hvd.rank() and hvd.size(), and leave their gradients as they are",
        (Related(document, document.span(call), "the variable begins anew here"),),
    )


def other_train_op(document: Document, fetches: ast.expr) -> Refusal:
    """Say that the turn of a loop decides which train op is run: processes wait for the gradients of their own."""
    return Refusal(
        DataUnknown(),
        f"each turn of this loop runs another train op, {document.quote(fetches)}: the processes would wait for each "
        "other's gradients for ever",
        "build one train op, and feed it the samples of the turn",
        (Related(document, document.span(fetches), "this is run"),),
    )


def also_without_training(document: Document, head: ast.AST, call: Call) -> Refusal:
    """Say that the function of a loop is also called to run the model without training it; `head` is the loop's."""
    return Refusal(
        DataUnknown(),
        f"{call.document.quote(call.node)} in {call.document.place_of(call.node)} runs this loop without training, and "
        "each process would see a part of those data only",
        "give training and evaluation a function each",
        (Related(document, document.span(head), "this loop"),),
    )

"""Restriction on training loops: neither an error nor its own samples must let a process pass over a step."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import dropwhile, takewhile

from farandole.analysis.loops import Chain, LoopAt, counters, exits
from farandole.analysis.nodes import Loop, caught_names, is_exit
from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import deciding_call, is_agreed
from farandole.frameworks.samples import Kind, driving, feeds_of, names_of_samples
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import step_chains
from farandole.frameworks.tensorflow.training import Training
from farandole.options import Options
from farandole.rules.families import LOOP_RESTRICTIONS
from farandole.rules.horovod.division.listings import LISTINGS
from farandole.rules.horovod.division.work import divides_itself
from farandole.rules.rule import Finding, Refused, Related, Rule, Status
from farandole.source import Document
from farandole.source.binding import names_in

_ITEMS = frozenset({Kind.ARRAYS, Kind.LIST})
_DEALT = frozenset({Kind.GENERATOR, Kind.SEQUENCE, Kind.UNKNOWN})
"""What is dealt out to the processes batch by batch: the last of all, which may be smaller, is one's alone."""
_ENDS = frozenset({"OutOfRangeError", "StopIteration", "KeyboardInterrupt", "GeneratorExit", "SystemExit", "EOFError"})
"""Errors that end a training in all processes at once: the end of the data, and the user."""


class StepSkipped(Rule):
    """A training loop must not pass over a step when something fails, or for some samples.

    ## What it does

    Names an `except` in a training loop after which the turn goes on without its step, such as `except IOError: continue`
    around the reading of a batch. Names a condition on what the turn has read, or on chance, under which it goes on
    without its step, such as `if not labels.any(): continue`, and a loop in it that trains as often as what the turn has read
    is long, such as `for at in range(len(session))`. It names a condition by which a loop is left for a part of what its
    turn has read, such as the place of a batch in the data, or for a count of turns that have read one. Names what looks for new files in a loop that sleeps
    between: one process may see a file before the others do.

    ## Why

    What can't be read by one process may be read by the others, and each has other samples. One takes a step fewer, and
    the others wait for it for ever.

    ## When it is not offered

    The error ends the training (it is raised again, or the program is left), or it is the end of the data. The condition
    is on the number of samples in a batch: all processes have batches of the same sizes. The loop is around a `fit` whose
    own data are divided: all processes read the same in its turns.

    ## Edit safety

    Nothing is edited; the script is not converted until the steps do not depend on what fails.
    """

    family = LOOP_RESTRICTIONS
    code, name = "HVD308", "step-skipped"
    title = "Leave out what can't be read or used before the training begins"
    untouched = [
        """\
import pandas as pd
import tensorflow as tf
for name, group in pd.read_csv("all.csv").groupby("name"):
    if name == "total":
        continue
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(group[["x"]].values, group["y"].values)
""",
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.range(64).map(lambda x: ([x], [x])).batch(8)
for step, (x, y) in enumerate(data):
    if len(x) < 8 or step == 3:
        continue
    model.train_on_batch(x, y)
""",
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
batches = iter(tf.data.Dataset.range(8).map(lambda x: ([x], [x])).batch(2))
for step in range(100):
    try:
        x, y = next(batches)
    except StopIteration:
        break
    model.train_on_batch(x, y)
""",
        """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for x in np.load("samples.npy"):
    for turn in range(3):
        model.train_on_batch(x[None], x[None, :1])
""",
    ]
    refused = [
        Refused(
            """\
import glob
import time
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
seen = set()
while len(seen) < 50:
    for path in sorted(glob.glob("incoming/*.npz")):
        if path not in seen:
            seen.add(path)
            data = np.load(path)
            model.fit(data["x"], data["y"])
    time.sleep(10)
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for name in ["a.npy", "b.npy"]:
    try:
        batch = np.load(name)
    except IOError:
        continue
    model.train_on_batch(batch, batch[:, :1])
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf

def batches(samples, size):
    for at in range(0, len(samples), size):
        yield samples[at:at + size]

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for batch in batches(np.load("samples.npy"), 32):
    if batch.shape[0] != 32:
        continue
    model.train_on_batch(batch, batch[:, :1])
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
samples = np.load("samples.npy")
data = tf.data.Dataset.from_tensor_slices((samples, np.arange(len(samples)))).repeat().batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
epoch = 0
for x, place in data:
    model.train_on_batch(x, x[:, :1])
    if place[-1] == len(samples) - 1:
        epoch += 1
    if epoch == 10:
        break
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
images, masks = np.load("images.npy"), np.load("masks.npy")
for image, mask in zip(images, masks):
    if not mask.any():
        continue
    model.train_on_batch(image[None], mask[None])
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
bags = np.load("bags.npy", allow_pickle=True)
for i in range(len(bags) // 8):
    chosen = bags[i * 8:(i + 1) * 8]
    rows = 0
    for bag in chosen:
        rows += len(bag)
    if rows > 1500:
        continue
    samples = np.concatenate(chosen)
    model.train_on_batch(samples, samples[:, :1])
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.range(64).map(lambda x: ([x], [x])).batch(8)
for x, y in data:
    if tf.reduce_sum(y) > 0:
        model.train_on_batch(x, y)
""",
            because="HVD308",
        ),
        Refused(
            """\
import numpy as np
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for session in np.load("sessions.npy", allow_pickle=True):
    for at in range(0, len(session), 8):
        model.train_on_batch(session[at:at + 8], session[at:at + 8, :1])
""",
            because="HVD308",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the handlers of errors, and conditions on samples, in the loop around each training step."""
        seen: set[ast.AST] = set()
        for training in script.trainings:
            for step in training.step_calls:
                alike = divides_itself(script, training, step)
                for chain in step_chains(script, training, step):
                    for document, node, message, suggestion in _uneven(script, training, step, chain, alike):
                        if node not in seen:
                            seen.add(node)
                            yield self._finding(training, step, (document, node), message, suggestion)

    def _finding(
        self, training: Training, step: Call, at: tuple[Document, ast.AST], message: str, suggestion: str
    ) -> Finding:
        document, node = at
        here = step.document is document
        return Finding(
            self,
            Status.REFUSED,
            document,
            document.span(node),
            message,
            suggestion,
            related=(Related(document, document.span(step.node), "this is the step"),) if here else (),
            training=training,
            step="HVD109",
            blocks=True,
        )


def _uneven(
    script: Script, training: Training, step: Call, chain: Chain, alike: bool
) -> Iterator[tuple[Document, ast.AST, str, str]]:
    """Yield what lets one process take fewer steps than the others, with the message and the suggestion for it.

    `alike` says that all processes read the same in a turn.
    """
    for listing in _watching(script, chain):
        yield (
            listing.document,
            listing.node,
            f"{listing.document.quote(listing.node)} looks for files that appear while it waits: one process may see a "
            "file before the others, and they wait for one another for ever",
            "let rank 0 say for all which files there are, by hvd.broadcast_object(…, root_rank=0)",
        )
    place = driving(script, chain)
    if place is not None:
        for test in _left_out(script, place, step, alike):
            yield (
                place.document,
                test,
                f"{place.document.quote(test)} leaves out a step of {training.label} by what a process alone has read, "
                "and the others wait for it",
                "leave these samples out before the loop, so that all processes take equally many steps",
            )
        for document, test in () if alike else _left_for_samples(script, chain, place, step):
            yield (
                document,
                test,
                f"{document.quote(test)} depends on what came with a batch, which one process alone has read: it leaves the "
                "loop, and the others wait for it for ever",
                "count the steps of the loop, or its turns over the data, without looking into the batches",
            )
        for document, head in _of_other_lengths(script, chain, place, alike):
            yield (
                document,
                head,
                f"{document.quote(head)} takes as many steps of {training.label} as the samples of a process have, and "
                "the others take more, or wait for it for ever",
                "put the samples of all these loops into one array before, and train on that batch by batch",
            )
    for handler in _skipping(script, chain[0].document, chain[0].node) if chain else ():
        yield (
            chain[0].document,
            handler.type or handler,
            f"a process in which this fails passes over a step of {training.label}, and the others wait for ever",
            "leave out what fails before the loop, or let the error end the program",
        )


def _watching(script: Script, chain: Chain) -> Iterator[Call]:
    """Yield the calls that list files again and again, in a loop around a step that sleeps between."""
    for place in chain:
        inside = set(place.document.within(place.node)) if isinstance(place.node, ast.While) else set()
        if any(call.node in inside for call in script.calls_to("time.sleep")):
            found = (call for call in script.calls if call.node in inside and call.names and call.names <= LISTINGS)
            yield from (call for call in found if not _is_broadcast(script, call))


def _is_broadcast(script: Script, call: Call) -> bool:
    """Say whether what a call gives goes into an operation of Horovod's."""
    around = (script.call(each) for each in call.document.ancestors(call.node) if isinstance(each, ast.Call))
    return any(name.startswith("horovod.") for each in around if each is not None for name in each.names)


def _left_out(script: Script, place: LoopAt, step: Call, alike: bool) -> Iterator[ast.expr]:
    """Yield the tests in a loop that leave out a step by what the turn has read, or by chance.

    `alike` says that all processes read the same in a turn.
    """
    document = place.document
    names = names_of_samples(script, place)
    kinds = {feed.kind for feed in feeds_of(script, place)}
    taken = next((node for node in document.within(place.node) if _reaches(script, node, {step.node})), None)
    if taken is None or not names:
        return
    for node in document.within(place.node):
        if not isinstance(node, ast.If) or document.scope(node) is not document.scope(place.node):
            continue  # another function's
        passes = _goes_on(document, node, place) and document.span(node).end <= document.span(taken).start
        around = any(taken in document.within(each) for each in node.body) and not any(
            _reaches(script, each, {step.node}) for other in node.orelse for each in document.within(other)
        )
        if not (passes or around) or is_agreed(script, place, node.test):
            continue
        decided = deciding_call(script, place, node.test) is not None  # around a step rank 0 can decide for all
        by_samples = (
            not alike and names_in(node.test) & names and (_sizes_differ(kinds) or not _is_about_size(node.test, names))
        )
        if (passes and (by_samples or decided)) or (around and by_samples and not decided):
            yield node.test


def _left_for_samples(script: Script, chain: Chain, place: LoopAt, step: Call) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the tests by which loops around a step are left for a part of what their turns read, or for a count of such.

    Rank 0 decides for all where a call tells that part, but what counts it has no limit that could be divided.
    """
    parts = _parts_of_samples(script, place, step)
    flagged, counting = _set_by(script, place, parts)
    for loop in dict.fromkeys((place, *dropwhile(lambda each: each.node is not place.node, chain))):
        if loop.document is not place.document:
            return
        differ = _sizes_differ({feed.kind for feed in feeds_of(script, place)})
        tests = [loop.node.test] if isinstance(loop.node, ast.While) else []
        for test in dict.fromkeys((*tests, *(each.test for around in exits(loop) for each in around))):
            read = _texts_in(test)
            told = bool(read & parts) and (differ or not _is_about_size(test, parts))
            alone = (told or bool(read & flagged)) and deciding_call(script, loop, test) is None
            if (alone or read & counting) and not is_agreed(script, loop, test):
                yield loop.document, test


def _parts_of_samples(script: Script, place: LoopAt, step: Call) -> frozenset[str]:
    """Give the names and attributes that stand for parts of what the turns of a loop read, not for what a model makes of it."""
    document, differ = place.document, _sizes_differ({feed.kind for feed in feeds_of(script, place)})
    found: set[str] = set()
    if isinstance(place.node, ast.For) and not any(feed.kind is Kind.RANGE for feed in feeds_of(script, place)):
        found = names_in(place.node.target) - counters(script, place)
    assigned = list(script.def_use.assigned_in(document, place.node, (ast.Assign,)))
    fed = {name for argument in step.arguments for name in names_in(argument)}
    runs = {run.node for training in script.trainings for run in training.runs}
    for each in assigned:
        if _draws_batch(script, each.value) and each.value not in runs:
            together = {ast.unparse(other.target) for other in assigned if other.value is each.value}
            found |= together if fed & together or not _is_run(each.value) else set()
    for each in assigned:  # a batch that is fed by its parts: `item = sess.run(batch)`, `{x: item[0]}`
        if ast.unparse(each.target) in fed and _is_run(each.value) and each.value not in runs:
            found.add(ast.unparse(each.target))
    grown = True
    while grown:
        more = {
            ast.unparse(each.target)
            for each in assigned
            if _texts_in(each.value) & found
            and (differ or not _is_about_size(each.value, frozenset(found)))
            and not any(_computes(script, call) for call in ast.walk(each.value) if isinstance(call, ast.Call))
        }
        grown = not more <= found
        found |= more
    return frozenset(found)


def _set_by(script: Script, place: LoopAt, parts: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Give what a loop sets under conditions on some names, and what of it counts how often they held."""
    document = place.document
    flagged, counting = set(), set()
    for each in script.def_use.assigned_in(document, place.node, (ast.Assign, ast.AugAssign)):
        around = takewhile(lambda outer: outer is not place.node, document.ancestors(each.target))
        tests = [outer.test for outer in around if isinstance(outer, ast.If)]
        by_samples = any(_texts_in(test) & parts and not _is_about_size(test, parts) for test in tests)
        target = ast.unparse(each.target)
        if by_samples and target not in parts:
            flagged.add(target)
            if isinstance(each.by, ast.AugAssign) or target in _texts_in(each.value):
                counting.add(target)
    return frozenset(flagged), frozenset(counting)


def _texts_in(node: ast.AST) -> set[str]:
    """Give the names and attributes that an expression reads, as texts."""
    return {ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute)}


def _draws_batch(script: Script, value: ast.expr) -> bool:
    """Say whether a value is the next of what an iterator gives, or what a session fetches."""
    call = script.call(value)
    return call is not None and (
        "builtins.next" in call.names or call.attribute in ("get_next", "next") or _is_run(value)
    )


def _is_run(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "run"


def _computes(script: Script, node: ast.Call) -> bool:
    """Say whether a call is one of a model, of a session or of the project, that computes something of samples."""
    call = script.call(node)
    models = any(script.instances(node.func, role) for role in ("model", "layer"))
    return models or (call is not None and bool(call.receivers or call.functions)) or _is_run(node)


def _of_other_lengths(script: Script, chain: Chain, place: LoopAt, alike: bool) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the heads of loops around a step, within the one that is divided, that run as long as what its turn has read.

    `alike` says that all processes read the same in a turn.
    """
    names = names_of_samples(script, place)
    differ = _sizes_differ({feed.kind for feed in feeds_of(script, place)})
    inside = set(place.document.within(place.node))
    inner = takewhile(lambda each: each.node is not place.node, chain)
    for loop in inner if names and not alike else ():
        head = loop.node.test if isinstance(loop.node, ast.While) else loop.node.iter
        if loop.node in inside:
            by_samples = bool(names_in(head) & names) and (differ or not _is_about_size(head, names))
        else:  # in a function that the loop calls
            read = script.slices.of(loop.document, head).nodes & inside
            by_samples = differ and any(isinstance(each, ast.Name) and each.id in names for each in read)
        if by_samples and not _is_over_optimizers(script, head) and not is_agreed(script, loop, head):
            yield loop.document, head


def _is_over_optimizers(script: Script, head: ast.expr) -> bool:
    """Say whether a loop runs over a list of optimizers, beside what each of them is given: as long in all processes."""
    call = script.call(head)
    beside = call.node.args if call is not None and "builtins.zip" in call.names else [head]

    def is_list(value: Value) -> bool:
        held = script.elements(value)
        return bool(held) and all(script.role_of(each) == "optimizer" for each in held)

    return any(script.must_be(each, is_list) for each in beside)


def _sizes_differ(kinds: set[Kind]) -> bool:
    """Say whether what a turn reads may have another size in each process: single samples, or batches dealt out."""
    return kinds <= _ITEMS or bool(kinds & _DEALT)


def _goes_on(document: Document, condition: ast.If, place: LoopAt) -> bool:
    """Say whether a loop goes on with its next turn under a condition."""
    found = (
        each for statement in condition.body for each in document.within(statement) if isinstance(each, ast.Continue)
    )
    loops = (next(outer for outer in document.ancestors(each) if isinstance(outer, Loop)) for each in found)
    return any(loop is place.node for loop in loops)


def _is_about_size(test: ast.expr, names: frozenset[str]) -> bool:
    """Say whether a test reads samples only for how many they are: all processes have batches of the same sizes."""
    sizes = [each for each in ast.walk(test) if _is_size(each)]
    counted = {id(name) for size in sizes for name in ast.walk(size)}
    read = (each for each in ast.walk(test) if isinstance(each, ast.Name | ast.Attribute))
    return all(id(each) in counted for each in read if ast.unparse(each) in names)


def _is_size(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Name("len"), [_]) | ast.Attribute(attr="shape" | "size"):
            return True
    return False


def _skipping(script: Script, document: Document, loop: Loop) -> Iterator[ast.ExceptHandler]:
    """Yield the handlers in a loop that neither end the program nor catch what ends the training everywhere."""
    for node in ast.walk(loop):
        if isinstance(node, ast.ExceptHandler) and document.scope(node) is document.scope(loop):
            inner = next((each for each in document.ancestors(node) if isinstance(each, Loop)), None)
            if inner is loop and not caught_names(node) <= _ENDS and _passes_over(script, document, node, loop):
                yield node


def _passes_over(script: Script, document: Document, handler: ast.ExceptHandler, loop: Loop) -> bool:
    """Say whether the turn goes on, or the loop, without the step: it stands in the `try`, or `continue` leaves it out."""
    if any(isinstance(each, ast.Raise) or is_exit(each) for each in ast.walk(handler)):
        return False
    if any(isinstance(each, ast.Continue | ast.Break | ast.Return) for each in ast.walk(handler)):
        return True
    tried = document.parent(handler)
    steps = {step.node for training in script.trainings for step in training.step_calls}
    return isinstance(tried, ast.Try) and any(
        _reaches(script, node, steps) for each in tried.body for node in ast.walk(each)
    )


def _reaches(script: Script, node: ast.AST, steps: set[ast.Call]) -> bool:
    """Say whether a node is a step, or calls a function of the project that takes one."""
    if node in steps:
        return True
    call = script.call(node)
    bodies = [function.site.node for function in call.functions] if call is not None else []
    return any(inner in steps for body in bodies for inner in ast.walk(body))

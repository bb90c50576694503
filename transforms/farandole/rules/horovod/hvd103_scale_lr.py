"""Step 3: the learning rate grows with the number of processes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from itertools import islice

from farandole.analysis.points_to.values import Bound, Instance, Library
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import is_size
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import run_by_hand
from farandole.frameworks.tensorflow.optimizer_steps import METHODS, optimizer_arguments
from farandole.frameworks.tensorflow.optimizers import innermost, optimizers, others, unfollowed
from farandole.frameworks.tensorflow.tallies import runs_each_step
from farandole.frameworks.tensorflow.training import COMPILE, Pattern, Training, applying, minimizing_apart
from farandole.options import LearningRateScaling, Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.division.compounded import is_of_steps
from farandole.rules.horovod.graphs import named
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.hvd104_wrap import AverageGradients
from farandole.rules.horovod.models import identifiers
from farandole.rules.horovod.names import horovod
from farandole.rules.horovod.rates.assigned import assigned, factors, unless_read
from farandole.rules.horovod.rates.bounds import bounds, given_bounds
from farandole.rules.horovod.rates.callbacks import of_callback
from farandole.rules.horovod.rates.places import (
    Form,
    Hidden,
    Place,
    configured_rate,
    is_scaled,
    of_optimizer,
    scaled,
)
from farandole.rules.horovod.restrictions.hvd221_rate_hidden import rate_by_own_steps, rate_hidden
from farandole.rules.horovod.restrictions.hvd237_before_init import in_time
from farandole.rules.horovod.scaling import factor
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet


class ScaleLearningRate(Rule):
    """Scale the learning rate with the number of processes.

    ## What it does

    Multiplies the learning rate by `hvd.size()` where it is given: the argument of an optimizer, the rates of a
    schedule (each value of a piecewise one, and what the `__call__` of a project's own schedule returns), the function
    of a `LearningRateScheduler`, and rates that are assigned to an optimizer during training. What a script
    computes from the rate that an optimizer has stays, and the numbers beside it grow with it: floors and ends, as in
    `max(rate * 0.9, 1e-5)` and `min_lr`, and thresholds. An optimizer without a rate, or given to `compile` by name,
    has its default rate written out; where older versions of its library, which the file may be for, had another
    default, a function scales the rate that the optimizer has when it is made.

    The option `learning-rate-scaling` chooses `linear` (the default), `sqrt` (`hvd.size() ** 0.5`) or `none`. With
    `data = "none"` each process does all of the work and the rate stays as it is.

    ## Why

    N processes together take one step on N batches. The larger batch has a less noisy gradient, and an epoch has fewer
    steps, so the rate is scaled to keep the progress of an epoch.

    ## When it is not offered

    The rate is computed from `hvd.size()` already, or a schedule derives it from the rate before. A rate that
    `*arguments` of an optimizer of TensorFlow 1, or a schedule among its `**arguments`, may hide is reported (HVD221) and the
    rest is still converted. One among `**arguments` is scaled there, or one of Keras when it is made, and is offered for
    confirmation unless it is seen: the rate must be a number.

    ## Edit safety

    Safe: `hvd.size()` is 1 at one process. With many processes a rate that was tuned at its limit may want a warm-up.
    """

    family = STEPS
    code, name = "HVD103", "learning-rate-not-scaled"
    title = "Scale the learning rate by hvd.size()"
    after = (InitHorovod,)
    sound_with = (AverageGradients,)
    examples = [
        Example(
            before="""\
import tensorflow as tf
from tensorflow.keras.optimizers import Adam as A
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
base = 0.01
optimizer = A(base if model else 0.1, beta_1=0.8)
model.compile(optimizer=optimizer, loss="mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
import tensorflow as tf
from tensorflow.keras.optimizers import Adam as A
import horovod.tensorflow.keras as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
base = 0.01
optimizer = A((base if model else 0.1) * hvd.size(), beta_1=0.8)
model.compile(optimizer=optimizer, loss="mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        ),
        Example(
            before="""\
import tensorflow as tf
schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay([10, 20], [0.1, 0.01, 0.001])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(schedule), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
schedule = tf.keras.optimizers.schedules.PiecewiseConstantDecay(
    [10, 20], [0.1 * hvd.size() ** 0.5, 0.01 * hvd.size() ** 0.5, 0.001 * hvd.size() ** 0.5]
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(schedule), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            options={"learning-rate-scaling": "sqrt"},
        ),
        Example(
            before="""\
from tensorflow import keras
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.RMSprop(), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64, callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1))])
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.RMSprop(learning_rate=0.001 * hvd.size()), "mse")
model.fit(
    [[1.0]] * 64,
    [[2.0]] * 64,
    callbacks=[keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1) * hvd.size())],
)
""",
        ),
    ]
    untouched = [
        """\
import tensorflow as tf
optimizer = tf.keras.optimizers.Adam(0.01)
""",
        """\
import tensorflow as tf
import horovod.tensorflow.keras as hvd
rate = 0.01 * hvd.size()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(rate), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the learning rates of each training that do not grow with the number of processes."""
        if options.rate_scaling is LearningRateScaling.NONE or not script.trainings:
            return
        found = list(self._rates(script, options))
        yield from found
        if any(each.status is Status.MISSING for each in found):
            inner = (each for document in script.documents for each in bounds(script, document))
            for place in dict.fromkeys((*inner, *given_bounds(script))):
                yield in_time(script, self._finding(script, script.trainings[-1], place, options))

    def _rates(self, script: Script, options: Options) -> Iterator[Finding]:
        for training in script.trainings:
            for optimizer in training.optimizers:
                for inner in innermost(script, optimizer):
                    for place in of_optimizer(script, inner):
                        yield in_time(script, self._finding(script, training, unless_read(script, place), options))
            yield from self._named(script, training, options)
            yield from self._named_in_graph(script, training, options)
            for step in (*training.steps, *training.train_ops, *applying(script, training)):
                if step.attribute in METHODS and step.receiver is not None:
                    reason = unfollowed(script, step.receiver) or _untold(script, step.receiver)
                    reason = reason or _never_given(script, training, step)
                    if reason:
                        yield self._hidden(training, Hidden(step.document, step.receiver, reason))
        last = script.trainings[-1]
        for creation in script.calls_with("sets-rate"):
            for place in of_callback(script, creation):
                yield in_time(script, self._finding(script, last, place, options))
        for document in script.documents:
            for rate in assigned(script, document):
                yield in_time(script, self._finding(script, last, rate, options))
            yield from self._compounded(script, document)
        yield from self._run_by_hand(script)

    def _compounded(self, script: Script, document: Document) -> Iterator[Finding]:
        """Find the rates that each step computes from the one before it, by no factor."""
        for rate, by in factors(script, document):
            for training in script.trainings if by is None else ():
                if is_of_steps(script, training, document, rate):
                    reason = "each step computes it from the one before, and a process takes a part of the steps"
                    yield self._hidden(training, Hidden(document, rate, reason))

    def _run_by_hand(self, script: Script) -> Iterator[Finding]:
        """Find the callbacks that a script itself lets set the rate of each step, by the number of that."""
        setting = {creation.node for creation in script.calls_with("sets-rate")}
        for call in script.calls if setting else ():
            run = [each for each in run_by_hand(script, call) if each.node in setting]
            if not run or _is_of_all(script, call):
                continue
            trained = (each for each in script.trainings if runs_each_step(script, each, call.document, call.node))
            for training in islice(trained, 1):
                refusal = rate_by_own_steps(training, run[0].attribute)
                yield refusal.finding(self.code, call.document, call.node, training)

    def _named(self, script: Script, training: Training, options: Options) -> Iterator[Finding]:
        """Find the optimizers that `compile` gets by name, configuration or default."""
        for compiled in _compiled(script, training):
            argument = compiled.argument("optimizer")
            if optimizers(script, argument) and not others(script, argument):
                continue
            entry = identifiers.optimizer_class(script, compiled)
            rate = configured_rate(argument)
            span = compiled.document.span(argument if argument is not None else compiled.node)
            unknown = entry is None and rate is None
            made = unknown and identifiers.is_given_or_made(script, compiled)
            if unknown and not made and not identifiers.is_given(script, compiled):
                if argument is not None:
                    reason = unfollowed(script, argument) or "its optimizer is not known here"
                    yield self._hidden(training, Hidden(compiled.document, argument, reason))
                continue
            yield Finding(
                self,
                Status.MISSING,
                compiled.document,
                span,
                f"the learning rate of {training.label} does not grow with the number of processes",
                "write the optimizer out and multiply its learning rate by hvd.size()",
                training=training,
                confirm=identifiers.doubt(script, compiled) if unknown and not made else "",
                fix=partial(identifiers.fix, script, compiled, options, wrapped=not training.gradients),
            )

    def _named_in_graph(self, script: Script, training: Training, options: Options) -> Iterator[Finding]:
        """Find the optimizers that a function of TensorFlow 1 creates by their names, at a rate that it is given."""
        for step in training.train_ops:
            for optimizer in optimizer_arguments(step):
                if named.creates(script, step, optimizer):
                    yield Finding(
                        self,
                        Status.MISSING,
                        step.document,
                        step.document.span(optimizer),
                        f"the learning rate of {training.label} does not grow with the number of processes",
                        "create the optimizer at the rate multiplied by hvd.size()",
                        training=training,
                        fix=partial(named.fix, script, step, optimizer, options),
                    )

    def _finding(self, script: Script, training: Training, place: Place | Hidden, options: Options) -> Finding:
        if isinstance(place, Hidden):
            return self._hidden(training, place)
        span = place.document.span(place.node)
        if is_scaled(script, place):
            message = "the learning rate grows with the number of processes"
            return Finding(self, Status.DONE, place.document, span, message, training=training)
        text = place.default if place.form is Form.MISSING else place.document.segment(place.node)
        return Finding(
            self,
            Status.MISSING,
            place.document,
            span,
            f"the learning rate `{text}` of {training.label} does not grow with the number of processes",
            "multiply it by hvd.size()",
            training=training,
            confirm=place.doubt,
            fix=partial(_fix, script, place, options),
        )

    def _hidden(self, training: Training, hidden: Hidden) -> Finding:
        return rate_hidden(training, hidden.reason).finding(self.code, hidden.document, hidden.node, training)


def _untold(script: Script, optimizer: ast.expr) -> str:
    """Say which call of a library that is read gives an optimizer without telling which; an empty text if none does."""
    made = (script.creation(each) for each in script.values(optimizer) if isinstance(each, Instance))
    call = next((call for call in made if call is not None and call.entry is None and not call.functions), None)
    return f"it is not told which optimizer {call.document.quote(call.node)} gives" if call is not None else ""


def _never_given(script: Script, training: Training, step: Call) -> str:
    """Say that a model takes a step by an optimizer of its own, which nothing is seen to give it; else an empty text."""
    assert step.receiver is not None
    held = (each.member for each in script.values(step.receiver) if isinstance(each, Bound))
    of_model = any(isinstance(member, Library) and member.name.endswith(".optimizer") for member in held)
    if training.pattern is not Pattern.GRADIENT_TAPE or not of_model or _compiled(script, training):
        return ""
    return f"no call is seen that gives `{step.document.segment(step.receiver)}`"


def _is_of_all(script: Script, call: Call) -> bool:
    """Say whether a call is given a number that is computed from that of the processes."""
    given = (node for each in call.arguments for node in script.slices.of(call.document, each))
    return any(is_size(script.call(node)) for node in given)


def _compiled(script: Script, training: Training) -> tuple[Call, ...]:
    """Give the calls of `compile` whose optimizers take the steps of a training.

    Those of a `train_step` or a loop that applies its gradients itself are taken by the model's, or by another one.
    """
    apart = training.gradients or minimizing_apart(script, training)
    if training.pattern is Pattern.KERAS and not apart:
        return training.compiles
    by_tape = training.pattern is Pattern.GRADIENT_TAPE
    applied = training.steps if by_tape else (*applying(script, training), *training.minimizes)
    methods = [call.node.func for call in applied]
    owners = [method.value for method in methods if isinstance(method, ast.Attribute)]
    held = [each.value for each in owners if isinstance(each, ast.Attribute) and each.attr == "optimizer"]
    if training.pattern is Pattern.KERAS:
        return tuple(call for call in training.compiles if not _is_replaced(call)) if held else ()
    models = {value for each in held for value in script.values(each)}
    return tuple(call for call in script.calls_to(COMPILE) if not models.isdisjoint(call.receivers))


def _is_replaced(compiled: Call) -> bool:
    """Say whether a statement below a `compile` gives the model another optimizer than that of the call."""
    statement = compiled.document.statement(compiled.node)
    block = compiled.document.block(statement)
    return any(
        isinstance(target, ast.Attribute) and target.attr == "optimizer"
        for each in block[block.index(statement) + 1 :]
        if isinstance(each, ast.Assign)
        for target in each.targets
    )


def _fix(script: Script, place: Place, options: Options) -> EditSet:
    hvd = horovod(script, place.document)
    return EditSet.of(place.document, [*hvd.edits, *scaled(script, place, factor(hvd.text, options))])

"""Step 9: all processes take the steps of a training, and leave its loops, together."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from farandole.analysis.augmented import augmented
from farandole.analysis.call_order import run_by
from farandole.analysis.loops import all_loops
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import (
    Condition,
    choosing_calls,
    deciding_conditions,
    drawn_counts,
    measured_choices,
    measured_conditions,
    measured_counts,
    measured_value,
    measuring_call,
)
from farandole.frameworks.horovod.own_state import numbers_chosen, weights_given, weights_given_back
from farandole.frameworks.horovod.rate_changes import fed_rates, new_rate, rate_changes
from farandole.frameworks.horovod.resumption import ResumedStart, found_alone, resumed_rates, resumed_starts
from farandole.frameworks.horovod.settings import MeasuredSetting, Role, filtered_by_models
from farandole.frameworks.samples import DATA, feeds_of
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.batch_methods import own_train_steps
from farandole.frameworks.tensorflow.callbacks import endings, is_in_callback, said_to_stop
from farandole.frameworks.tensorflow.session_runs import chosen_ops, ops_picked, without_step
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.division.seeds import chooses, edits_drawing_in_common, is_drawn_in_common, module_of
from farandole.rules.horovod.graphs.decisions import EAGERLY, agreed_start, decide, may_decide
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.models.terminating import agreed_edits, can_agree, is_agreed, terminating
from farandole.rules.horovod.names import Name, horovod, horovod_tensorflow
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.hvd237_before_init import in_time
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import (
    count_drawn,
    count_measured,
    decided_alone,
    is_known,
    left_alone,
    rate_decided_alone,
    rate_found_alone,
    setting_measured,
    weights_kept_alone,
)
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Example, Finding, Refused, Rule, Status
from farandole.source import Document, EditSet, layout
from farandole.source.binding import names_in


@dataclass(frozen=True)
class _Decided:
    """What a condition decides in each process: how a message says it, and what refuses it where none decides for all."""

    said: str
    refusal: Callable[[str], Refusal]


_FINITE = frozenset(
    {f"{module}.{name}" for module in ("math", "numpy") for name in ("isfinite", "isinf", "isnan")}
    | {f"tensorflow.{module}is_{name}" for module in ("", "math.") for name in ("finite", "inf", "nan")}
)
"""Functions that ask whether a number is finite, or one at all."""

_GOES_ON = _Decided("whether it goes on, and the others wait for it for ever", decided_alone)
_CHOOSES_STEP = _Decided("which step it takes, and the others, in another one, wait for it for ever", decided_alone)
_CHANGES_RATE = _Decided(
    "whether it changes the learning rate, and its variables are others from then on", rate_decided_alone
)
_CHANGES_LOSS = _Decided(
    "what it computes its loss with from then on, and the others minimize another", rate_decided_alone
)
_KEEPS_WEIGHTS = _Decided(
    "which weights it keeps, and its variables are others once it has taken them back", weights_kept_alone
)
_GIVES_WEIGHTS = _Decided(
    "whether it gives its model other weights, and its variables are others from then on", weights_kept_alone
)


class StepTogether(Rule):
    """Take the steps of a training in all processes, and leave its loops together.

    ## What it does

    Lets rank 0 decide for all where a training loop is left by a `break` or `return`, or goes on by a `while`, or where
    a training step is taken by an `if`, under a condition that may differ from process to process:
    `if loss < 0.01: break` becomes `if hvd.broadcast(bool(loss < 0.01), root_rank=0): break`. In a plain session an op is
    made for that before the loop, and run with the condition. So it decides where a callback of the project ends the
    training by what its process has measured, and where the learning rate, or a number that the loss is computed with, is
    changed under such a condition, also in a function that is handed what decides: processes with rates and losses of
    their own would drift apart. The same holds where the model that is trained gets other weights, and for a
    condition that chooses by a metric what a later model is made by, or which model is trained on, in a search of
    settings, and for a number of epochs that is computed from one. Where a `fit` is given samples that are picked by what
    a model predicts, as with pseudo-labels, all take the predictions of rank 0. Models and settings that are ordered or picked by
    what each process measures, a rate that is computed from that, or by a checkpoint that each host looks for itself,
    are refused with HVD303. Which of several train ops a session runs, as for samples of about one length, all processes draw
    alike where chance tells it and the samples are drawn besides. Where a loop goes on from a checkpoint, or where a file tells that the script writes itself, or
    a `fit` begins in the epoch after it, rank 0 says where, and so it says how many turns are left: other hosts have none.
    A condition depends
    on the process when something that the loop computes goes into it, such as a loss, a metric, the time or a random
    number. A loop is left by the end of the program, too, also in a function that it runs, and by an exception that is
    caught behind it. Whether a loss is finite, or a number, `if np.isnan(loss):`, the mean over all processes tells:
    `if np.isnan(hvd.allreduce(loss)):`.

    ## Why

    In each step the processes wait for one another. Each sees losses of its own samples, and one that leaves its loop
    earlier, or passes over a step, leaves the others waiting for ever.

    ## When it is not offered

    The condition compares counters and settings only, or a function of Horovod takes part in it. In a monitored session,
    an Estimator, a `tf.function` or a `train_step` of a model's own, and in a `while` that goes on by what an unknown
    library gives (an environment that says when an episode is done), the script is refused with HVD303.

    ## Edit safety

    At one process the condition is the original's. Where an unknown library takes part in the decision, the edit is
    marked for confirmation: what this process found itself may be passed over.
    """

    family = STEPS
    code, name = "HVD109", "step-taken-alone"
    title = "Take steps and leave loops together"
    after = (InitHorovod,)
    examples = [
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
best, wait = 1e9, 0
for epoch in range(100):
    model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    loss = model.evaluate(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    if loss < best:
        best, wait = loss, 0
    else:
        wait += 1
    if wait > 3:
        break
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
best, wait = 1e9, 0
for epoch in range(100):
    model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    loss = model.evaluate(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    if loss < best:
        best, wait = loss, 0
    else:
        wait += 1
    if hvd.broadcast(bool(wait > 3), root_rank=0):
        break
""",
        ),
        Example(
            before="""\
import numpy as np
import tensorflow as tf
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, verbose=0)
errors = np.abs(model.predict(x, verbose=0)[:, 0] - y)
hard = np.where(errors > errors.mean())[0]
model.fit(x[hard], y[hard], verbose=0)
""",
            after="""\
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import horovod.tensorflow as hvd_tf

hvd.init()
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, verbose=0)
errors = np.abs(hvd_tf.broadcast_object(model.predict(x, verbose=0), root_rank=0)[:, 0] - y)
hard = np.where(errors > errors.mean())[0]
model.fit(x[hard], y[hard], verbose=0)
""",
        ),
    ]
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for step in range(100):
    model.train_on_batch(tf.ones([2, 1]), tf.ones([2, 1]))
    if step >= 50:
        break
"""
    ]
    refused = [
        Refused(
            """\
import gym
import tensorflow as tf
env = gym.make("CartPole-v1")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile("sgd", "mse")
state, done = env.reset(), False
while not done:
    state, reward, done, _ = env.step(0)
    model.train_on_batch(state[None], [[reward, reward]])
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
for epoch in range(100):
    history = model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    model.optimizer.learning_rate = 0.1 * history.history["loss"][-1]
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf

def build(width):
    model = tf.keras.Sequential([tf.keras.layers.Dense(width), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    return model

models = [build(width) for width in (16, 32, 64, 128)]
while len(models) > 1:
    losses = []
    for model in models:
        history = model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
        losses.append(history.history["loss"][-1])
    order = sorted(range(len(models)), key=lambda place: losses[place])
    models = [models[place] for place in order[: len(models) // 2]]
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf

losses = {}
for width in (16, 32, 64):
    model = tf.keras.Sequential([tf.keras.layers.Dense(width), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
    losses[width] = model.evaluate(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
best = min(losses, key=losses.get)
model = tf.keras.Sequential([tf.keras.layers.Dense(best), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(tf.ones([8, 1]), tf.ones([8, 1]), epochs=10, verbose=0)
""",
            because="HVD303",
        ),
        Refused(
            """\
import tensorflow as tf

class Member:
    def __init__(self, width):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(width), tf.keras.layers.Dense(1)])
        self.model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        self.width = width

    def train(self):
        self.model.fit(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)
        self.loss = self.model.evaluate(tf.ones([8, 1]), tf.ones([8, 1]), verbose=0)

population = [Member(width) for width in (8, 16, 24, 32)]
for generation in range(5):
    for member in population:
        member.train()
    population.sort(key=lambda member: member.loss)
    population = population[:2] + [Member(member.width + 1) for member in population[:2]]
""",
            because="HVD303",
        ),
        Refused(
            """\
import numpy as np
import tensorflow.compat.v1 as tf
data = np.load("data.npy")
x, rate = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32, [])
train = tf.train.AdamOptimizer(rate).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    checkpoint = tf.train.latest_checkpoint("model")
    if checkpoint:
        saver.restore(sess, checkpoint)
        step = int(checkpoint.split("-")[-1])
    first = step // 1000
    value = 0.1 * 0.5 ** (step // 10000)
    for epoch in range(first, 20):
        for _ in range(1000):
            sess.run(train, {x: data[np.random.choice(len(data), 32)], rate: value})
        saver.save(sess, "model/model", global_step=1000 * epoch)
""",
            because="HVD303",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the conditions by which one process may leave a training loop before the others."""
        seen: set[ast.expr] = set()
        agreed: list[ResumedStart] = []
        picking = {each.call.node for each in script.settings.measured if each.setting.role is Role.SAMPLES}
        for training in script.trainings:
            taken = (
                (*training.gradients, *training.steps) if training.gradients else training.minimizes or training.steps
            )
            for step in training.runs or taken:
                for condition in deciding_conditions(script, step.document, step.node):
                    if condition.test not in seen:
                        seen.add(condition.test)
                        decided = _CHOOSES_STEP if condition.chooses else _GOES_ON
                        yield in_time(script, self._finding(script, training, condition, decided))
                for resumed in resumed_starts(script, step):
                    agreed.append(resumed)
                    if resumed.start not in seen:
                        seen.add(resumed.start)
                        yield in_time(script, self._resumed(script, training, resumed))
                for drawn in drawn_counts(script, step):
                    if drawn.count not in seen:
                        seen.add(drawn.count)
                        yield count_drawn(drawn).finding(self.code, drawn.document, drawn.count, training)
                for measured in measured_counts(script, step):
                    if measured.count not in seen and measured.draw not in picking:
                        seen.add(measured.count)
                        yield count_measured(measured).finding(self.code, measured.document, measured.count, training)
            yield from self._within_own_steps(script, training, seen)
            yield from self._chosen_ops(script, training, seen)
            yield from self._rates(script, training, seen, agreed)
        yield from self._of_weights_given_back(script, seen)
        yield from self._of_losses(script, seen)
        yield from self._in_callbacks(script, seen)
        yield from self._terminating(script)
        yield from self._in_settings(script, seen)
        yield from self._filtered(script)

    def _within_own_steps(self, script: Script, training: Training, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the conditions by which a `train_step` of a model's own computes gradients, or others, by its own losses."""
        inside = (*training.gradients, *training.minimizes) if own_train_steps(script, training) else ()
        for step in inside:
            for condition in measured_choices(script, step.document, step.node):
                if condition.test not in seen:
                    seen.add(condition.test)
                    deciding = (script.home(condition.deciding) or condition.document).quote(condition.deciding)
                    message = f"each process decides by its own {deciding} {_CHOOSES_STEP.said}"
                    together = "choose by the number of the step, or by a mean of all: `mean = hvd.allreduce(loss)`"
                    refusal = replace(_CHOOSES_STEP.refusal(message), suggestion=together)
                    yield refusal.finding(self.code, condition.document, condition.test, training)

    def _rates(
        self, script: Script, training: Training, seen: set[ast.expr], agreed: list[ResumedStart]
    ) -> Iterator[Finding]:
        """Find the conditions by which a process changes a rate alone, and the rates that each computes by itself."""
        for resumed in resumed_rates(script, training):
            if not any((each.statement, each.name) == (resumed.statement, resumed.name) for each in agreed):
                agreed.append(resumed)
                seen.add(resumed.start)
                yield in_time(script, self._resumed(script, training, resumed))
        for document, node in rate_changes(script, training):
            found = measured_conditions if is_in_callback(script, document, node) else deciding_conditions
            for condition in found(script, document, node):
                if condition.test not in seen:
                    seen.add(condition.test)
                    yield in_time(script, self._finding(script, training, condition, _CHANGES_RATE))
            rate = new_rate(script, document, node)
            if rate is not None and rate not in seen:
                yield from self._measured(script, training, document, rate, seen)
                alone = node if isinstance(rate, ast.Dict) and isinstance(node, ast.expr) else rate  # one of those fed
                yield from self._found_alone(script, training, document, alone, agreed)
                seen.add(rate)
        for document, rate in fed_rates(script, training):
            if rate not in seen:
                seen.add(rate)
                yield from self._measured(script, training, document, rate, seen)

    def _of_weights_given_back(self, script: Script, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the conditions by which a process keeps weights that it gives back to a model later, or gives it some."""
        for training in script.trainings:
            for call in weights_given(script, training):
                for condition in deciding_conditions(script, call.document, call.node):
                    if condition.test not in seen and not _asks_for_rank(script, condition):
                        seen.add(condition.test)
                        yield in_time(script, self._finding(script, training, condition, _GIVES_WEIGHTS))
        for training in script.trainings[:1]:
            for call in weights_given_back(script):
                for condition in deciding_conditions(script, call.document, call.node):
                    if condition.test not in seen:
                        seen.add(condition.test)
                        yield in_time(script, self._finding(script, training, condition, _KEEPS_WEIGHTS))

    def _of_losses(self, script: Script, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the conditions by which a process changes what its losses are computed with, such as their weights."""
        for training in script.trainings[:1]:
            for document, statement in numbers_chosen(script):
                for condition in deciding_conditions(script, document, statement):
                    if condition.test not in seen:
                        seen.add(condition.test)
                        yield in_time(script, self._finding(script, training, condition, _CHANGES_LOSS))

    def _chosen_ops(self, script: Script, training: Training, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the conditions, and the places in lists, by which a process chooses the train op that its session runs."""
        for document, train_op in chosen_ops(script, training):
            for condition in deciding_conditions(script, document, train_op):
                if condition.test not in seen:
                    seen.add(condition.test)
                    yield in_time(script, self._finding(script, training, condition, _CHOOSES_STEP))
        for run, place in ops_picked(script, training):
            idle = frozenset(without_step(script, run, training.train_ops))
            deciding = [
                call
                for call in (choosing_calls(script, run.document, place, idle) if place not in seen else ())
                if not is_drawn_in_common(script, script.home(call) or run.document, call)
            ]
            if deciding:
                seen.add(place)
                yield in_time(script, self._picked_op(script, training, run.document, place, deciding))

    def _picked_op(
        self, script: Script, training: Training, document: Document, place: ast.expr, deciding: Sequence[ast.Call]
    ) -> Finding:
        """Give the finding where a process picks one of several train ops by what it alone has drawn, or knows."""
        quoted = (script.home(deciding[0]) or document).quote(deciding[0])
        message = f"each process decides by its own {quoted} {_CHOOSES_STEP.said}"
        draws = [call for call in map(script.call, deciding) if call is not None and module_of(call)]
        fed = [(run.document, node) for run in training.runs for node in run.arguments]
        made = (script.call(node) for where, given in fed for node in script.filling.made_of(where, [given]))
        choosing = any(call is not None and call not in draws and chooses(call) for call in made)
        if len(draws) < len(deciding) or not choosing:
            return decided_alone(message).finding(self.code, document, place, training)
        return Finding(
            self,
            Status.MISSING,
            document,
            document.span(place),
            message,
            "let all processes draw it alike",
            training=training,
            confirm=f"{quoted} must only choose the step: no sample is chosen by it alone, which all would train on",
            fix=partial(_common_edits, script, draws),
        )

    def _terminating(self, script: Script) -> Iterator[Finding]:
        """Find the callbacks that end the training of a process whose loss is no number."""
        made = dict.fromkeys(call for training in script.trainings for call in terminating(script, training))
        for call in made:
            span, agreed = call.document.span(call.node), is_agreed(script, call)
            if agreed or can_agree(script, call):
                yield Finding(
                    self,
                    Status.DONE if agreed else Status.MISSING,
                    call.document,
                    span,
                    f"`{call.attribute}` ends the training of a process by its own loss, and the others wait for ever",
                    "end it in all processes where the loss of one is no number",
                    training=script.trainings[0],
                    fix=None if agreed else partial(agreed_edits, script, call),
                )

    def _in_settings(self, script: Script, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the settings that each process chooses by what it has measured."""
        for measured in script.settings.measured:
            picks = measured.setting.role is Role.SAMPLES and measured.test is None
            decided = measured.call.node if picks else measured.decided
            if decided not in seen:
                seen.add(decided)
                yield in_time(script, (self._picked if picks else self._chosen)(script, measured))

    def _filtered(self, script: Script) -> Iterator[Finding]:
        """Find the datasets that are filtered by what a model computes, whose variables differ before the first step."""
        for call, model in dict(filtered_by_models(script, script.slices, script.trainings)).items():
            message = (
                f"{call.document.quote(call.node.func)} leaves out samples by what {model.document.quote(model.node)} gives "
                "each process: one with fewer samples takes fewer steps, and the others wait for it for ever"
            )
            yield setting_measured(message).finding(self.code, call.document, call.node, script.trainings[0])

    def _picked(self, script: Script, measured: MeasuredSetting) -> Finding:
        """Give the finding where the samples to train on are picked by what each process has measured."""
        call, training = measured.call, script.trainings[0]
        own = f"{call.document.quote(call.node)} gives each process its own, and {measured.setting.decides}"
        message = f"{own}: one with fewer samples takes fewer steps, and the others wait for it for ever"
        if not _is_eager(script) or call.attribute.startswith("fit") or _is_in_data(script, call):
            return setting_measured(message).finding(self.code, call.document, call.node, training)
        fix = partial(_object_edits, script, call)
        span = call.document.span(call.node)
        return Finding(
            self,
            Status.MISSING,
            call.document,
            span,
            message,
            "let rank 0 say it for all",
            training=training,
            fix=fix,
        )

    def _chosen(self, script: Script, measured: MeasuredSetting) -> Finding:
        """Give the finding where a setting is chosen by what each process has measured, or computed from it."""
        setting, decided, training = measured.setting, measured.decided, script.trainings[0]
        document = script.home(decided) or setting.document
        own = f"{measured.call.document.quote(measured.call.node)} gives each process its own, and {setting.decides}"
        message = f"{own}: processes that differ there wait for one another for ever"
        is_condition = measured.test is not None or setting.role is Role.CONDITION
        if (
            not _is_eager(script)
            or script.is_traced(document, decided)
            or not (is_condition or setting.role is Role.LENGTH)
        ):
            return setting_measured(message).finding(self.code, document, decided, training)
        fix = partial(_decided_edits if is_condition else _number_edits, script, document, decided)
        suggestion = "let rank 0 decide for all" if is_condition else "let rank 0 say it for all"
        span = document.span(decided)
        return Finding(self, Status.MISSING, document, span, message, suggestion, training=training, fix=fix)

    def _in_callbacks(self, script: Script, seen: set[ast.expr]) -> Iterator[Finding]:
        """Find the conditions by which a callback ends the training in one process alone."""
        for training in script.trainings[-1:]:
            for document, node in endings(script):
                told = said_to_stop(document, node) if isinstance(node, ast.expr) else None
                told_alone = measured_value(script, document, told) if told is not None else None
                conditions = measured_conditions(script, document, node)
                for condition in (*conditions, *filter(None, [told_alone])):
                    if condition.test not in seen:
                        seen.add(condition.test)
                        yield in_time(script, self._finding(script, training, condition))

    def _measured(
        self, script: Script, training: Training, document: Document, rate: ast.expr, agreed: set[ast.expr]
    ) -> Iterator[Finding]:
        """Yield a finding where a rate is computed from what each process measures."""
        measured = measuring_call(script, document, rate, agreed)
        if measured is not None:
            quoted = (script.home(measured) or document).quote(measured)
            own = f"each process computes a learning rate from its own {quoted}"
            message = f"{own}, and its variables are others from then on"
            yield rate_decided_alone(message).finding(self.code, document, rate, training)

    def _found_alone(
        self, script: Script, training: Training, document: Document, rate: ast.expr, agreed: list[ResumedStart]
    ) -> Iterator[Finding]:
        """Yield a finding where a rate is computed from the step of a checkpoint that each host looks for itself."""
        found = found_alone(script, document, rate, agreed)
        if found is not None:
            message = (
                f"each process computes the learning rate {document.quote(rate)} by the checkpoints of its own host: other "
                "hosts have none, and train at another rate"
            )
            yield rate_found_alone(message).finding(self.code, document, rate, training)

    def _resumed(self, script: Script, training: Training, resumed: ResumedStart) -> Finding:
        document, start = resumed.document, resumed.start
        does = "takes" if resumed.is_count else "goes on at"
        message = f"each process {does} {document.quote(start)}, by the files of its own host: other hosts have none"
        agreed = agreed_start(script, training, resumed)
        if not agreed:
            return decided_alone(message).finding(self.code, document, start, training)
        return Finding(
            self,
            Status.MISSING,
            document,
            document.span(start),
            message,
            f"let rank 0 say for all {'how much is left' if resumed.is_count else 'where the training goes on'}",
            training=training,
            fix=partial(_start_edits, script, resumed, agreed),
        )

    def _finding(
        self, script: Script, training: Training, condition: Condition, decided: _Decided = _GOES_ON
    ) -> Finding:
        document, test = condition.document, condition.test
        known = is_known(script, condition.deciding)
        deciding = (script.home(condition.deciding) or document).quote(condition.deciding)
        message = f"each process decides by its own {deciding} {decided.said}"
        found = Finding(
            self,
            Status.MISSING,
            document,
            document.span(test),
            message,
            "let rank 0 decide for all",
            training=training,
            confirm="" if known else f"rank 0 decides for all processes whether {document.quote(test)}",
            fix=partial(_decided_edits, script, document, test),
        )
        asked = _asked_whether_finite(script, test)
        if asked is not None and not _is_made_a_float(script, document, asked):
            mean = partial(_mean_edits, script, document, asked)
            found = replace(
                found,
                suggestion="let the mean over all processes decide, which is finite where all are",
                confirm="",
                fix=mean,
            )
        waits = _counts_some_turns(script, condition) and not _only_leaves(script, training, condition)
        if condition.chooses or condition.behind or waits:
            return decided.refusal(message).finding(self.code, document, test, training)
        alone = left_alone(script, condition)
        if not alone and may_decide(script, training, condition):
            return replace(found, fix=partial(decide, script, training, condition))
        if alone or training.pattern in GRAPHS or script.is_traced(document, test):
            return decided.refusal(message).finding(self.code, document, test, training)
        return found


def _asks_for_rank(script: Script, condition: Condition) -> bool:
    """Say whether a condition leaves something to one process, as weights that it sends to all then."""
    call = script.call(condition.deciding)
    return call is not None and call.attribute in ("rank", "local_rank") and not call.functions


def _counts_some_turns(script: Script, condition: Condition) -> bool:
    """Say whether a step waits for a number that a loop counts in some of its turns: how much a process has put together.

    Rank 0 can't say that for the others, which have more, or less.
    """
    document, test = condition.document, script.slices.bound_in_turn(condition.document, condition.test)
    if not isinstance(condition.holder, Loop) or not isinstance(test, ast.Compare):
        return False
    names = names_in(test)
    counted = (
        each
        for each in document.within(condition.holder, ast.Assign, ast.AugAssign)
        if (renewed := augmented(each)) is not None and names_in(renewed.target) & names
    )
    return any(_depends_on_items(script, document, condition.holder, each) for each in counted)


def _only_leaves(script: Script, training: Training, condition: Condition) -> bool:
    """Say whether a loop is left by a test, as where nothing got better for long, and no step waits for it."""
    document, branch = condition.document, condition.document.parent(condition.test)
    if not isinstance(branch, ast.If) or not isinstance(branch.body[-1], ast.Break | ast.Return):
        return False
    run = set(run_by(script, branch))
    steps = training.runs or training.gradients or training.minimizes or training.steps
    functions = {script.function(step.document, step.node) for step in steps}
    return run.isdisjoint(functions) and not any(document.contains(branch, step.node) for step in steps)


def _depends_on_items(script: Script, document: Document, loop: ast.AST, statement: ast.AST) -> bool:
    """Say whether a loop comes to a statement by a test that reads items, and by none of its own block."""
    for outer in document.ancestors(statement):
        if outer is loop:
            return False
        if isinstance(outer, ast.If) and any(
            isinstance(each, ast.Subscript | ast.Call)
            for each in ast.walk(script.slices.bound_in_turn(document, outer.test))
        ):
            return True
    return False


def _start_edits(script: Script, resumed: ResumedStart, agreed: str) -> EditSet:
    document, name = resumed.document, resumed.name
    if not name:
        return _number_edits(script, document, resumed.start)
    if resumed.is_item:
        hvd = horovod_tensorflow(script, document)
        line = f"{name} = {hvd.text}.broadcast_object({name}, root_rank=0)  # where rank 0 goes on"
        edits = (*hvd.edits, *layout.insert_before(document, resumed.statement, [line]))
        return EditSet.of(document, [replace(edit, once=True) for edit in edits])
    hvd = horovod(script, document) if agreed == EAGERLY else horovod_tensorflow(script, document)
    # a graph needs a name for what is no tensor
    named = "" if agreed == EAGERLY else f', name="{name.removeprefix("self.")}"'
    number = f"int({name})" if _may_be_of_numpy(script, resumed) else name
    given = agreed.format(broadcast=f"{hvd.text}.broadcast({number}, root_rank=0{named})")
    line = f"{name}.assign({given})" if resumed.is_variable else f"{name} = int({given})"
    lines = [f"{line}  # {'as many as rank 0 has left' if resumed.is_count else 'where rank 0 goes on'}"]
    edits = (*hvd.edits, *layout.insert_before(document, resumed.statement, lines))
    return EditSet.of(document, [replace(edit, once=True) for edit in edits])


def _may_be_of_numpy(script: Script, resumed: ResumedStart) -> bool:
    """Say whether a number may have a type of NumPy, which the number of a process that has found no files has not."""
    document, start = resumed.document, resumed.start
    if resumed.is_variable or not isinstance(start, ast.Name | ast.Attribute):
        return False
    given = (binding.value for binding in script.slices.assignments(document, start))
    calls = filter(None, map(script.call, given))
    return any(name.startswith("numpy.") for call in calls for name in call.names)


def _is_eager(script: Script) -> bool:
    return all(each.pattern not in (*GRAPHS, Pattern.SESSION) for each in script.trainings)


def _is_in_data(script: Script, call: Call) -> bool:
    """Say whether a call stands in a loop over data, of which each process has its own."""
    loops = all_loops(script, call.document, call.node)
    return any(feed.kind in DATA for place in loops for feed in feeds_of(script, place))


def _object_edits(script: Script, call: Call) -> EditSet:
    hvd = horovod_tensorflow(script, call.document)
    return _wrapped(hvd, call.document, call.node, f"{hvd.text}.broadcast_object(", ", root_rank=0)")


def _number_edits(script: Script, document: Document, number: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    return _wrapped(hvd, document, number, f"int({hvd.text}.broadcast(", ", root_rank=0))")


def _asked_whether_finite(script: Script, test: ast.expr) -> ast.expr | None:
    """Give the number of which a test asks no more than whether it is finite, or a number at all: a mean tells this of all."""
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            return _asked_whether_finite(script, inner)
        case ast.Call(_, [number], []):
            call = script.call(test)
            return number if call is not None and call.names and call.names <= _FINITE else None
    return None


def _is_made_a_float(script: Script, document: Document, number: ast.expr) -> bool:
    """Say whether a number is computed from a float of Python's, of which `hvd.allreduce` takes no mean."""
    calls = [each for each in script.slices.of(document, number) if isinstance(each, ast.Call)]
    return any(
        (isinstance(each.func, ast.Name) and each.func.id == "float")
        or (isinstance(each.func, ast.Attribute) and each.func.attr == "item")
        for each in calls
    )


def _mean_edits(script: Script, document: Document, number: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    return _wrapped(hvd, document, number, f"{hvd.text}.allreduce(", ")")


def _common_edits(script: Script, draws: Sequence[Call]) -> EditSet:
    return reduce(EditSet.__or__, (edits_drawing_in_common(script, each) for each in draws))


def _decided_edits(script: Script, document: Document, test: ast.expr) -> EditSet:
    hvd = horovod(script, document)
    return _wrapped(hvd, document, test, f"{hvd.text}.broadcast(bool(", "), root_rank=0)")


def _wrapped(hvd: Name, document: Document, node: ast.expr, before: str, after: str) -> EditSet:
    """Give the edits that wrap an expression in calls of Horovod, which is imported for them."""
    wrapped = layout.wrap(document, node, before, after)
    return EditSet.of(document, [replace(edit, once=True) for edit in (*hvd.edits, *wrapped)])

"""Step 6: the work is divided among the processes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, reduce
from itertools import chain

from farandole.analysis.program import Call
from farandole.frameworks.samples import Kind
from farandole.frameworks.script import Script
from farandole.options import DataDivision, Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.division.beforehand import Decision, constants_by_chance, decision_edits
from farandole.rules.horovod.division.collected import against_others
from farandole.rules.horovod.division.divide import Divider
from farandole.rules.horovod.division.earlier import earlier_changes
from farandole.rules.horovod.division.global_steps import awaited
from farandole.rules.horovod.division.listings import listing_changes
from farandole.rules.horovod.division.outcome import Change
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.schedules import lengths_left, schedule_changes
from farandole.rules.horovod.division.sets import Ordered, is_sortable, order_edits, ordered_sets
from farandole.rules.horovod.division.work import Work, looping, readers, single_step, works
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.hvd104_wrap import AverageGradients
from farandole.rules.horovod.patterns import is_to_convert
from farandole.rules.horovod.restrictions.hvd233_session_in_library import made_in_library, maker
from farandole.rules.horovod.restrictions.hvd237_before_init import in_time
from farandole.rules.horovod.restrictions.hvd302_unknown_loop import looped_in_library, not_driven
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import step_awaited
from farandole.rules.horovod.restrictions.hvd306_full_batch import alone
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet


class DivideWork(Rule):
    """Divide the work: each process trains on its own part of the data.

    ## What it does

    The processes do together, once, what the original did: each takes its part of the optimizer steps, on its own
    samples, and all take equally many. How depends on what drives the training:

    | what drives it | what is divided |
    | --- | --- |
    | `fit(ds)`, `for x in ds` | the dataset, once its samples are made (windows, sequences), before it is shuffled, batched or repeated |
    | `fit(x, y)`, `for a, b in zip(x, y)` | the arrays: `x[shard]`, every `hvd.size()`-th sample |
    | `ds.repeat().take(n)`, `fit(ds.repeat(), steps_per_epoch=n)` | the dataset, and `max(1, n // hvd.size())` |
    | `for step in range(n)` with `next(iterator)` | the dataset and the count |
    | `fit(generator, steps_per_epoch=n)` | every `hvd.size()`-th batch, and the count |
    | `for x, y in batches(...)`, a generator | every `hvd.size()`-th item |
    | `datagen.flow(x, y)`, `numpy_input_fn(x, y)`, a Keras `Sequence` of arrays | the arrays that it is given |
    | `flow_from_directory(seed=42)` | the seed, `42 + hvd.rank()`, and the count |
    | `for i in range(0, len(x), batch)` with `x[i:i + batch]` | the arrays and the count |
    | `while i < len(x)`, or `for turn in range(n)`, with `x[i:i + batch]` and `i += batch` | the arrays and the limit or count |
    | `for i in range(n)` with `x[i * batch % len(x):…]`, or a permutation at `i` | the turns, `i * hvd.size() + hvd.rank()`, and the count |
    | `for step in range(n)` with `reader.next_batch()`, which reads on at a place of its own, or `next(generator)` | every `hvd.size()`-th batch, and the count |
    | `range(n)` or `while step < n` around other steps | the count; generators of random numbers that the script seeds get another seed in each process, from the loop on |
    | `while time.time() - start < limit` around other steps | the time, when you confirm that it is that of one process |
    | `StopAtStepHook(n)`, `Estimator.train(steps=n)`, `TrainSpec(max_steps=n)` | the count and the input; of an input without an end that is evaluated, too, the batches that `train` is given |

    A dataset is trimmed so that no process has an element more than another: by its cardinality where that is known, by
    `batch(hvd.size(), drop_remainder=True).unbatch()` where all elements have one shape and TensorFlow 2 runs, else by
    windows of `hvd.size()` elements that are whole. Where tensors or layers of the script have as many rows as a batch has
    samples, `batch` gets `drop_remainder=hvd.size() > 1`: a share may end with a smaller one. Where it can only be divided after it was shuffled (a split into training and validation
    data, `list_files` before `interleave`, `train_test_split`), the shuffling gets a seed, so that all processes divide
    the same order; a single process shuffles as before. `np.random` and `random` are seeded
    alike where they order arrays, or what an iterator of the script gives; where other numbers are drawn from them, too,
    the order is drawn from a generator of its own, which all processes have alike. A set whose order is used, as in `list(set(text))`, is sorted
    where there are several processes: strings have another order in each; as is what `os.listdir` or `glob` gives of the
    files that samples are read from, since hosts may have them in another order. Schedules that count steps count fewer: their `decay_steps` and boundaries are
    divided, and the `__call__` of a project's own schedule is given the steps of all processes, as is what a script
    computes by the global step itself: a warm-up, a weight that grows, a rate that stands in a table, of which the last
    one holds where the processes take a few steps more. A callback or trainer of the script that counts
    steps in an attribute counts those of all processes, or its periods are divided. The periods by which a loop saves or
    evaluates are divided (rounded up where each fills the next place of an array), and so are those of hooks and of
    configurations of TensorFlow 1, but for hooks of evaluations, and numbers of turns by which it takes means; the number of a turn from which a loop computes its learning rate or its loss becomes
    that of all processes. What each step multiplies a number by, or adds to it, as `tau *= 0.999`, counts for the steps of all
    processes: `tau *= 0.999 ** hvd.size()`. Data for validation and evaluation,
    their step counts, and epochs stay as they are.

    The option `data` chooses: `shard` does all this, `steps` divides counts only, `none` divides nothing.

    ## Why

    Without it each process does all of the work. With one batch more in one process than in another, the processes
    wait for each other for ever.

    ## When it is not offered

    The data or counts depend on `hvd.rank()` or `hvd.size()` already, or a dataset is sharded; only the lengths of
    schedules are asked then, in which is nothing about the processes. Where the data can't be divided safely the reason
    is given and the script is not converted: processes that all train on the same samples, at a rate times their number,
    train wrongly. The option `data = "none"` divides nothing and leaves the rate alone.

    ## Edit safety

    With one process every edit leaves the elements, their order and all random numbers as they are. An edit is marked
    for confirmation where an argument of `fit` is not known to be an array, where a loop draws its samples in a way
    that can't be divided, where files are found by `os.walk` or `os.scandir`, and where the training data are evaluated
    as well.
    """

    family = STEPS
    code, name = "HVD106", "work-not-divided"
    title = "Divide the work among the processes"
    after = (InitHorovod,)
    sound_with = (AverageGradients,)
    examples = [
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
samples = tf.data.Dataset.from_tensor_slices(tf.random.normal([101, 3]))

@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for epoch in range(3):
    for batch in samples.shuffle(100).batch(10):
        train_step(batch)
for batch in samples.repeat().batch(10).take(500):
    train_step(batch)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
samples = tf.data.Dataset.from_tensor_slices(tf.random.normal([101, 3]))
samples = samples.shard(hvd.size(), hvd.rank()).take(
    samples.cardinality() // hvd.size()
)

@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))

for epoch in range(3):
    for batch in samples.shuffle(100).batch(10):
        train_step(batch)
for batch in samples.repeat().batch(10).take(max(1, 500 // hvd.size())):
    train_step(batch)
""",
        ),
        Example(
            before="""\
import tensorflow as tf

class Decay:
    def __init__(self, optimizer, rates):
        self.optimizer = optimizer
        self.rates = rates

    def step(self, step):
        self.optimizer.learning_rate.assign(self.rates[step])

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
decay = Decay(optimizer, [0.1 * 0.99 ** step for step in range(500)])
data = tf.data.TFRecordDataset("samples").batch(8)
done = 0
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    done += 1
    if done < 100:
        optimizer.learning_rate.assign(0.1 * (done / 100))
    else:
        decay.step(done)
    print("loss", loss, "after", done)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

class Decay:
    def __init__(self, optimizer, rates):
        self.optimizer = optimizer
        self.rates = rates

    def step(self, step):
        self.optimizer.learning_rate.assign(
            self.rates[min(step, len(self.rates) - 1)]
        )

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
decay = Decay(optimizer, [0.1 * 0.99 ** step for step in range(500)])
data = (
    tf.data.TFRecordDataset("samples")
    .batch(hvd.size(), drop_remainder=True)
    .unbatch()
    .shard(hvd.size(), hvd.rank())
    .batch(8)
)
done = 0
for x, y in data:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    done += 1
    if done < 100 // hvd.size():
        optimizer.learning_rate.assign(0.1 * (done * hvd.size() / 100))
    else:
        decay.step(done * hvd.size())
    print("loss", loss, "after", done)
""",
        ),
        Example(
            before="""\
from tensorflow import keras
(x, y), test = keras.datasets.mnist.load_data()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x / 255, y, batch_size=128, validation_data=test)
""",
            after="""\
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
(x, y), test = keras.datasets.mnist.load_data()
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
shard = slice(hvd.rank(), len(y) // hvd.size() * hvd.size(), hvd.size())
model.fit((x / 255)[shard], y[shard], batch_size=128, validation_data=test)
""",
        ),
        Example(
            before="""\
import tensorflow as tf
import tensorflow_datasets as tfds

def prepare(dataset, training):
    if training:
        dataset = dataset.shuffle(1000)
    return dataset.batch(32)

train, test = tfds.load("mnist", split=["train", "test"], as_supervised=True)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("sgd", "mse")
model.fit(prepare(train, True), validation_data=prepare(test, False))
""",
            after="""\
import tensorflow as tf
import tensorflow_datasets as tfds
import horovod.tensorflow.keras as hvd

hvd.init()

def prepare(dataset, training):
    if training:
        dataset = dataset.shuffle(1000)
    return dataset.batch(32)

train, test = tfds.load("mnist", split=["train", "test"], as_supervised=True)
train = train.shard(hvd.size(), hvd.rank()).take(train.cardinality() // hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("sgd", "mse")
model.fit(prepare(train, True), validation_data=prepare(test, False))
""",
        ),
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")

def batches():
    while True:
        yield tf.ones([8, 2]), tf.ones([8, 1])

model.fit(batches(), steps_per_epoch=100)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow.keras as hvd
import itertools

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")

def batches():
    while True:
        yield tf.ones([8, 2]), tf.ones([8, 1])

model.fit(
    itertools.islice(batches(), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 100 // hvd.size()),
)
""",
        ),
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.from_tensors(([[1.0]], [[2.0]])).repeat()
model.fit(data, steps_per_epoch=100)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.from_tensors(([[1.0]], [[2.0]])).repeat()
model.fit(data, steps_per_epoch=max(1, 100 // hvd.size()))
""",
            options={"data": "steps"},
        ),
    ]
    untouched = [
        """\
import numpy as np
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [None, 3])
output = tf.layers.dense(x, 1)
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(output ** 2))

def run_epoch(session, batches, training):
    fetches = {"output": output}
    if training:
        fetches["train"] = train
    return [session.run(fetches, {x: batch})["output"] for batch in batches]

with tf.Session() as session:
    tf.train.Saver().restore(session, "model")
    np.save("outputs.npy", run_epoch(session, np.split(np.load("samples.npy"), 10), training=False))
""",
        """\
import tensorflow as tf
import horovod.tensorflow.keras as hvd
hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.range(8).map(lambda x: ([x], [x])).shard(hvd.size(), hvd.rank())
model.fit(data.batch(2))
model.fit(data.repeat().batch(2), steps_per_epoch=100 // hvd.size())
""",
        """\
from functools import reduce
import tensorflow as tf
dataset = tf.data.Dataset.range(8).batch(2).take(3)
for batch in dataset:
    print(reduce(max, batch))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what drives each training, and how it is divided."""
        for ordered in ordered_sets(script) if script.trainings else ():
            yield in_time(script, self._ordered(script, ordered))
        driven = works(script)
        loops = [work.loop for work in driven if work.loop is not None]
        for constant, decision in constants_by_chance(script, loops) if script.trainings else ():
            yield in_time(script, self._drawn(script, constant, decision))
        if options.data is DataDivision.NONE:
            return
        covered = {each for work in driven for each in work.trainings}
        for training in script.trainings:
            step = single_step(script, training)
            in_library = next(made_in_library(script, training), None) is not None
            if step is None and not in_library and training not in covered and is_to_convert(script, training):
                first = training.steps[0]
                yield not_driven(training).finding(self.code, first.document, first.node, training)
            if step is not None and not maker(step) and not in_library:
                # a library's own loop would take the step again and again
                loop = looping(script, step)
                refusal = alone(script, training) if loop is None else looped_in_library(training, loop)
                yield refusal.finding(self.code, step.document, step.node, training)
        feeds = tuple(feed for work in driven for feed in work.feeds if feed.kind is Kind.DATASET)
        divider = Divider(DataFlow(script, readers(script, driven), feeds), driven)
        outcomes: list[tuple[Work, list[Change] | Finding]] = []
        divided: list[Change] = []
        for work in driven:
            outcome = self._outcome(script, divider, work, options, divided)
            outcomes.append((work, outcome))
            divided += outcome if isinstance(outcome, list) else []
        for work, outcome in outcomes:
            against = against_others(script, outcome, _others(work, outcomes)) if isinstance(outcome, list) else None
            if isinstance(outcome, Finding):
                yield outcome
                lengths = list(lengths_left(script, work.training)) if outcome.status is Status.DONE else []
                if lengths and work is next(each for each in driven if each.training is work.training):
                    yield in_time(script, self._left(work, lengths))
            elif against is not None:
                yield against.finding(self.code, work.document, work.head, work.training)
            elif changes := _changes(script, work, outcome, divided):
                yield in_time(script, self._missing(work, changes))

    def _outcome(
        self, script: Script, divider: Divider, work: Work, options: Options, divided: list[Change]
    ) -> list[Change] | Finding:
        """Give the changes that divide a work beside those `divided` before, or what is to be said of it instead."""
        if divider.is_done(work):
            span = work.document.span(work.head)
            message = f"the work of {work.training.label} is divided"
            return Finding(self, Status.DONE, work.document, span, message, training=work.training)
        waits = awaited(script, (each.node for each in work.counts)) if work.loop is None else None
        if waits is not None:
            return step_awaited(*waits).finding(self.code, *waits, work.training)
        outcome = divider.divide(work, options.data, divided)
        if isinstance(outcome, Refusal):
            return outcome.finding(self.code, work.document, work.head, work.training)
        return outcome

    def _drawn(self, script: Script, constant: Call, decision: Decision) -> Finding:
        document = constant.document
        return Finding(
            self,
            Status.MISSING,
            document,
            document.span(constant.node),
            f"{document.quote(constant.node)} is drawn by chance, so each process has a constant of its own",
            "draw it alike in all processes",
            confirm=decision.doubt,
            fix=partial(decision_edits, script, [decision]),
        )

    def _ordered(self, script: Script, ordered: Ordered) -> Finding:
        document = ordered.document
        text = document.segment(ordered.elements)
        other = "" if ordered.always else f", and the order of `{text}` must not matter where it is no set"
        sure = ordered.always and is_sortable(script, ordered)
        return Finding(
            self,
            Status.MISSING,
            document,
            document.span(ordered.node),
            f"each process reads the set `{text}` in another order: what is numbered by it means something else in each",
            "sort it where there are several processes",
            confirm="" if sure else f"the elements of `{text}` must be such that can be sorted{other}",
            fix=partial(EditSet.of, document, order_edits(script, ordered)),
        )

    def _left(self, work: Work, changes: list[Change]) -> Finding:
        return Finding(
            self,
            Status.MISSING,
            work.document,
            work.document.span(work.head),
            f"the schedule of {work.training.label} may count the steps of all processes, and each takes a part of them",
            "give the schedule the number of steps that one process takes",
            training=work.training,
            confirm="; ".join(dict.fromkeys(change.confirm for change in changes)),
            fix=partial(_fix, changes),
        )

    def _missing(self, work: Work, changes: list[Change]) -> Finding:
        return Finding(
            self,
            Status.MISSING,
            work.document,
            work.document.span(work.head),
            f"each process does all of the work of {work.training.label}",
            "give each process its own part of the data, with equally many steps in each",
            training=work.training,
            confirm="; ".join(dict.fromkeys(change.confirm for change in changes if change.confirm)),
            fix=partial(_fix, changes),
        )


def _others(work: Work, outcomes: list[tuple[Work, list[Change] | Finding]]) -> list[Change]:
    """Give the changes that divide all works but one."""
    return [each for other, outcome in outcomes if other is not work and isinstance(outcome, list) for each in outcome]


def _changes(script: Script, work: Work, outcome: list[Change], divided: list[Change]) -> list[Change]:
    """Give the changes of a work with those of what counts its steps; none where nothing is edited or asked.

    Each process may draw samples of its own already, without an end.
    """
    if not outcome:
        return []
    listed = listing_changes(script, work)
    schedules = (schedule_changes(script, training, divided) for training in work.trainings)
    earlier = (earlier_changes(script, training) for training in work.trainings)
    changes = [*outcome, *listed, *chain.from_iterable(schedules), *chain.from_iterable(earlier)]
    return changes if any(change.confirm or change.edits != EditSet.empty for change in changes) else []


def _fix(changes: list[Change]) -> EditSet:
    return reduce(EditSet.__or__, (change.edits() for change in changes), EditSet.empty())

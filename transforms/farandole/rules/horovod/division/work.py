"""The pieces of work of a script: each call or loop that drives a training, with what it reads and what counts it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile

from farandole.analysis.call_order import calls_below, run_by, ways
from farandole.analysis.loops import (
    Chain,
    Count,
    LoopAt,
    all_loops,
    as_comparison,
    chains,
    counters,
    exits,
    limit,
    loops_around,
    period_told,
    range_counts,
    unless_set,
    variable_limit,
    while_count,
)
from farandole.analysis.nodes import Loop
from farandole.analysis.places import unclamped, width
from farandole.analysis.points_to.values import Class, Instance, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import Comprehension
from farandole.analysis.slicing import may_reach
from farandole.frameworks.samples import Feed, Kind, driving, feeds, feeds_of, names_of_samples
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.fillings import STRUCTURE, beside_trainings
from farandole.frameworks.tensorflow.session_runs import fetched_by, fetches_of_call, step_chains, without_step
from farandole.frameworks.tensorflow.step_counters import step_counters
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.division.counts import is_count, is_infinite
from farandole.rules.horovod.division.fed import fed_by
from farandole.rules.horovod.division.global_steps import GlobalSteps
from farandole.rules.horovod.division.pipelines import Pipeline, Reader, pipeline
from farandole.rules.horovod.division.queues import epochs_of_queues
from farandole.rules.horovod.division.repeats import are_numbers, on_other_samples
from farandole.rules.horovod.division.sampling import reached
from farandole.rules.horovod.division.timed import time_limit
from farandole.rules.horovod.division.unlimited import unlimited
from farandole.rules.horovod.graphs.library_loops import LOOP
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.horovod.restrictions.hvd303_steps_not_counted import asks_session, uncounted_condition
from farandole.source import Document
from farandole.source.binding import names_in, stored_among

TRAIN_ON_BATCH = "tensorflow.keras.Model.train_on_batch"
STOP_AT_STEP = "tensorflow.train.StopAtStepHook"
_BY_LOOPS = frozenset({Pattern.KERAS, Pattern.GRADIENT_TAPE, Pattern.SESSION, Pattern.MONITORED_SESSION})
_LOOPS = frozenset(
    {
        "tensorflow.data.Dataset.reduce",
        "tensorflow.foldl",
        "tensorflow.foldr",
        "tensorflow.map_fn",
        "tensorflow.scan",
        "tensorflow.while_loop",
    }
)
"""Functions of TensorFlow that call what they are given again and again."""

_RUN = "tensorflow.Session.run"

_ITERATORS = frozenset({"make_one_shot_iterator", "make_initializable_iterator"})
"""What makes an iterator of a dataset in a graph."""

_NAMED = ast.Name | ast.Attribute

_NEXT = frozenset({"builtins.next", "tensorflow.data.Iterator.get_next"})


@dataclass(frozen=True)
class Work:
    """What drives a training: a `fit`, a `train`, or a loop.

    `feeds` are the data that it reads and `counts` the numbers that limit its steps. `inputs` are the arguments of
    `fit` that go with the first feed. `uncounted` is the condition of a loop that says nothing about its length, and
    `unlimited` one by which a loop without another end is left for the number of its turns, of which no limit is told.
    `timed` is the time after which a loop ends that nothing else does.
    `beside` are the other trainings whose steps the same loop takes, and `step` is the call of a loop that takes its own.
    A `fit` that each turn of another work's loop comes to is `within` that loop.
    """

    training: Training
    document: Document
    node: ast.expr | ast.stmt
    feeds: tuple[Feed, ...]
    counts: tuple[Count, ...]
    inputs: tuple[ast.expr, ...] = ()
    fit: Call | None = None
    loop: LoopAt | None = None
    chain: Chain = ()
    uncounted: ast.expr | None = None
    unlimited: ast.expr | None = None
    timed: Count | None = None
    beside: tuple[Training, ...] = ()
    step: Call | None = None
    within: ast.AST | None = None

    @property
    def trainings(self) -> tuple[Training, ...]:
        """The trainings that it drives."""
        return self.training, *self.beside

    @property
    def steps(self) -> tuple[Call, ...]:
        """The calls by which its trainings take their steps."""
        return tuple(dict.fromkeys(step for each in self.trainings for step in each.step_calls))

    @property
    def head(self) -> ast.AST:
        """The part of the call or loop that a finding points at."""
        match self.node:
            case ast.For() | ast.AsyncFor():
                return self.node.iter
            case ast.While():
                return self.node.test
        return self.node


def works(script: Script) -> tuple[Work, ...]:
    """Give the pieces of work of a script, each once, in the order of its trainings."""
    found: dict[ast.AST, list[Work]] = {}
    inner = [work for training in script.trainings for work in _works(script, training)]
    for work in (_with_alternation(script, each, inner) for each in inner):
        found.setdefault(work.node, []).append(work)
    loops = {node for node, each in found.items() if each[0].loop is not None}
    drivers = {work: _driver(script, work, loops) or work.node for each in found.values() for work in each}
    driven: dict[ast.AST, dict[Training, None]] = {}
    for work, driver in drivers.items():
        driven.setdefault(driver, {})[work.training] = None
    return tuple(
        replace(
            each[0], beside=tuple(training for training in driven.get(node, ()) if training is not each[0].training)
        )
        if drivers[each[0]] is node
        else replace(each[0], within=drivers[each[0]])
        for node, each in found.items()
        if drivers[each[0]] is node or each[0].fit is not None
    )


def _driver(script: Script, work: Work, loops: Set[ast.AST]) -> ast.AST | None:
    """Give the outermost of some loops around what drives a training: with fewer turns it comes to that less often."""
    of_fit = work.fit if work.loop is None else None
    ways = step_chains(script, work.training, of_fit) if of_fit is not None else [_outside(work)]
    return next((place.node for way in ways for place in reversed(way) if place.node in loops), None)


def _with_alternation(script: Script, work: Work, others: list[Work]) -> Work:
    """Give the work of a loop around one, where each turn of that takes so many steps of it, then so many of another.

    The numbers are those of no data, and say how often each is trained beside the other: they stay as they are. Where the
    turns of the outer loop begin a training anew, they are no steps of it.
    """
    other = [nest for each in others if _takes_other_steps(each, work) for nest in _nests(script, each)]
    outer = next(
        (
            outer
            for outer, within in _nests(script, work)
            if any(place == outer and within.isdisjoint(loops) for place, loops in other)
        ),
        None,
    )
    if outer is None:
        return work
    made = [script.creation(each) for each in work.training.optimizers]
    if any(call is None or call.node in outer.document.within(outer.node) for call in made):
        return work
    around = _loop(script, work.training, work.chain, outer)
    return replace(around, feeds=(*around.feeds, *(feed for feed in work.feeds if feed.node not in _own(script, work))))


def _nests(script: Script, work: Work) -> Iterator[tuple[LoopAt, frozenset[ast.AST]]]:
    """Yield the loops around one, from the inside, each with the loops within it, which take so many turns in each of its own.

    No data decide how many those are.
    """
    if work.loop is None or not are_numbers(script, work.node, work.counts):
        return
    within = [work.node]
    for outer in _outside(work):
        counts = range_counts(script, outer)
        if counts:
            yield outer, frozenset(within)
        if not are_numbers(script, outer.node, counts):
            return
        within.append(outer.node)


def _takes_other_steps(work: Work, other: Work) -> bool:
    """Say whether two loops train different things: other trainings, or other ops that one session runs."""
    if work.training is not other.training or work.step is None or other.step is None:
        return work.training is not other.training
    fetched = [each.argument("fetches") for each in (work.step, other.step)]
    return not any(each is None for each in fetched) and len({ast.dump(each) for each in fetched if each}) > 1


def _own(script: Script, work: Work) -> set[ast.AST]:
    return {feed.node for feed in feeds_of(script, work.loop)} if work.loop is not None else set()


def single_step(script: Script, training: Training) -> Call | None:
    """Give a step of a training that the script takes outside of all loops, where no loop or call drives another."""
    if training.pattern not in _BY_LOOPS or next(_works(script, training), None) is not None:
        return None
    steps = training.step_calls
    return next((step for step in steps if script.may_run(step.document, step.node)), None)


def looping(script: Script, step: Call) -> Call | None:
    """Give the call of TensorFlow that is given a step, by whichever function, and takes it again and again."""
    pending = [script.function(step.document, step.node)]
    seen: set[ast.AST] = set()
    while pending:
        function = pending.pop()
        if function is None or function in seen:
            continue
        seen.add(function)
        found = next((each for each in script.takers(function) if not each.names.isdisjoint(_LOOPS)), None)
        if found is not None:
            return found
        pending += [script.function(call.document, call.node) for call in script.callers(function)]
    return None


def made_sequences(script: Script, work: Work) -> Iterator[tuple[Value, Call]]:
    """Yield the sequences from which a work gets its batches, each with the call that makes it."""
    for feed in work.feeds:
        for value in script.values(feed.node) if feed.kind is Kind.SEQUENCE else ():
            call = script.creation(value) if isinstance(value, Instance) else None
            if call is not None:
                yield value, call


def untrained(script: Script, work: Work) -> Iterator[Call]:
    """Yield the calls by which a work's loop runs without its steps.

    They call the function around it, with flags that say so, or run the model in it, where an option that the loop does
    not change says so, or call a function by a name that stands for one that trains and for another.
    """
    if work.loop is not None:
        yield from _runs_by_option(script, work, work.loop)
        yield from _runs_by_name(script, work.loop)
    function = script.function(work.document, work.node) if work.loop is not None else None
    if function is None:
        return
    training = work.training
    for run in training.runs:
        if script.function(run.document, run.node) is function:
            yield from without_step(script, run, training.train_ops)
    for step in training.steps if not training.runs else ():
        nodes = [node for _, scope, node in ways(script, step) if scope is function]
        for call in script.callers(function) if nodes else ():
            if not any(may_reach(script, call, function, work.document, node) for node in nodes):
                yield call


def _runs_by_option(script: Script, work: Work, loop: LoopAt) -> Iterator[Call]:
    """Yield the calls that run a model in the branches of a loop that an option takes instead of those that train it."""
    trained = {each.node for training in script.trainings for each in training.step_calls}
    changed = {
        node.id
        for place in work.chain
        for node in ast.walk(place.node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    for node in ast.walk(loop.node):
        if isinstance(node, ast.If) and node.orelse and _is_option(node.test, changed):
            then, otherwise = ({*_run_in(script, branch)} for branch in (node.body, node.orelse))
            if then & trained and not otherwise & trained:
                calls = [call for each in otherwise if (call := script.call(each)) is not None]
                runs = [call for call in calls if call.document is loop.document and _runs_model(call)]
                yield from sorted(runs, key=lambda call: loop.document.span(call.node).start)


def _runs_by_name(script: Script, loop: LoopAt) -> Iterator[Call]:
    """Yield the calls in a loop of a name for several functions, of which some train and others do not.

    It is none of theirs: a function that is decorated may stand for itself and for what is around it.
    """
    trained = {each.node for training in script.trainings for each in training.step_calls}
    for node in loop.document.within(loop.node, ast.Call):
        call = script.call(node)
        if call is None or not isinstance(call.node.func, ast.Name):
            continue
        functions = [each.site.node for each in call.functions]
        if any(getattr(each, "name", "") == call.node.func.id for each in functions):
            continue
        if len({bool({*_run_in(script, [each])} & trained) for each in functions}) > 1:
            yield call


def _is_option(test: ast.expr, changed: set[str]) -> bool:
    """Say whether a condition stays as it is while a loop runs, that changes some names."""
    return names_in(test).isdisjoint(changed) and not any(isinstance(each, ast.Call) for each in ast.walk(test))


def _run_in(script: Script, statements: Sequence[ast.AST]) -> Iterator[ast.Call]:
    for statement in statements:
        for body in run_by(script, statement, calls_below):
            yield from (call.node for call in calls_below(script, body))


def _runs_model(call: Call) -> bool:
    return "tensorflow.Session.run" in call.names or (
        call.entry is not None and bool(call.entry.facts.get("evaluates"))
    )


def _outside(work: Work) -> Chain:
    """Give the loops around the one of a work."""
    position = next((index for index, place in enumerate(work.chain) if place.node is work.node), 0)
    return work.chain[position + 1 :]


def _works(script: Script, training: Training) -> Iterator[Work]:
    match training.pattern:
        case Pattern.KERAS:
            for call in training.steps:
                if divides_itself(script, training, call):
                    yield _fit(script, training, call)
                else:
                    yield from _loops(script, training, call)
        case Pattern.GRADIENT_TAPE:
            driven = [work for call in training.steps for work in _loops(script, training, call)]
            yield from (each for each in driven if not _only_applies(script, training, each, driven))
        case Pattern.SESSION | Pattern.MONITORED_SESSION:
            read = tuple(_of_graph(script, training))
            for call in training.runs:
                if LOOP in call.names:
                    counts = _counts(script, call, "number_of_steps")
                    yield Work(training, call.document, call.node, read, counts)
                    continue
                for work in _loops(script, training, call):
                    yield replace(work, feeds=(*work.feeds, *read, *_run_before(script, work, call)))
        case Pattern.ESTIMATOR:
            for call in training.steps:
                yield from _estimator(script, training, call)


def divides_itself(script: Script, training: Training, call: Call) -> bool:
    """Say whether a step of a training is a `fit` whose own data are divided, whatever loops are around it."""
    return training.pattern is Pattern.KERAS and TRAIN_ON_BATCH not in call.names and not _is_fit_on_batch(script, call)


def _is_fit_on_batch(script: Script, call: Call) -> bool:
    """Say whether a `fit` gets what a loop around it takes from a dataset or a sequence, or makes in each turn: a batch.

    The loop may call the function in which that is made, and fitted to.
    """
    given = call.argument("x")
    if given is None:
        return False
    around = chains(script, call.document, call.node)
    return all(chain and _makes_batch(script, call, given, chain[0]) for chain in around) or any(
        names_in(given) & names_of_samples(script, place)
        for place in loops_around(call.document, call.node)
        if any(feed.kind in (Kind.DATASET, Kind.SEQUENCE) for feed in feeds_of(script, place))
    )


def _makes_batch(script: Script, call: Call, given: ast.expr, place: LoopAt) -> bool:
    """Say whether a loop makes what a `fit` in it gets by the very `batch_size` that this is given: it is one step.

    Where it makes more, such as a part of the samples that is read from a file, the `fit` goes through that in steps. A
    model that the loop makes anew is trained from the start in each turn.
    """
    run = set(reached(script, place.node))
    if call.receiver is not None and names_in(call.receiver) & stored_among(run):
        return False
    size = call.argument("batch_size")
    own = set(call.document.within(call.node))
    inside = run - own | set(call.document.within(given))
    makers = [
        node for node in script.slices.of(call.document, given).nodes & inside if isinstance(node, ast.Slice | ast.Call)
    ]
    iterators = [each for node in makers for each in _iterators(script, node)]
    written = list(_written(script, place, given))
    if any(isinstance(node, ast.Slice) and _is_within(script, place, node, size) for node in written):
        return True
    if size is None:
        return bool(iterators)
    readers = [each for node in written for each in _readers(script, node)]
    return any(_is_of_size(size, each) for each in (*makers, *iterators, *readers))


def _written(script: Script, place: LoopAt, given: ast.expr) -> Iterator[ast.AST]:
    """Yield the nodes from which a turn of a loop computes what it gives: in the expression, and in what its names stand for."""
    inside = set(place.document.within(place.node))
    seen: set[ast.AST] = set()
    pending: list[ast.expr] = [given]
    while pending:
        for node in ast.walk(pending.pop()):
            if node in seen:
                continue
            seen.add(node)
            yield node
            if isinstance(node, ast.Name):
                pending += [
                    each.value for each in script.slices.assignments(place.document, node) if each.value in inside
                ]


def _is_within(script: Script, place: LoopAt, part: ast.Slice, size: ast.expr | None) -> bool:
    """Say whether a loop takes no more samples from arrays by a slice than a batch has: by default as many as Keras takes."""
    if not _takes_samples(script, place, part) or part.upper is None:
        return False
    upper = unclamped(script.slices.bound_in_turn(place.document, part.upper), names_in(part))
    taken = width(ast.Slice(part.lower, upper, part.step))
    widths, sizes = (script.constants(each) for each in (taken, size))
    if size is None or sizes == {None}:
        sizes = frozenset({_DEFAULT_SIZE})
    match [*widths], [*sizes]:
        case [int(number)], [int(most)]:
            return number <= most
    return False


def _takes_samples(script: Script, place: LoopAt, part: ast.Slice) -> bool:
    """Say whether each turn of a loop takes a slice of an array by it, of its first axis: not of its columns, nor of files."""
    outer = list(takewhile(lambda each: each is not place.node, place.document.ancestors(part)))
    if any(isinstance(each, Loop | Comprehension) for each in outer):
        return False
    match outer[:2]:
        case [ast.Tuple(elts=[first, *_]), ast.Subscript(value=taken)] if first is part:
            pass
        case [ast.Subscript(value=taken), *_]:
            pass
        case _:
            return False
    return script.must_be(taken, lambda value: isinstance(value, Instance) and script.role_of(value) == "array")


_DEFAULT_SIZE = 32
"""How many samples a batch of a `fit` has that is given arrays and no size."""


def _is_of_size(size: ast.expr, made: ast.Slice | ast.Call) -> bool:
    """Say whether a slice, or what a call makes, is as large as a batch: in the words of its size, which may be one."""
    match size, made:
        case ast.Constant(1), ast.Slice():
            return False
    return ast.dump(size) in map(ast.dump, _parts(made))


def _iterators(script: Script, node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that make what an expression takes the next item of."""
    call = script.call(node)
    if call is not None and "builtins.next" in call.names:
        for value in script.values(next(iter(call.node.args), None)):
            made = script.creation(value) if isinstance(value, Instance) else None
            if made is not None:
                yield made.node


def _readers(script: Script, node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that make the objects of the project of which a call is a method, as `next_batch` of a loader is."""
    match node:
        case ast.Call(ast.Attribute(value=owner)):
            for value in script.values(owner):
                made = script.creation(value) if isinstance(value, Instance) and isinstance(value.of, Class) else None
                if made is not None:
                    yield made.node


def _parts(node: ast.Slice | ast.Call) -> Iterator[ast.AST]:
    """Yield the nodes of the bounds of a slice, or of the arguments of a call."""
    given = [*node.args, *node.keywords] if isinstance(node, ast.Call) else [node]
    return (part for each in given for part in ast.walk(each))


def _fit(script: Script, training: Training, call: Call) -> Work:
    first = call.argument("x") or call.argument("generator")
    others = [call.argument(name) for name in ("y", "sample_weight")]
    inputs = tuple(each for each in (first, *others) if each is not None)
    found: tuple[Feed, ...] = ()
    if first is not None:
        found = _of_fit(script, call.document, first)
        unknown = all(feed.kind is Kind.UNKNOWN for feed in found) and not script.instances(first, "dataset")
        if _is_given(script, call, "y") or (unknown and _is_given(script, call, *_OF_ARRAYS)):
            found = (Feed(call.document, first, Kind.ARRAYS),)
    counts = _counts(script, call, "steps_per_epoch", "samples_per_epoch")  # the second as Keras 1 has it
    return Work(training, call.document, call.node, found, counts, inputs, fit=call)


_OF_ARRAYS = ("batch_size", "validation_split")
"""Arguments that say that a `fit` of which nothing else is seen is given arrays: of others TensorFlow refuses or ignores them."""


def _is_given(script: Script, call: Call, *names: str) -> bool:
    arguments = (call.argument(name) for name in names)
    return any(node is not None and script.constants(node) != {None} for node in arguments)


def _of_fit(script: Script, document: Document, node: ast.expr) -> tuple[Feed, ...]:
    found = tuple(feeds(script, document, node))
    return tuple(Feed(each.document, each.node, Kind.ARRAYS) if each.kind is Kind.LIST else each for each in found)


def _counts(script: Script, call: Call, *names: str) -> tuple[Count, ...]:
    arguments = (call.argument(name) for name in names)
    return tuple(Count(call.document, node) for node in arguments if node is not None and is_count(script, node))


def _loops(script: Script, training: Training, step: Call) -> Iterator[Work]:
    for chain in step_chains(script, training, step):
        own = on_other_samples(script, training, step, _within_one_training(script, training, chain))
        place = driving(script, own)
        if place is not None:
            yield replace(_loop(script, training, chain, place), step=step)


def _only_applies(script: Script, training: Training, work: Work, driven: Sequence[Work]) -> bool:
    """Say whether a loop only applies what is left over of the gradients that loops within it have summed up.

    All gradients are taken in those: it has no samples of its own.
    """
    inner = {each.node for each in driven if each.node is not work.node and work.loop in each.chain}
    ways = [way for call in training.gradients for way in chains(script, call.document, call.node)]
    return bool(inner) and bool(ways) and all(any(place.node in inner for place in way) for way in ways)


def _within_one_training(script: Script, training: Training, chain: Chain) -> Chain:
    """Give the loops around a step whose turns are steps of one training, from the inside.

    One that makes the optimizer goes through folds, settings or problems: each of its turns is another training.
    """
    made = {call.node for each in training.optimizers if (call := script.creation(each)) is not None}
    return tuple(takewhile(lambda place: made.isdisjoint(reached(script, place.node)), chain)) or chain


def _loop(script: Script, training: Training, chain: Chain, place: LoopAt) -> Work:
    found = feeds_of(script, place)
    steps = GlobalSteps(script, step_counters(script, training), frozenset(), frozenset(training.optimizers))
    uncounted: ast.expr | None = None
    if isinstance(place.node, ast.While):
        count = while_count(script, place) or _step_limit(steps, place, place.node.test, ast.And)
        counts = [count] if count is not None and not is_infinite(script, count.node) else []
        uncounted = uncounted_condition(place, counts)
    else:
        counts = list(range_counts(script, place))
    if _waits_for_session(place):
        counts += [
            each for call in script.calls_to(STOP_AT_STEP) for each in _counts(script, call, "num_steps", "last_step")
        ]
    for conditions in exits(place):
        test = conditions[-1].test if conditions else None
        if test is not None:
            found_limit = limit(script, place, test, ast.Or) or variable_limit(place, test)
            reached = found_limit or _step_limit(steps, place, test, ast.Or)
            counts += [reached] if reached is not None else []
    counts += _limits_around(script, steps, place, chain)
    counts += [] if counts else epochs_of_queues(script, training, place)
    data = tuple(feed for feed in found if feed.kind not in (Kind.RANGE, Kind.COUNTER))
    data += tuple(feed for feed in _drawn(script, training, place) if feed.node not in {each.node for each in data})
    work = Work(training, place.document, place.node, data, tuple(counts), loop=place, chain=chain, uncounted=uncounted)
    timed = None if counts else time_limit(script, place)
    if timed is not None:
        return replace(work, uncounted=None, timed=timed)
    return work if counts else replace(work, unlimited=unlimited(script, steps, chain[chain.index(place) :]))


def _step_limit(steps: GlobalSteps, place: LoopAt, test: ast.expr, joined: type[ast.boolop]) -> Count | None:
    """Give the limit that a condition compares the step of the training with: alone, or `joined` with others."""
    remainder = period_told(test)
    if remainder is not None:
        is_told = steps.is_value(place.document, remainder.left)
        return Count(place.document, remainder.right) if is_told else None
    match as_comparison(steps.script, test):
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() | ast.Eq()], [right]):
            sides = [each for each in (left, right) if not steps.is_value(place.document, each)]
            return Count(place.document, sides[0]) if len(sides) == 1 else None
        case ast.BoolOp(operator, parts) if isinstance(operator, joined):
            found = [count for part in parts if (count := _step_limit(steps, place, part, joined)) is not None]
            return found[0] if len(found) == 1 else None
        case ast.BoolOp(ast.And(), parts):
            chosen = unless_set(place, parts)
            return _step_limit(steps, place, chosen, joined) if chosen is not None else None
        case ast.Call():  # by which rank 0 decides for all
            compared = [each for each in ast.walk(test) if isinstance(each, ast.Compare)]
            return _step_limit(steps, place, compared[0], joined) if len(compared) == 1 else None
    return None


def _limits_around(script: Script, steps: GlobalSteps, place: LoopAt, chain: Chain) -> Iterator[Count]:
    """Yield the limits at which the loops around one end, where they count the turns of that, or the steps."""
    function = script.function(place.document, place.node)
    for outer in chain[chain.index(place) + 1 :]:
        tests: list[tuple[ast.expr, type[ast.boolop]]] = []
        if isinstance(outer.node, ast.While):
            tests.append((outer.node.test, ast.And))
        tests += [(conditions[-1].test, ast.Or) for conditions in exits(outer) if conditions]
        here = script.function(outer.document, outer.node) is function
        for test, joined in tests:
            known = here or names_in(test).isdisjoint(counters(script, place))  # else another function's name
            count = limit(script, place, test, joined) if known else None
            reached = replace(count, document=outer.document) if count else _step_limit(steps, outer, test, joined)
            if reached is not None:
                yield reached


def _waits_for_session(place: LoopAt) -> bool:
    """Say whether a loop goes on, or is left, by what its session says."""
    tests = [place.node.test] if isinstance(place.node, ast.While) else []
    tests += [conditions[-1].test for conditions in exits(place) if conditions]
    return any(map(asks_session, tests))


def _drawn(script: Script, training: Training, place: LoopAt) -> Iterator[Feed]:
    """Yield the datasets, and iterators of Keras, from which the body of a loop takes elements with `next`."""
    calls = (call for body in run_by(script, place.node, calls_below) for call in calls_below(script, body))
    taken = ((call, drawn) for call in calls if (drawn := _drawn_from(call)) is not None)
    found = [(call, given) for call, drawn in taken if (given := _given_by(script, training, call, drawn))]
    aside = _aside(script, place, [call for call, _ in found])
    for call, given in found:
        if call not in aside:
            yield from given


def _given_by(script: Script, training: Training, call: Call, drawn: ast.expr) -> tuple[Feed, ...]:
    """Give what elements are taken from, an iterator of a dataset among it: in a graph, an iterator gives a tensor."""
    if _gives_elements(script, drawn):
        return tuple(feeds(script, call.document, drawn))
    made = training.pattern not in GRAPHS and script.instances(drawn, "iterator")
    return (Feed(call.document, drawn, Kind.DATASET),) if made else ()


def _aside(script: Script, place: LoopAt, draws: Sequence[Call]) -> frozenset[Call]:
    """Give those calls by which a loop takes elements that it puts into names of its own, or shows, and gives to no step.

    None where no step is seen to get what another of the calls takes.
    """
    trained = {each.node for training in script.trainings for each in training.step_calls}
    own = [call for call in draws if call.document is place.document and place.document.contains(place.node, call.node)]
    inside = [call for node in place.document.within(place.node, ast.Call) if (call := script.call(node)) is not None]
    entries = tuple(call for call in inside if not trained.isdisjoint(_run_in(script, [call.node]))) if own[1:] else ()
    reaching = frozenset(fed_by(script, place, entries))
    given = {call for call in own if call.node in reaching}
    others = (call for call in own if given and call not in given)
    return frozenset(call for call in others if _is_kept_here(script, call) or _is_in_own_statement(call))


def _is_in_own_statement(call: Call) -> bool:
    """Say whether what a call gives is used in an expression whose value nothing gets, such as what is shown of it."""
    return isinstance(call.document.statement(call.node), ast.Expr)


def _is_kept_here(script: Script, call: Call) -> bool:
    """Say whether what a call gives is assigned to names that no other scope reads, and to nothing else."""
    document = call.document
    match document.statement(call.node):
        case ast.Assign(targets, value) if value is call.node:
            parts = [part for target in targets for part in getattr(target, "elts", [target])]
        case _:
            return False
    scope = script.scope(document, call.node)
    uses = (use for part in parts for use in script.def_use.uses.get((scope, getattr(part, "id", "")), ()))
    return all(isinstance(part, ast.Name) and scope.home(part.id) is scope for part in parts) and all(
        document.scope(use) is scope.node for use in uses
    )


def _gives_elements(script: Script, node: ast.expr) -> bool:
    return bool(script.instances(node, "dataset") or script.instances(node, "sequence"))


def _drawn_from(call: Call) -> ast.expr | None:
    if "builtins.next" in call.names and call.node.args:
        return call.node.args[0]
    return call.receiver if call.attribute in ("get_next", "next", "__next__") else None


def _of_graph(script: Script, training: Training) -> Iterator[Feed]:
    """Yield the train ops of a graph that read a dataset, or an iterator that may be filled with any."""
    iterators = {call.node for call in script.calls_to(STRUCTURE)}
    for step in training.steps:
        read = pipeline(script, step.document, step.node)
        if read.datasets or not iterators.isdisjoint(read.slice.nodes):
            yield Feed(step.document, step.node, Kind.DATASET)


def _run_before(script: Script, work: Work, run: Call) -> Iterator[Feed]:
    """Yield the elements of datasets that a loop runs by themselves, to feed them to its training step."""
    assert work.loop is not None
    for node in fed_by(script, work.loop, (run,)):
        call = script.call(node)
        fetched = call.argument("fetches") if call is not None and call.attribute == "run" else None
        if call is not None and fetched is not None and pipeline(script, call.document, fetched).datasets:
            yield Feed(call.document, fetched, Kind.DATASET)


def _estimator(script: Script, training: Training, call: Call) -> Iterator[Work]:
    specification = call.argument("train_spec")
    if specification is None:
        yield _of_input(script, training, call, call)
        return
    for each in script.values(specification):
        made = script.creation(each) if isinstance(each, Instance) else None
        if made is not None:
            yield _of_input(script, training, call, made)


def _of_input(script: Script, training: Training, call: Call, holder: Call) -> Work:
    counts = _counts(script, holder, "steps", "max_steps")
    arrays = tuple(node for name in ("x", "y") if (node := holder.argument(name)) is not None)
    if _is_given(script, holder, "x"):  # shuffled by a seed of tf.contrib.learn's own
        feed = Feed(holder.document, arrays[0], Kind.ARRAYS)
        return Work(training, holder.document, holder.node, (feed,), counts, arrays, fit=holder)
    node = holder.argument("input_fn")
    found = (Feed(holder.document, node, Kind.DATASET),) if node is not None else ()
    return Work(training, holder.document, holder.node, found, counts)


def readers(script: Script, driven: tuple[Work, ...]) -> tuple[Reader, ...]:
    """Give the expressions that read data for another purpose than training."""
    return (
        *_calls_that_read(script),
        *_loops_that_read(script, driven),
        *_loops_that_draw(script, driven),
        *_iterators_that_read(script, driven),
        *_iterators_for_others(script, driven),
        *_iterators_by_choice(script, driven),
        *_initialised_again(script, driven),
    )


def _calls_that_read(script: Script) -> Iterator[Reader]:
    for call in script.calls:
        validation = call.argument("validation_data")
        if validation is not None:
            yield Reader(call.document, validation, "validates", False)
        if call.attribute == "adapt" and call.node.args and not call.functions:
            yield Reader(call.document, call.node.args[0], "calls adapt", True)
        reduced = call.receiver
        if reduced is not None and call.attribute == "reduce" and script.instances(reduced, "dataset"):
            yield Reader(call.document, reduced, "calls reduce", True)
        if call.entry is not None and (call.entry.role == "eval-spec" or call.entry.facts.get("evaluates")):
            for name in ("x", "generator", "input_fn"):
                node = call.argument(name)
                if node is not None:
                    yield Reader(call.document, node, f"calls {call.attribute}", False)


def _loops_that_read(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield what loops without a training step run over, but for a look at a few elements."""
    training = {place.node for work in driven for place in work.chain} | {work.node for work in driven}
    for document in script.documents:
        for node in document.nodes(ast.For, ast.AsyncFor, ast.comprehension):
            if not any(document.contains(node, each) for each in training):
                for feed in feeds(script, document, node.iter):
                    if feed.kind is Kind.DATASET and not _is_look(feed.node):
                        yield Reader(document, feed.node, "loops over the data", False)


def _loops_that_draw(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield the iterators from which loops without a training step draw elements."""
    training = {feed.node for work in driven for feed in work.feeds}
    for call in script.calls:
        drawn = _drawn_from(call)
        if not isinstance(drawn, ast.Name | ast.Attribute) or drawn in training:
            continue
        gives = any(_given_by(script, work.training, call, drawn) for work in driven)
        if gives and all_loops(script, call.document, call.node):
            yield Reader(call.document, drawn, "draws from the data", False)


def _trained_on(script: Script, driven: tuple[Work, ...]) -> Iterator[Pipeline]:
    """Yield what trainings read."""
    return (pipeline(script, feed.document, feed.node) for work in driven for feed in work.feeds)


def _iterators_that_read(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield the datasets of which a graph has iterators, but for those that trainings read.

    One function may make the datasets of both, for iterators that stand in other branches.
    """
    read = list(_trained_on(script, driven))
    trained = {dataset for each in read for dataset in each.datasets}
    within = {node for each in read for node in each.slice}
    chosen = any(call.attribute in _ITERATORS and call.node in within for call in script.calls)
    for call in script.calls:
        if call.attribute not in _ITERATORS:
            continue
        made = call.argument("dataset") or call.receiver
        datasets = script.instances(made, "dataset")
        other = datasets.isdisjoint(trained) or (chosen and call.node not in within)
        if made is not None and datasets and other:
            yield Reader(call.document, made, "makes an iterator", False)
    for call in beside_trainings(script):
        filled = call.argument("dataset")
        if filled is not None:
            yield Reader(call.document, filled, "fills an iterator", False)


def _iterators_for_others(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield the calls of functions that make the iterator of a training, where what they give is for something else."""
    trained = {node for read in _trained_on(script, driven) for node in read.slice}
    named = _names_among(trained)
    for call in script.calls:
        makes = call.attribute in _ITERATORS and call.node in trained
        function = script.function(call.document, call.node) if makes else None
        for caller in script.callers(function) if function is not None else ():
            given = _names_among(
                each
                for each in ast.walk(caller.document.statement(caller.node))
                if isinstance(getattr(each, "ctx", None), ast.Store)
            )
            if given and given.isdisjoint(named):
                yield Reader(caller.document, caller.node, "makes an iterator", False, again=True)


def _iterators_by_choice(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield the data of the iterators, but the first, of which one or another is read by a training, and by other runs.

    As where a class makes that of training or of validation: which of them its objects have is not told apart.
    """
    for work in driven:
        if work.loop is None or work.training.pattern not in GRAPHS:
            continue
        within = {node for feed in work.feeds for node in pipeline(script, feed.document, feed.node).slice}
        chosen = [call for call in script.calls if call.attribute in _ITERATORS and call.node in within]
        if len(chosen) > 1 and _run_beside(script, work, {call.node for call in chosen}):
            for call in chosen[1:]:
                made = call.argument("dataset") or call.receiver
                if made is not None:
                    yield Reader(call.document, made, "makes an iterator", False, again=True)


def _run_beside(script: Script, work: Work, iterators: Set[ast.AST]) -> bool:
    """Say whether a session runs what some iterators give, in no step of a training and outside of its loop."""
    inside: set[ast.AST] = {run.node for training in script.trainings for run in training.runs}
    inside |= set(work.document.within(work.loop.node)) if work.loop is not None else set()
    beside = (call for call in script.calls_to(_RUN) if call.node not in inside)
    return any(
        not iterators.isdisjoint(script.slices.of(call.document, fetch).nodes)
        for call in beside
        for fetch in fetched_by(script, call)
        if not _initialises(fetch)
    )


def _initialises(fetch: ast.expr) -> bool:
    """Say whether what a session runs fills an iterator anew."""
    return isinstance(fetch, ast.Attribute) and fetch.attr == "initializer"


def _names_among(nodes: Iterable[ast.AST]) -> set[str]:
    """Give the names, and those of attributes, among some nodes."""
    return {getattr(each, "id", "") or getattr(each, "attr", "") for each in nodes if isinstance(each, _NAMED)}


def _initialised_again(script: Script, driven: tuple[Work, ...]) -> Iterator[Reader]:
    """Yield the iterators that a session fills with other data, in front of what takes no step of a training."""
    training = {place.node for work in driven for place in work.chain}
    for call in script.calls:
        filled = _filled_by(call)
        if filled is None or not script.instances(filled, "iterator"):
            continue
        statement = call.document.statement(call.node)
        block = call.document.block(statement)
        after = takewhile(lambda each: not _fills(script, each), block[block.index(statement) + 1 :])
        run = (body for each in after for body in run_by(script, each))
        if training.isdisjoint(node for body in run for node in ast.walk(body)):
            yield Reader(call.document, filled, "reads other data", False, again=True)


def _filled_by(call: Call) -> ast.expr | None:
    """Give the iterator whose data a call feeds to a session."""
    first = fetches_of_call(call)
    if call.argument("feed_dict") is None:
        return None
    return first.value if isinstance(first, ast.Attribute) and first.attr == "initializer" else None


def _fills(script: Script, statement: ast.stmt) -> bool:
    """Say whether a statement itself feeds data to an iterator."""
    call = script.call(statement.value) if isinstance(statement, ast.Expr) else None
    return call is not None and _filled_by(call) is not None


def _is_look(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "take"

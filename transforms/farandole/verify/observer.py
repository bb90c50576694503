"""Run a training script as `python script.py` would, and note what it does: `python observer.py spec.json`.

This file is executed by path with the user's interpreter, in every process of a run, so it needs nothing but the
standard library; it meets TensorFlow only when the script imports it, through hooks after the import. The script's
text is not changed. What is noted goes to a folder of the process, `rank-N/` in the output folder of the run:

- `stdout`, `stderr`: all that the process printed, from C++ too (the file descriptors are redirected);
- `library.log`: log records and warnings of libraries, which are not the script's;
- `variables.npz`: the trainable variables at the end, of eager code and of every session that trained;
- `observation.json`: how the script ended, optimizer steps, learning rates, digests of the samples, paths written;
- `stack`: where each thread stands, on SIGUSR1; `pid`.

What a run is asked for (`spec.json`) is `runs.Asked`: seeds, the number of steps, and the changes of the run that
stands for one process at the double batch.
"""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import functools
import gc
import hashlib
import importlib.abc
import importlib.machinery
import json
import logging
import os
import random
import re
import signal
import sys
import threading
import time
import traceback
import types
import warnings
import weakref
from collections.abc import Callable, Container, Iterator
from typing import Any

RANK_SEED_DISTANCE = 7919
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
RANK_VARIABLES = ("HOROVOD_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK")
KERAS = r"(keras|keras\.src|tensorflow\.python\.keras)"
OPTIMIZERS = r"(\.optimizers)?\.(optimizer_v2\.optimizer_v2|legacy\.optimizer_v2|(optimizer_experimental\.)?optimizer)"
RANDOM_OPERATIONS = frozenset(
    ["RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt", "RandomShuffle", "Multinomial"]
)
EPSILON = 1e-2
"""Of adaptive optimizers in a run in order: gradients of this size and below are not made larger."""

UMASKS = (0o022, 0o026)
"""Of rank 0 and of the others: the mode of a new file tells who made it, in C++ too."""


class Enough(BaseException):
    """The script has trained as many steps as were asked for; no `except Exception` of it may catch this."""


class Spec:
    """What was asked for; see `runs.Asked`."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            asked = json.load(file)
        self.script: str = asked["script"]
        self.arguments: list[str] = asked["arguments"]
        self.project: str = asked["project"]
        self.temporary: str = asked["temporary"]
        self.seed: int = asked["seed"]
        self.rank_seeds: bool = asked["rank_seeds"]
        self.max_steps: int = asked["max_steps"]
        self.exact: bool = asked["exact"]
        self.in_order: bool = asked["in_order"]
        self.batch_factor: int = asked["batch_factor"]
        self.rate_factors: list[float] = asked["rate_factors"]
        self.devices: str | None = asked["devices"]
        self.verifier: int = asked["verifier"]
        self.rank = next((int(os.environ[name]) for name in RANK_VARIABLES if name in os.environ), 0)
        self.output = os.path.join(asked["output"], f"rank-{self.rank}")

    @property
    def seed_offset(self) -> int:
        """What this rank adds to the seeds of random operations."""
        return self.rank * RANK_SEED_DISTANCE if self.rank_seeds else 0


# --- small readers of values ---------------------------------------------------------------------------------------


def flat(value: Any) -> Iterator[Any]:
    """Give the leaves of nested lists, tuples and dictionaries (of any keys, which `tf.nest` would sort)."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from flat(item)
    else:
        yield value


def as_array(value: Any) -> Any:
    """Give the numpy array of a tensor or of something like an array, or None when it is neither."""
    import numpy  # noqa: PLC0415 - the user's, there when TensorFlow is

    try:
        return numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)
    except Exception:
        return None


def iterations(optimizer: Any) -> int | None:
    """Give the steps that an eager Keras optimizer has taken, or None for one that does not count them."""
    tensorflow = sys.modules["tensorflow"]
    try:
        with tensorflow.init_scope():
            return int(optimizer.iterations.numpy()) if tensorflow.executing_eagerly() else None
    except Exception:
        return None


def rate_attribute(optimizer: Any) -> str | None:
    """Give the attribute that holds an optimizer's learning rate: Keras's, or that of one of TF 1's optimizers."""
    inner = getattr(optimizer, "_optimizer", None)
    if inner is not None and not hasattr(optimizer, "learning_rate"):
        return rate_attribute(inner)
    return next((name for name in ("learning_rate", "_learning_rate", "_lr") if hasattr(optimizer, name)), None)


def learning_rate(optimizer: Any) -> float | None:
    """Give the learning rate of an optimizer now (a schedule's at its first step), or None where it can't be read."""
    name = rate_attribute(optimizer)
    if name is None:
        return None
    tensorflow = sys.modules["tensorflow"]
    try:
        with tensorflow.init_scope():
            rate = getattr(optimizer, name)
            return float(rate(0) if callable(rate) and not hasattr(rate, "numpy") else rate)
    except Exception:
        return None


def scale_rate(optimizer: Any, factor: float) -> None:
    """Multiply the learning rate of an optimizer, or the values of its schedule."""
    name = rate_attribute(optimizer)
    if name is None:
        return
    tensorflow = sys.modules["tensorflow"]
    with tensorflow.init_scope():
        rate = getattr(optimizer, "_learning_rate", None) if name == "learning_rate" else getattr(optimizer, name)
        hyper = getattr(optimizer, "_hyper", None)
        if hyper is not None:
            rate = hyper.get("learning_rate")
        if callable(rate) and not hasattr(rate, "numpy"):
            kind = type(rate)
            scaled = {"__call__": lambda self, step: factor * kind.__call__(self, step)}
            rate.__class__ = type(kind.__name__, (kind,), scaled)
        elif name == "learning_rate":
            optimizer.learning_rate = factor * float(optimizer.learning_rate)
        else:
            setattr(optimizer, name, factor * getattr(optimizer, name))


def smooth(optimizer: Any) -> None:
    """Raise the epsilon that an adaptive optimizer divides by.

    Adam makes a whole step of a gradient that is only rounding, and the same step of a gradient and of its double. An
    Adadelta whose epsilon is raised takes larger steps instead.
    """
    for part in (optimizer, getattr(optimizer, "_optimizer", None), getattr(optimizer, "inner_optimizer", None)):
        for name in ("epsilon", "_epsilon"):
            if isinstance(getattr(part, name, None), float) and "adadelta" not in type(part).__name__.lower():
                setattr(part, name, EPSILON)


# --- samples -------------------------------------------------------------------------------------------------------


def digests(arrays: list[Any]) -> list[str]:
    """Give one digest for each sample of a batch: of the rows of all its arrays together.

    When they have no first dimension in common, it is one digest of the whole.
    """
    lengths = {array.shape[0] if array.ndim else None for array in arrays}
    rows = lengths.pop() if len(lengths) == 1 else None

    def one(parts: list[Any]) -> str:
        digest = hashlib.blake2b(digest_size=8)
        for part in parts:
            digest.update(repr(part.tolist()).encode() if part.dtype == object else part.tobytes())
        return digest.hexdigest()

    if rows is None:
        return [one(arrays)]
    return [one([array[row] for array in arrays]) for row in range(rows)]


class Events:
    """What happened, in its order: samples drawn from a source, and steps of an optimizer."""

    def __init__(self) -> None:
        self._events: list[tuple[str, int, list[str]]] = []
        self._sources: list[str] = []
        self._lock = threading.Lock()

    def source(self, kind: str) -> int:
        """Give a new source of samples (a dataset's iterator, a feed, the arguments of a step); its number."""
        with self._lock:
            self._sources.append(kind)
            return len(self._sources) - 1

    def drawn(self, source: int, values: list[Any]) -> None:
        """Note that a batch was drawn from a source."""
        arrays = [array for array in map(as_array, values) if array is not None]
        if arrays:
            with self._lock:
                self._events.append(("drawn", source, digests(arrays)))

    def stepped(self, optimizer: int) -> None:
        """Note that an optimizer has taken a step, or a compiled function several of them."""
        with self._lock:
            self._events.append(("stepped", optimizer, []))

    def training(self) -> list[dict[str, Any]]:
        """Give the sources that fed training, each with its batches.

        A source fed training when a step was taken between two of its batches, or right after one of them.
        """
        batches: dict[int, list[list[str]]] = {}
        steps_at_first_batch: dict[int, int] = {}
        fed: set[int] = set()
        steps, last = 0, None
        for kind, number, samples in self._events:
            if kind == "stepped":
                steps += 1
                if last is not None:
                    fed.add(last)
            else:
                last = number
                batches.setdefault(number, []).append(samples)
                if steps > steps_at_first_batch.setdefault(number, steps):
                    fed.add(number)
        return [{"kind": self._sources[number], "batches": batches[number]} for number in sorted(fed)]


# --- steps ---------------------------------------------------------------------------------------------------------


class Steps:
    """The optimizers of the script, how many steps each has taken, and the end when there were enough."""

    def __init__(self, spec: Spec, events: Events) -> None:
        self._spec = spec
        self._events = events
        self._optimizers: list[Any] = []
        self._baselines: list[int | None] = []
        self.counts: list[int] = []
        self.rates: list[float | None] = []
        self.trained: dict[int, Any] = {}
        self._now = threading.local()
        self._stepping: weakref.WeakKeyDictionary[Any, set[int]] = weakref.WeakKeyDictionary()
        self._sources: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._train_operations: dict[Any, int] = {}

    def enough(self) -> bool:
        """Whether an optimizer has taken all the steps that it may take."""
        return self._spec.max_steps > 0 and any(count >= self._spec.max_steps for count in self.counts)

    def started(self) -> bool:
        """Whether a step was taken."""
        return any(self.counts)

    def count(self, number: int, steps: int = 1) -> None:
        """Note steps of an optimizer."""
        self.counts[number] += steps
        self._events.stepped(number)

    def _number(self, optimizer: Any) -> int:
        for number, known in enumerate(self._optimizers):
            if known is optimizer:
                return number
        number = len(self._optimizers)
        self._optimizers.append(optimizer)
        self._baselines.append(iterations(optimizer))
        factors = self._spec.rate_factors
        if factors:
            scale_rate(optimizer, factors[min(number, len(factors) - 1)])
        if self._spec.in_order:
            smooth(optimizer)
        self.counts.append(0)
        self.rates.append(learning_rate(optimizer))
        return number

    def _taken(self) -> dict[int, int]:
        """Give the steps that Keras's optimizers have taken since they were last noted."""
        taken = {}
        for number, optimizer in enumerate(self._optimizers):
            baseline = self._baselines[number]
            now = None if baseline is None else iterations(optimizer)
            if now is not None and baseline is not None and now > baseline + self.counts[number]:
                taken[number] = now - baseline - self.counts[number]
        return taken

    def watch_optimizer(self, cls: Any) -> None:
        """Have `apply_gradients` of an optimizer class noted."""
        original = vars(cls)["apply_gradients"]
        steps, now = self, self._now

        @functools.wraps(original)
        def apply_gradients(self: Any, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
            if getattr(now, "applying", False):
                return original(self, grads_and_vars, *args, **kwargs)
            eager = sys.modules["tensorflow"].executing_eagerly()
            if eager and steps.enough():
                raise Enough
            number = steps._number(self)
            pairs = list(grads_and_vars)
            # Kept alive: a model that is local to a function is gone when the script has ended.
            steps.trained.update({id(getattr(variable, "handle", variable)): variable for _, variable in pairs})
            now.applying = True
            try:
                result = original(self, pairs, *args, **kwargs)
            finally:
                now.applying = False
            counted = steps._baselines[number] is not None
            function = getattr(now, "function", None)
            if eager:
                for taken, by in steps._taken().items() if counted else [(number, 1)]:
                    steps.count(taken, by)
            elif function is not None:
                steps._stepping.setdefault(function, set()).update(() if counted else (number,))
            elif result is not None:
                steps._train_operations[getattr(result, "op", result)] = number
            return result

        apply_gradients.autograph_info__ = {}  # type: ignore[attr-defined]  # AutoGraph leaves it as it is
        cls.apply_gradients = apply_gradients

    def watch_functions(self, cls: Any) -> None:
        """Have the calls of compiled functions noted: the outermost is where their steps are seen and training ends."""
        original = cls.__call__
        steps, now = self, self._now

        @functools.wraps(original)
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            if getattr(now, "function", None) is not None or not sys.modules["tensorflow"].executing_eagerly():
                return original(self, *args, **kwargs)
            if self in steps._stepping and steps.enough():
                raise Enough
            now.function = self
            try:
                result = original(self, *args, **kwargs)
            finally:
                now.function = None
            taken = steps._taken()
            taken.update({number: 1 for number in steps._stepping.get(self, ())})
            if taken:
                steps._stepping.setdefault(self, set())
                if self not in steps._sources:
                    steps._sources[self] = steps._events.source("arguments")
                batch = [value for value in flat([args, kwargs]) if len(getattr(value, "shape", ())) > 0]
                steps._events.drawn(steps._sources[self], batch)
            for number, by in taken.items():
                steps.count(number, by)
            return result

        call.autograph_info__ = {}  # type: ignore[attr-defined]
        cls.__call__ = call

    def reached(self, operation: Any) -> tuple[frozenset[int], bool]:
        """Give the optimizers whose train operation a run of `operation` runs, and whether it draws random numbers."""
        found: set[int] = set()
        draws = False
        seen, waiting = {operation}, [operation]
        while waiting:
            this = waiting.pop()
            if this in self._train_operations:
                found.add(self._train_operations[this])
            draws = draws or this.type in RANDOM_OPERATIONS
            before = {tensor.op for tensor in this.inputs} | set(this.control_inputs)
            waiting.extend(before - seen)
            seen |= before
        return frozenset(found), draws


# --- sessions ------------------------------------------------------------------------------------------------------


class Sessions:
    """The sessions that trained, and the variables of each as they were before it closed."""

    def __init__(self, steps: Steps, events: Events) -> None:
        self._steps = steps
        self._events = events
        self._trained: list[Any] = []
        self._sources: dict[int, int] = {}
        self._reached: dict[Any, tuple[frozenset[int], bool]] = {}
        self._run: Callable[..., Any] | None = None
        self.variables: dict[int, list[tuple[str, Any]]] = {}
        self.random_in_training = False

    def _stepped_by(self, session: Any, fetches: Any) -> frozenset[int]:
        optimizers: frozenset[int] = frozenset()
        for fetch in flat(fetches):
            try:
                element = session.graph.as_graph_element(fetch)
            except Exception:
                continue
            operation = getattr(element, "op", element)
            if operation not in self._reached:
                self._reached[operation] = self._steps.reached(operation)
            here, draws = self._reached[operation]
            optimizers |= here
            self.random_in_training |= bool(here) and draws
        return optimizers

    def watch(self, cls: Any) -> None:
        """Have `run` and `close` of TensorFlow's sessions noted."""
        run, close = cls.run, cls.close
        self._run = run
        sessions = self

        @functools.wraps(run)
        def watched_run(self: Any, fetches: Any, feed_dict: Any = None, *args: Any, **kwargs: Any) -> Any:
            optimizers = sessions._stepped_by(self, fetches)
            if not optimizers:
                return run(self, fetches, feed_dict, *args, **kwargs)
            if sessions._steps.enough():
                raise Enough
            result = run(self, fetches, feed_dict, *args, **kwargs)
            if all(known is not self for known in sessions._trained):
                sessions._trained.append(self)
                sessions._sources[id(self)] = sessions._events.source("feed")
            fed = [as_array(value) for value in (feed_dict or {}).values()]
            batch = [value for value in fed if value is not None and value.ndim]
            sessions._events.drawn(sessions._sources[id(self)], batch)
            for number in sorted(optimizers):
                sessions._steps.count(number)
            return result

        @functools.wraps(close)
        def watched_close(self: Any) -> Any:
            sessions.note(self)
            return close(self)

        cls.run = watched_run
        cls.close = watched_close

    def note(self, session: Any) -> None:
        """Take the trainable variables of a session that trained, unless they were taken before."""
        number = next((number for number, known in enumerate(self._trained) if known is session), None)
        if number is None or number in self.variables or self._run is None:
            return
        variables = session.graph.get_collection("trainable_variables")
        # Fetching a variable reads the operation that was made with it: nothing is added to a finalised graph.
        values = self._run(session, list(variables))
        self.variables[number] = list(zip([variable.name for variable in variables], values))  # noqa: B905

    def note_open(self) -> None:
        """Take the variables of the sessions that were never closed."""
        for session in self._trained:
            with contextlib.suppress(Exception):
                self.note(session)


# --- variables of eager code ---------------------------------------------------------------------------------------


class Variables:
    """Every variable that eager code created, in that order."""

    def __init__(self) -> None:
        self._created: list[weakref.ref[Any]] = []

    def watch(self, cls: Any) -> None:
        """Have the creation of resource variables noted."""
        original = cls.__init__
        created = self._created

        @functools.wraps(original)
        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            original(self, *args, **kwargs)
            if type(self).__name__ != "_UnreadVariable":  # what an assignment returns
                created.append(weakref.ref(self))

        cls.__init__ = init

    def trainable(self, trained: Container[int]) -> list[tuple[str, Any, bool]]:
        """Give name and value of each living trainable variable, and whether an optimizer was given it.

        Those of integers are left out.
        """
        gc.collect()
        found = []
        for reference in self._created:
            variable = reference()
            # Keras's models count in integer variables that they leave trainable.
            if variable is None or not (variable.trainable and variable.dtype.is_floating):
                continue
            if hasattr(variable.handle, "numpy"):
                with contextlib.suppress(Exception):  # never initialised: its trace was thrown away
                    found.append((variable.name, variable.numpy(), id(variable.handle) in trained))
        return found


# --- writing -------------------------------------------------------------------------------------------------------


class Writes:
    """The paths that this process wrote, made, moved or removed, as far as Python saw it."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}

    def note(self, path: Any) -> None:
        """Note a path, whatever its form."""
        if isinstance(path, int) or path is None:
            return
        with contextlib.suppress(Exception):
            self.paths[os.path.abspath(os.fsdecode(path))] = None

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Note what an audit event says of writing."""
        if event == "open":
            if isinstance(args[2], int) and args[2] & WRITING:
                self.note(args[0])
        elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "shutil.rmtree"):
            self.note(args[0])
        elif event in ("os.rename", "os.link", "os.symlink", "shutil.copyfile", "shutil.move"):
            self.note(args[1])

    def watch_tensorflow(self, file_io: Any) -> None:
        """Have TensorFlow's file calls noted; what its kernels write is told by the mode of the new file."""
        for name, position in (("WritableFile", 0), ("CreateDir", 0), ("RecursivelyCreateDir", 0), ("DeleteFile", 0),
                               ("DeleteRecursively", 0), ("RenameFile", 1), ("CopyFile", 1)):  # fmt: skip
            original = getattr(file_io, name, None)
            if original is not None:
                setattr(file_io, name, self._noting(original, position))

    def watch_h5py(self, cls: Any) -> None:
        """Have the HDF5 files that are opened for writing noted: its library opens them by itself."""
        original = cls.__init__
        writes = self

        @functools.wraps(original)
        def init(self: Any, name: Any, mode: str = "r", *args: Any, **kwargs: Any) -> None:
            if mode != "r":
                writes.note(name)
            original(self, name, mode, *args, **kwargs)

        cls.__init__ = init

    def _noting(self, original: Callable[..., Any], position: int) -> Callable[..., Any]:
        @functools.wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            if len(args) > position:
                self.note(args[position])
            return original(*args, **kwargs)

        return call


# --- hooks after imports -------------------------------------------------------------------------------------------


class AfterImport(importlib.abc.MetaPathFinder):
    """Does something with a module when it has been imported."""

    def __init__(self, action_for: Callable[[str], Callable[[types.ModuleType], None] | None]) -> None:
        self._action_for = action_for

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Give the spec that another finder has, with the action after its execution."""
        action = self._action_for(fullname)
        if action is None:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(fullname, path, target) if finder is not self else None
            if spec is not None and spec.loader is not None:
                spec.loader = self._followed(spec.loader, action)
                return spec
        return None

    @staticmethod
    def _followed(loader: Any, action: Callable[[types.ModuleType], None]) -> Any:
        execute = loader.exec_module

        def exec_module(module: types.ModuleType) -> None:
            execute(module)
            action(module)

        loader.exec_module = exec_module
        return loader


class Observer:
    """All that is watched in one process, and what is noted at the end."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._events = Events()
        self._steps = Steps(spec, self._events)
        self._sessions = Sessions(self._steps, self._events)
        self._variables = Variables()
        self._writes = Writes()
        self._notes = {"random_in_training": False, "batch_normalization": False}
        self._graph_seeds: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()

    def install(self) -> None:
        """Watch from here on."""
        seed = self._spec.seed + self._spec.seed_offset
        random.seed(seed)
        sys.meta_path.insert(0, AfterImport(self._action_for))
        sys.addaudithook(self._writes.audit)
        library_log = open(os.path.join(self._spec.output, "library.log"), "w", encoding="utf-8")  # noqa: SIM115
        handle = logging.Logger.handle
        project, temporary = self._spec.project + os.sep, self._spec.temporary + os.sep

        def watched_handle(logger: logging.Logger, record: logging.LogRecord) -> None:
            if record.pathname.startswith((project, temporary)):
                handle(logger, record)
            else:
                library_log.write(f"{record.name}: {record.getMessage()}\n")

        def showwarning(message: Any, category: Any, filename: str, lineno: int, *_: Any) -> None:
            library_log.write(f"{filename}:{lineno}: {category.__name__}: {message}\n")

        logging.Logger.handle = watched_handle  # type: ignore[method-assign,assignment]
        warnings.showwarning = showwarning  # type: ignore[assignment]

    def _action_for(self, name: str) -> Callable[[types.ModuleType], None] | None:
        for pattern, action in (
            (r"tensorflow", self._tensorflow),
            (r"numpy", self._numpy),
            (r"h5py", self._h5py),
            (KERAS + OPTIMIZERS, self._keras_optimizers),
            (KERAS + r"\.backend", self._keras_backend),
            (KERAS + r"\.engine\.training", self._keras_training),
            (KERAS + r"\..*\.batch_normalization", self._keras_batch_normalization),
        ):
            if re.fullmatch(pattern, name):
                return action
        return None

    def _h5py(self, module: Any) -> None:
        self._writes.watch_h5py(module.File)

    def _numpy(self, numpy: Any) -> None:
        seed = self._spec.seed + self._spec.seed_offset
        numpy.random.seed(seed)
        make = numpy.random.default_rng
        unseeded = iter(range(seed + 1, 2**31))
        numpy.random.default_rng = functools.wraps(make)(
            lambda seed=None: make(next(unseeded) if seed is None else seed)
        )

    def _tensorflow(self, tensorflow: Any) -> None:
        if self._spec.devices is not None:
            os.environ["CUDA_VISIBLE_DEVICES"] = self._spec.devices  # the script may have set it before its import
        modules = sys.modules
        if self._spec.exact:
            self._leave_graphs(tensorflow, modules["tensorflow.python.client.session"].BaseSession)
        self._seed_tensorflow(tensorflow)
        self._watch_datasets(modules["tensorflow.python.data.ops.dataset_ops"], tensorflow)
        self._steps.watch_optimizer(modules["tensorflow.python.training.optimizer"].Optimizer)
        for name in ("polymorphic_function.polymorphic_function", "def_function"):
            module = modules.get(f"tensorflow.python.eager.{name}")
            if module is not None and hasattr(module, "Function"):
                self._steps.watch_functions(module.Function)
                break
        self._sessions.watch(modules["tensorflow.python.client.session"].BaseSession)
        self._variables.watch(modules["tensorflow.python.ops.resource_variable_ops"].BaseResourceVariable)
        file_io = modules.get("tensorflow.python.lib.io._pywrap_file_io")
        if file_io is not None:
            self._writes.watch_tensorflow(file_io)
        operations: Any = modules["tensorflow.python.ops.gen_nn_ops"]
        fused = operations.fused_batch_norm_v3

        @functools.wraps(fused)
        def fused_batch_norm_v3(*args: Any, **kwargs: Any) -> Any:
            self._notes["batch_normalization"] |= bool(kwargs.get("is_training", True))
            return fused(*args, **kwargs)

        operations.fused_batch_norm_v3 = fused_batch_norm_v3

    @staticmethod
    def _leave_graphs(tensorflow: Any, session: Any) -> None:
        """Have no graph rewritten, neither of compiled functions nor of sessions.

        The graph optimizer fuses other operations where Horovod's stand among them: sums then differ in a last bit.
        """
        tensorflow.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
        original = session.__init__

        @functools.wraps(original)
        def init(self: Any, target: str = "", graph: Any = None, config: Any = None) -> None:
            if isinstance(config, tensorflow.compat.v1.ConfigProto):
                given, config = config, tensorflow.compat.v1.ConfigProto()
                config.CopyFrom(given)
                config.graph_options.rewrite_options.disable_meta_optimizer = True
            original(self, target, graph, config)  # without a config it takes that of compiled functions

        session.__init__ = init

    def _seed_tensorflow(self, tensorflow: Any) -> None:
        """Seed every random operation by its place among those of its graph, the same in each run.

        So an operation of Horovod in between changes nothing. Datasets keep the seeds that the script gave them.
        """
        seeds: Any = sys.modules["tensorflow.python.framework.random_seed"]
        data_seeds: Any = sys.modules["tensorflow.python.data.util.random_seed"]
        tensorflow.random.set_seed(self._spec.seed)
        original, offset = seeds.get_seed, self._spec.seed_offset

        def placed(op_seed: Any) -> Any:
            if tensorflow.executing_eagerly():
                return original(op_seed)
            graph = tensorflow.compat.v1.get_default_graph()
            if op_seed is None:
                op_seed = self._graph_seeds[graph] = self._graph_seeds.get(graph, 0) + 1
            if graph.seed is None:
                return self._spec.seed, op_seed
            return original(op_seed)

        def get_seed(op_seed: Any) -> Any:
            graph = tensorflow.compat.v1.get_default_graph()
            traced = tensorflow.inside_function() and not graph.name.startswith("Dataset")
            if traced or (tensorflow.executing_eagerly() and self._steps.started()):
                self._notes["random_in_training"] = True
            first, second = placed(op_seed)
            return (first if first is None else (first + offset) % (2**31 - 1)), second

        seeds.get_seed = get_seed
        data_get_seed = data_seeds.get_seed

        def get_data_seed(seed: Any) -> Any:
            seeds.get_seed = placed
            try:
                return data_get_seed(seed)
            finally:
                seeds.get_seed = get_seed

        data_seeds.get_seed = get_data_seed

    def _watch_datasets(self, dataset_ops: Any, tensorflow: Any) -> None:
        """Have what each iterator yields noted; in a run in order nothing is shuffled, and batches grow by a factor."""
        events = self._events

        def tapped(dataset: Any) -> Any:
            source = events.source("dataset")
            single = not isinstance(tensorflow.compat.v1.data.get_output_types(dataset), tuple)

            def note(*elements: Any) -> Any:
                values = tensorflow.nest.flatten(elements, expand_composites=True)
                noting = tensorflow.numpy_function(lambda *batch: noted(list(batch)), values, tensorflow.int64)
                with tensorflow.control_dependencies([noting]):
                    first = tensorflow.nest.map_structure(tensorflow.identity, elements, expand_composites=True)
                return first[0] if single else first

            def noted(batch: list[Any]) -> int:
                events.drawn(source, batch)
                return 0

            note.autograph_info__ = {}  # type: ignore[attr-defined]
            return dataset.map(note)

        v2, v1 = dataset_ops.DatasetV2, dataset_ops.DatasetV1
        iterate = v2.__iter__
        v2.__iter__ = functools.wraps(iterate)(
            lambda self: iterate(tapped(self) if tensorflow.executing_eagerly() else self)
        )
        for name in ("_make_one_shot_iterator", "_make_initializable_iterator"):
            make = getattr(v1, name)
            setattr(v1, name, lambda self, *args, make=make, **kwargs: make(tapped(self), *args, **kwargs))
        factor = self._spec.batch_factor
        if self._spec.in_order:
            v2.shuffle = functools.wraps(v2.shuffle)(lambda self, *_, **__: self)
        if factor > 1:
            for name in ("batch", "padded_batch"):
                batch = getattr(v2, name)

                @functools.wraps(batch)
                def larger(self: Any, batch_size: Any, *args: Any, batch: Any = batch, **kwargs: Any) -> Any:
                    return batch(self, batch_size * factor, *args, **kwargs)

                setattr(v2, name, larger)

    def _keras_optimizers(self, module: Any) -> None:
        for cls in list(vars(module).values()):
            if isinstance(cls, type) and cls.__module__ == module.__name__ and "apply_gradients" in vars(cls):
                self._steps.watch_optimizer(cls)

    def _keras_backend(self, backend: Any) -> None:
        """Keras draws the seeds of its initialisers from Python's generator: give it one of its own, by rank."""
        offset = self._spec.seed_offset
        if hasattr(backend, "_SEED_GENERATOR"):
            backend._SEED_GENERATOR.generator = random.Random(self._spec.seed)
        cls = getattr(backend, "RandomGenerator", None)
        if cls is not None:
            create = cls._create_seed
            cls._create_seed = lambda self, seed: create(self, seed) + offset

    def _keras_training(self, module: Any) -> None:
        in_order, factor = self._spec.in_order, self._spec.batch_factor
        if not in_order:
            return
        import inspect  # noqa: PLC0415 - only this run needs it

        fit = module.Model.fit
        signature = inspect.signature(fit)

        @functools.wraps(fit)
        def watched_fit(*args: Any, **kwargs: Any) -> Any:
            call = signature.bind(*args, **kwargs)
            x = call.arguments.get("x")
            if hasattr(x, "shape") or isinstance(x, (list, tuple, dict)):
                call.arguments["shuffle"] = False
                call.arguments["batch_size"] = (call.arguments.get("batch_size") or 32) * factor
            return fit(*call.args, **call.kwargs)

        module.Model.fit = watched_fit

    def _keras_batch_normalization(self, module: Any) -> None:
        cls = getattr(module, "BatchNormalizationBase", None)
        if cls is None:
            return
        original = cls.__init__

        @functools.wraps(original)
        def init(*args: Any, **kwargs: Any) -> None:
            self._notes["batch_normalization"] = True
            original(*args, **kwargs)

        cls.__init__ = init

    def note(self, ending: dict[str, Any]) -> None:
        """Write down what was seen; the variables are those of this moment."""
        self._sessions.note_open()
        eager = self._variables.trainable(self._steps.trained) if "tensorflow" in sys.modules else []
        values = [(name, value, trained) for name, value, trained in eager]
        for number, variables in sorted(self._sessions.variables.items()):
            values += [(f"session {number + 1}: {name}", value, True) for name, value in variables]
        if values:
            import numpy  # noqa: PLC0415 - the user's

            arrays = [numpy.asarray(value) for _, value, _ in values]
            # bfloat16 has no place in numpy's file format.
            arrays = [array.astype("float32") if array.dtype.kind == "V" else array for array in arrays]
            numpy.savez(os.path.join(self._spec.output, "variables.npz"), **{str(n): a for n, a in enumerate(arrays)})
        self._notes["random_in_training"] |= self._sessions.random_in_training
        observation = {
            **ending,
            **self._notes,
            "steps": self._steps.counts,
            "rates": self._steps.rates,
            "variables": [{"name": name, "trained": trained} for name, _, trained in values],
            "sources": self._events.training(),
            "written": list(self._writes.paths),
        }
        path = os.path.join(self._spec.output, "observation.json")
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(observation, file)
        os.replace(path + ".part", path)


# --- the process ---------------------------------------------------------------------------------------------------


class OwnTemporary(ast.NodeTransformer):
    """Leads string constants below `/tmp` to a folder of the run's own, unless they name what is there already.

    A checkpoint that one run leaves there must not be found by the next.
    """

    def __init__(self, temporary: str) -> None:
        self._temporary = temporary

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Give the constant, or one that names the run's own folder."""
        value = node.value
        if isinstance(value, str) and value.startswith("/tmp/"):
            first = value.split("/")[2]
            if first and not os.path.exists(f"/tmp/{first}"):
                return ast.copy_location(ast.Constant(value=self._temporary + value[4:]), node)
        return node


def compile_script(source: bytes, path: str, temporary: str) -> types.CodeType:
    """Give the code of a script or of a module of its project."""
    tree = OwnTemporary(temporary).visit(ast.parse(source, path))
    code: types.CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code


def run_script(spec: Spec) -> dict[str, Any]:
    """Run the script as `__main__` to its end; how it ended."""
    to_code = importlib.machinery.SourceFileLoader.source_to_code

    def source_to_code(loader: Any, data: Any, path: Any, **options: Any) -> types.CodeType:
        if isinstance(data, bytes) and os.fspath(path).startswith(spec.project + os.sep):
            return compile_script(data, os.fspath(path), spec.temporary)
        return to_code(loader, data, path, **options)

    importlib.machinery.SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign,assignment]
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=spec.script, __builtins__=__builtins__, __cached__=None)
    sys.modules["__main__"] = main
    sys.argv = [spec.script, *spec.arguments]
    sys.path[0] = os.path.dirname(spec.script)
    try:
        with open(spec.script, "rb") as file:
            source = file.read()
        exec(compile_script(source, spec.script, spec.temporary), main.__dict__)
    except Enough:
        return {"ended": "stopped", "status": 0}
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
        return {"ended": "finished", "status": status}
    except BaseException as problem:
        skipped = problem.__traceback__.tb_next if problem.__traceback__ else None
        traceback.print_exception(type(problem), problem, skipped)
        return {"ended": "raised", "status": 1, "error": f"{type(problem).__name__}: {problem}"}
    return {"ended": "finished", "status": 0}


def follow(verifier: int) -> None:
    """End this process when the one that asked for it is gone, however it went."""

    def watch() -> None:
        while True:
            try:
                os.kill(verifier, 0)
            except ProcessLookupError:
                os._exit(1)
            except OSError:
                pass
            time.sleep(1)

    threading.Thread(target=watch, daemon=True).start()


def redirect(output: str) -> None:
    """Lead both outputs into files, for C++ and child processes as well."""
    for descriptor, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(os.path.join(output, name), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, descriptor)
        os.close(file)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def main() -> int:
    """Observe one process of a run; its exit status is the script's."""
    spec = Spec(sys.argv[1])
    os.makedirs(spec.output)
    with open(os.path.join(spec.output, "pid"), "w") as file:
        file.write(str(os.getpid()))
    redirect(spec.output)
    stack = open(os.path.join(spec.output, "stack"), "w")  # noqa: SIM115 - open as long as the process
    faulthandler.register(signal.SIGUSR1, file=stack, all_threads=True)
    follow(spec.verifier)
    os.umask(UMASKS[min(spec.rank, 1)])
    sys.dont_write_bytecode = True
    observer = Observer(spec)
    observer.install()
    ending = run_script(spec)
    observer.note(ending)
    status: int = ending["status"]
    return status


if __name__ == "__main__":
    sys.exit(main())

"""All that is watched in one process, and what is noted of it at the end."""

from __future__ import annotations

import builtins
import faulthandler
import json
import logging
import math
import os
import re
import signal
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

from . import datasets, graphs, keras, monitored
from .files import Files
from .imports import after_import
from .loops import Loops, functions
from .needs import Needs
from .process import follow, redirect, run_script
from .replacements import Replacements
from .samples import Events
from .seeds import Seeds
from .sessions import Sessions
from .spec import Spec
from .steps import Steps
from .tapes import Tapes
from .variables import Variables

KERAS = r"(keras|keras\.src|tensorflow\.python\.keras)"
OPTIMIZERS = r"(\.optimizers)?\.(optimizer_v2\.optimizer_v2|legacy\.optimizer_v2|(optimizer_experimental\.)?optimizer)"
UMASKS = (0o022, 0o026)
"""Of rank 0 and of the others: the mode of a new file tells who made it, in C++ too."""


def observe(path: str) -> int:
    """Observe one process of the run that a file describes; its exit status is the script's."""
    spec = Spec(path)
    os.makedirs(spec.output)
    with open(os.path.join(spec.output, "pid"), "w") as file:
        file.write(str(os.getpid()))
    redirect(spec.output)
    stack = open(os.path.join(spec.output, "stack"), "w")  # noqa: SIM115 - open as long as the process
    faulthandler.register(signal.SIGUSR1, file=stack, all_threads=True)
    follow(spec.verifier)
    os.umask(UMASKS[min(spec.rank, 1)])
    os.chdir(spec.working)
    sys.dont_write_bytecode = True
    observer = Observer(spec)
    observer.install()
    ending = run_script(spec, observer.failed)
    observer.note(ending)
    status: int = ending["status"]
    return status


def loops_of(spec: Spec) -> Loops | None:
    """Give the loops of a process, where they are to be ended early."""
    if spec.quick is not None:
        return Loops(-(-spec.quick["steps"] // spec.processes), spec.quick["epochs"], spec.interrupted)
    return Loops(math.inf, math.inf, True) if spec.interrupted else None


class Observer:
    """All that is watched in one process, and what is noted at the end."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._events = Events()
        quick = spec.quick
        self._loops = loops_of(spec)
        self._replacements = None if quick is None else Replacements(quick["replacements"], quick["rows"])
        self._needs = Needs(spec.project, spec.quick is not None)
        self._steps = Steps(spec, self._events, self._loops)
        self._sessions = Sessions(self._steps, self._events)
        self._variables = Variables()
        self._files = Files()
        self._seeds = Seeds(spec, self._steps)
        self._batch_normalization = False

    def install(self) -> None:
        """Watch from here on."""
        self._separate_library_messages()
        self._seeds.python()
        sys.addaudithook(self._files.audit)
        sys.addaudithook(self._needs.audit)
        if self._loops is not None:
            vars(builtins).update(functions(self._loops))
        if self._replacements is not None:
            self._replacements.install()
        after_import(self._action_for)

    def failed(self, problem: BaseException) -> None:
        """Take what a script's error says of files that are not there."""
        self._needs.raised(problem)

    def _separate_library_messages(self) -> None:
        """Have log records and warnings of libraries, which are not the script's, written to a file of their own."""
        library_log = open(os.path.join(self._spec.output, "library.log"), "w", encoding="utf-8")  # noqa: SIM115
        handle = logging.Logger.handle
        own = (self._spec.project + os.sep, self._spec.temporary + os.sep)

        def watched_handle(logger: logging.Logger, record: logging.LogRecord) -> None:
            if record.pathname.startswith(own):
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
            (r"numpy", self._seeds.numpy),
            (r"h5py", self._h5py),
            (KERAS + OPTIMIZERS, self._keras_optimizers),
            (KERAS + r"\.backend", self._seeds.keras),
            (KERAS + r"\.engine\.data_adapter", self._keras_data),
            (KERAS + r"\.utils\.(data_utils|file_utils)", self._keras_files),
            (KERAS + r"\.engine\.training", self._keras_training),
            (KERAS + r"\.engine\.training_v1", self._keras_graph_training),
            (KERAS + r"\..*\.batch_normalization", self._keras_batch_normalization),
        ):
            if re.fullmatch(pattern, name):
                return action
        if self._replacements is not None and self._replacements.replaces(name):
            return self._replacements.apply
        return None

    def _tensorflow(self, tensorflow: Any) -> None:
        if self._spec.devices is not None:
            os.environ["CUDA_VISIBLE_DEVICES"] = self._spec.devices  # the script may have set it before its import
        modules = sys.modules
        if self._spec.exact:
            graphs.leave_graphs(tensorflow, modules["tensorflow.python.client.session"].BaseSession)
        if self._spec.tensorflow1:
            tensorflow.compat.v1.disable_v2_behavior()
        self._seeds.tensorflow(tensorflow)
        dataset_ops = modules["tensorflow.python.data.ops.dataset_ops"]
        datasets.watch_datasets(dataset_ops, tensorflow, self._events)
        datasets.change_batches(dataset_ops, self._spec)
        self._steps.watch_optimizer(modules["tensorflow.python.training.optimizer"].Optimizer)
        for name in ("polymorphic_function.polymorphic_function", "def_function"):
            module = modules.get(f"tensorflow.python.eager.{name}")
            if module is not None and hasattr(module, "Function"):
                self._steps.watch_functions(module.Function)
                break
        if self._loops is not None and self._spec.quick is not None:
            monitored.end_sessions(modules["tensorflow.python.training.basic_session_run_hooks"], self._loops)
        self._sessions.watch(modules["tensorflow.python.client.session"].BaseSession)
        Tapes(self._events).watch(
            modules["tensorflow.python.eager.backprop"].GradientTape,
            modules["tensorflow.python.framework.op_callbacks"],
            modules["tensorflow.python.pywrap_tfe"].TFE_Py_TapeSetShouldRecordBackprop,
        )
        self._variables.watch(modules["tensorflow.python.ops.resource_variable_ops"].BaseResourceVariable)
        file_io = modules.get("tensorflow.python.lib.io._pywrap_file_io")
        if file_io is not None:
            self._files.watch_tensorflow(file_io)
            self._needs.watch_tensorflow(file_io)
        graphs.watch_batch_normalization(modules["tensorflow.python.ops.gen_nn_ops"], self._normalized)

    def _normalized(self) -> None:
        self._batch_normalization = True

    def _h5py(self, module: Any) -> None:
        self._files.watch_h5py(module.File)
        self._needs.watch_h5py(module.File)

    def _keras_optimizers(self, module: Any) -> None:
        for cls in list(vars(module).values()):
            if isinstance(cls, type) and cls.__module__ == module.__name__ and "apply_gradients" in vars(cls):
                self._steps.watch_optimizer(cls)

    def _keras_data(self, module: Any) -> None:
        if self._loops is not None:
            keras.end_epochs(module, self._loops)

    def _keras_graph_training(self, module: Any) -> None:
        if self._loops is not None and self._spec.quick is not None:
            keras.end_epochs_of_graphs(module, self._loops, self._spec.quick["epochs"])

    def _keras_files(self, module: Any) -> None:
        if self._spec.quick is not None:
            self._needs.watch_keras(module, self._spec.working if self._spec.data else "")

    def _keras_training(self, module: Any) -> None:
        keras.change_batches(module, self._spec)

    def _keras_batch_normalization(self, module: Any) -> None:
        keras.watch_batch_normalization(module, self._normalized)

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
        observation = {
            **ending,
            "random_in_training": self._seeds.random_in_training or self._sessions.random_in_training,
            "batch_normalization": self._batch_normalization,
            "steps": self._steps.counts,
            "rates": self._steps.rates,
            "rates_set": self._steps.rates_set,
            "variables": [{"name": name, "trained": trained} for name, _, trained in values],
            "sources": self._events.training(),
            "written": list(self._files.written),
            "read_back": list(self._files.read_back),
            "needs": self._needs.found,
            "replaced": list(self._replacements.used) if self._replacements is not None else [],
            "loops": None if self._loops is None else self._loops.seen(),
        }
        path = os.path.join(self._spec.output, "observation.json")
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(observation, file)
        os.replace(path + ".part", path)

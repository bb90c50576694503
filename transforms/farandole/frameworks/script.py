"""A script as rules see it: the facts of its objects, and the models that it trains."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.effects.calls import Effects
from farandole.analysis.effects.files import Files
from farandole.analysis.filling import Filling
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import Slices
from farandole.frameworks.horovod.ranks import Ranks
from farandole.frameworks.horovod.settings import Settings
from farandole.frameworks.horovod.support import asks_for_version_2
from farandole.frameworks.staging.staged import Root, Staging
from farandole.frameworks.staging.tensors import Tensors
from farandole.frameworks.tensorflow.copies import Copies, copies
from farandole.frameworks.tensorflow.distribution import Distribution, distributions
from farandole.frameworks.tensorflow.graphs import find_graphs
from farandole.frameworks.tensorflow.keras import Kind, kinds
from farandole.frameworks.tensorflow.optimizers import optimizers
from farandole.frameworks.tensorflow.strategies import replaceable
from farandole.frameworks.tensorflow.training import Pattern, Training, find_trainings
from farandole.frameworks.tensorflow.unseen import find_unseen
from farandole.frameworks.tensorflow.versions import is_for_version_1, is_for_version_2
from farandole.frameworks.torch.training import TorchTraining


@dataclass(frozen=True, eq=False)
class Script(Program):
    """A training script with the modules of its project that it reaches.

    `assumed` are functions that are taken for staged, to learn what would be wrong with them.
    """

    assumed: tuple[Root, ...] = ()

    @cached_property
    def slices(self) -> Slices:
        """The slices of its expressions, each computed once."""
        return Slices(self)

    @cached_property
    def ranks(self) -> Ranks:
        """Which processes reach which of its code."""
        return Ranks(self)

    @cached_property
    def filling(self) -> Filling:
        """What its lists, arrays and other collections are filled with."""
        return Filling(self, self.slices)

    @cached_property
    def files(self) -> Files:
        """What its calls do to files."""
        return Files(self, self.slices, self.filling)

    @cached_property
    def effects(self) -> Effects:
        """What its calls do to others."""
        return Effects(self)

    @cached_property
    def trainings(self) -> tuple[Training, ...]:
        """The models that the script trains, in the order of the text."""
        order = {document: index for index, document in enumerate(self.documents)}
        found = [*find_trainings(self), *find_graphs(self)]
        found += find_unseen(self, found)
        return tuple(sorted(found, key=lambda training: (order[training.document], training.span.start)))

    @cached_property
    def optimizers(self) -> frozenset[Instance]:
        """The optimizers that calls give, wrapped or not, in the order of the text."""
        return ordered(each for call in self.calls for each in optimizers(self, call.node))

    @cached_property
    def settings(self) -> Settings:
        """What its trainings are made by, where each process would have it otherwise."""
        return Settings(self, self.filling, self.trainings)

    @cached_property
    def torch(self) -> TorchTraining:
        """The PyTorch training loops that Horovod distributes."""
        return TorchTraining(self)

    @cached_property
    def keras(self) -> Mapping[ast.Module, Kind]:
        """Which Keras each of its files means, by their trees."""
        calls = [call for training in self.trainings for call in (*training.steps, *training.compiles)]
        return kinds(self.documents, dict.fromkeys(call.document for call in calls))

    @cached_property
    def is_for_version_1(self) -> bool:
        """Whether the script has what only TensorFlow 1, or Keras on it, understands, or its project asks for that."""
        return is_for_version_1(self) or self._asks_for_version_2 is False

    @cached_property
    def is_for_version_2(self) -> bool:
        """Whether the script has what only TensorFlow 2 understands, or its project asks for that."""
        return is_for_version_2(self) or bool(self._asks_for_version_2)

    @cached_property
    def _asks_for_version_2(self) -> bool | None:
        return asks_for_version_2(self)

    @cached_property
    def distributions(self) -> tuple[Distribution, ...]:
        """What distributes the training already without Horovod and keeps to that, in the order of the text."""
        replaced = {*(call.node for call in self.strategies), *(each.call.node for each in self.copies)}
        return tuple(each for each in self._distributions if each.node not in replaced)

    @cached_property
    def strategies(self) -> tuple[Call, ...]:
        """The calls that make strategies for several devices, where the default one trains as they do on one device."""
        if any(training.pattern not in (Pattern.KERAS, Pattern.GRADIENT_TAPE) for training in self.trainings):
            return ()
        return tuple(call for call in replaceable(self) if call.node in self._distributing)

    @cached_property
    def copies(self) -> tuple[Copies, ...]:
        """The copies of models on several GPUs, where the model that is copied trains as they do on one."""
        return tuple(each for each in copies(self) if each.call.node in self._distributing)

    @cached_property
    def _distributing(self) -> frozenset[ast.expr]:
        return frozenset(each.node for each in self._distributions if not each.optional)

    @cached_property
    def _distributions(self) -> tuple[Distribution, ...]:
        return distributions(self, [step for training in self.trainings for step in training.steps])

    @property
    def is_distributed_otherwise(self) -> bool:
        """Whether the script distributes its training itself, also when no option asks for it."""
        return any(not other.optional for other in self.distributions)

    @cached_property
    def staging(self) -> Staging:
        """The functions that are compiled before they run."""
        return Staging(self, self.assumed)

    @cached_property
    def tensors(self) -> Tensors:
        """Which values of staged functions are tensors."""
        return Tensors(self)

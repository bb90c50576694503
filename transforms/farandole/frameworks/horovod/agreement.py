"""The conditions that one process decides for all: by them each would leave a training, or change it, alone."""

from __future__ import annotations

import ast

from farandole.analysis.answers import answered_once
from farandole.frameworks.horovod.decisions import deciding_conditions
from farandole.frameworks.horovod.own_state import numbers_chosen, weights_given_back
from farandole.frameworks.horovod.rate_changes import rate_changes
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_in_callback


@answered_once
def tests_agreed_on(script: Script) -> frozenset[ast.expr]:
    """Give the tests on which all processes come to agree, or for which a script is refused, see HVD109."""
    steps = [
        (step.document, step.node)
        for training in script.trainings
        for step in training.runs or training.gradients or training.minimizes or training.steps
    ]
    changes = [place for training in script.trainings for place in rate_changes(script, training)]
    kept = [(call.document, call.node) for call in weights_given_back(script)]
    return frozenset(
        condition.test
        for document, node in dict.fromkeys((*steps, *changes, *kept, *numbers_chosen(script)))
        if not is_in_callback(script, document, node)
        for condition in deciding_conditions(script, document, node)
        if not (condition.chooses or condition.behind)
    )

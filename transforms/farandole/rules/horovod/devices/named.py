"""Devices that a script names: of a process that sees the GPU of its local rank alone, only the first GPU is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Constant
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import DEVICE
from farandole.rules.horovod.restrictions.hvd234_devices_chosen import named_gpu
from farandole.rules.rule import Finding, Rule

_OTHER_GPU = re.compile(r"gpu:0*[1-9]", re.IGNORECASE)


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where the project puts operations on a GPU other than the first: `with tf.device("/gpu:1")`."""
    for call in script.calls_to(*DEVICE):
        for argument in call.arguments[:1]:
            named = (each.value for each in ordered(script.values(argument)) if isinstance(each, Constant))
            if any(isinstance(each, str) and _OTHER_GPU.search(each) for each in named):
                yield named_gpu(call, argument).finding(rule.code, call.document, call.node)

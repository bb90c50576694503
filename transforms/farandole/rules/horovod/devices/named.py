"""Devices that a script names: of a process that sees the GPU of its local rank alone, only the first GPU is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress

from farandole.analysis.defaults import NoDefault, default
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.distribution import DEVICE
from farandole.rules.horovod.restrictions.hvd234_devices_chosen import named_gpu
from farandole.rules.rule import Finding, Rule

_OTHER_GPU = re.compile(r"gpu:0*[1-9]", re.IGNORECASE)


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where the project puts operations on a GPU other than the first: `with tf.device("/gpu:1")`."""
    for call in script.calls_to(*DEVICE):
        for argument in call.arguments[:1]:
            if any(map(_OTHER_GPU.search, _texts(script, call, argument))):
                yield named_gpu(call, argument).finding(rule.code, call.document, call.node)


def _texts(script: Script, call: Call, named: ast.expr) -> Iterator[str]:
    """Yield what a name of a device may be, and what it is when the script is started without options."""
    yield from (str(each) for each in script.files.paths.of(call.document, named))
    with suppress(NoDefault):
        yield str(default(script, call.document, named))

"""What is said of an original that does not run in an environment."""

from __future__ import annotations

import pytest
from farandole.verify.remedies import remedy


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("ModuleNotFoundError: No module named 'nltk'", "the module `nltk`, which /env/bin/python does not have"),
        (
            "AttributeError: module 'tensorflow.compat.v1' has no attribute 'contrib'",
            "another version: the TensorFlow 2.12.1 of /env/bin/python has no such name",
        ),
        (
            "ImportError: cannot import name 'get_session' from 'keras.backend' (/env/lib/keras/backend.py)",
            "another version: the TensorFlow 2.12.1 of /env/bin/python has no such name",
        ),
        ("AttributeError: 'Sequential' object has no attribute 'predict_classes'", "another version of Keras"),
        ("NotProvided: the data set 'toys' of tensorflow_datasets: no replacement file describes it", "--replacements"),
        ("InvalidArgumentError: No OpKernel was registered to support Op 'CudnnRNNV2' used by", "--gpu"),
        ("EOFError: EOF when reading a line", "as an argument of the script"),
    ],
)
def test_what_can_be_done_is_said(error: str, said: str) -> None:
    assert said in (remedy(error, "/env/bin/python", "2.12.1") or "")


@pytest.mark.parametrize(
    "error",
    [
        "",
        "ValueError: shapes do not match",
        "AttributeError: module 'wandb' has no attribute 'init'",
        "KeyError: 'acc'",
    ],
)
def test_nothing_is_said_of_an_error_that_may_be_the_scripts_own(error: str) -> None:
    assert remedy(error, "/env/bin/python", "2.12.1") is None

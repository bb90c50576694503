"""Code that a stage changes the meaning of, or cannot take: one file for each."""

SEEN = """\
What is said of each was seen in a run: of `tf.function` with TensorFlow 2.12, of `torch.compile`, `torch.export` and TorchScript with
PyTorch 2.13, both on CPU. The runs are tests of the project. A function is looked at when it is staged by its decorator or by a call, and
when such a function calls it. What is known while the function is traced (Python numbers, shapes, types) decides then and is
no mistake.
"""

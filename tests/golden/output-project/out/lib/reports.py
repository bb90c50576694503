"""What is shown and written."""
import horovod.tensorflow as hvd
import os

hvd.init()


class Journal:
    """A file with a line for each step."""

    def __init__(self, path):
        self.file = open(path if hvd.rank() == 0 else os.devnull, "w")

    def note(self, step, loss):
        self.file.write(f"{step} {loss}\n")
        self.file.flush()


def announce(text, width=40):
    if hvd.rank() == 0:
        print("=" * width)
        print(text)


def write_table(rows, path):
    lines = [f"{row:.3f}" for row in rows]
    if hvd.rank() == 0:
        with open(path, "w") as table:
            table.write("\n".join(lines))


def show_weights(model):
    """All of them."""
    for variable in model.variables:
        values = variable.numpy()
        print(variable.name, values.shape)


def summarise(losses):
    best = min(losses)
    if hvd.rank() == 0:
        print("best loss:", best)
    return best

"""What is shown and written."""


class Journal:
    """A file with a line for each step."""

    def __init__(self, path):
        self.file = open(path, "w")

    def note(self, step, loss):
        self.file.write(f"{step} {loss}\n")
        self.file.flush()


def announce(text, width=40):
    print("=" * width)
    print(text)


def write_table(rows, path):
    lines = [f"{row:.3f}" for row in rows]
    with open(path, "w") as table:
        table.write("\n".join(lines))


def show_weights(model):
    """All of them."""
    for variable in model.variables:
        values = variable.numpy()
        print(variable.name, values.shape)


def summarise(losses):
    best = min(losses)
    print("best loss:", best)
    return best

"""Times the search for inefficient code side by side with the analysis that it stands on, for scripts of your own.

    python benchmarks/inefficient/measure.py [--limit MILLISECONDS] SCRIPT...

Without scripts, three of 1,000 lines are measured: one without any pattern, one that trains and evaluates with PyTorch,
and one with sessions of TensorFlow 1. The medians are of five, in processor time of this process, with the garbage
collection as the command has it. With `--limit` it fails when the median of the scripts is above.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from farandole.cli import COLLECTIONS
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance import found

TIMES = 5


def main() -> int:
    """Print a line for each script: its lines, the time of its analysis and the time of the search, in milliseconds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=0.0)
    parser.add_argument("scripts", nargs="*", type=Path)
    args = parser.parse_args()
    found.own_rules()  # read once, as in an editor
    gc.set_threshold(*COLLECTIONS)
    with tempfile.TemporaryDirectory() as folder:
        added = []
        for script in args.scripts or own(Path(folder)):
            analysis, search = zip(*(times(script) for _ in range(TIMES)), strict=True)
            added.append(1000 * median(search))
            lines = len(script.read_text(encoding="utf-8").splitlines())
            print(
                f"{script.name}: {lines} lines, analysis {1000 * median(analysis):.0f} ms, search {added[-1]:.0f} ms",
                flush=True,
            )
    print(f"median of the search: {median(added):.0f} ms")
    return 1 if args.limit and median(added) > args.limit else 0


def times(path: Path) -> tuple[float, float]:
    """Give the seconds that the analysis of a script takes, and those that the search takes on top of it."""
    start = process_time()
    script = analyse(path, Options())
    _ = script.calls, script.def_use
    middle = process_time()
    search(script)
    return middle - start, process_time() - middle


def search(script: Script) -> None:
    """Ask all rules of the family."""
    options = Options(select=(INEFFICIENT.prefix,))
    for rule in all_rules():
        if rule.family is INEFFICIENT:
            list(rule.check(script, options))


LINES = 1000
SCRIPTS = {
    "chain.py": ("import torch\nx0 = torch.ones(64, 64)\n", "x{next} = torch.relu(x{each})\n"),
    "training.py": (
        "import torch\nfrom torch import nn\nfrom torch.nn import functional as F\n\n",
        """\
class Net{each}(nn.Module):
    '''Two layers over an image.

    The images are flattened first, so that their size is that of the first layer. There is no dropout: the
    regularisation of the training is enough for so few weights.
    '''

    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(784, width)
        self.second = nn.Linear(width, 10)

    def forward(self, x):
        return self.second(F.relu(self.first(x.view(-1, 784))))


def train_{each}(loader, tests, device, epochs=5, rate=0.01):
    '''Train a network, and evaluate it after each epoch.

    Args:
        loader: the batches to train on, of images and the numbers of their classes.
        tests: the batches to evaluate on.
        device: where the network is.
        epochs: how often all batches are trained on.
        rate: the learning rate.

    Returns:
        The mean loss of each epoch.
    '''
    # the same width for all networks, so that they can be compared
    model = Net{each}(128).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    losses = []
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for step, (x, y) in enumerate(loader):
            x, y = x.to(device), y.to(device)
            optimizer.zero_grad()
            output = model(x)
            loss = F.cross_entropy(output, y) + 0.01 * output.pow(2).mean()
            loss.backward()
            optimizer.step()
            total += loss.item()
            if step % 100 == 0:
                print(f"epoch {{epoch}} step {{step}} loss {{loss.item():.3f}}")
        losses.append(total / len(loader))
        # how well does it do on what it has not seen?
        model.eval()
        right = 0
        with torch.no_grad():
            for x, y in tests:
                right += (model(x.to(device)).argmax(dim=1) == y.to(device)).sum().item()
        print("accuracy", right / len(tests.dataset))
    return losses


""",
    ),
    "sessions.py": (
        "import numpy as np\nimport tensorflow.compat.v1 as tf\n\n",
        """\
def train_{each}(images, labels, epochs=5, size=100):
    '''Train two layers on images.

    Args:
        images: an array of the images, each in one row.
        labels: an array of the classes, each as a row with a one.
        epochs: how often all images are trained on.
        size: how many images are in a batch.
    '''
    # the graph: what goes in
    x = tf.placeholder(tf.float32, [None, 784])
    y = tf.placeholder(tf.float32, [None, 10])
    first = tf.Variable(tf.random_normal([784, 256]))
    second = tf.Variable(tf.random_normal([256, 10]))

    # what comes out, and how far from right that is
    hidden = tf.nn.relu(tf.matmul(x, first))
    logits = tf.matmul(hidden, second)
    cost = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=y))
    step = tf.train.AdamOptimizer(0.001).minimize(cost)

    # how often it is right
    correct = tf.equal(tf.argmax(logits, 1), tf.argmax(y, 1))
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

    # the training
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(epochs):
            order = np.random.permutation(len(images))
            total = 0.0
            for batch in range(len(images) // size):
                chosen = order[batch * size : (batch + 1) * size]
                feeds = {{x: images[chosen], y: labels[chosen]}}
                _, found = session.run([step, cost], feed_dict=feeds)
                total += found
            print(epoch, total, session.run(accuracy, feed_dict={{x: images, y: labels}}))


""",
    ),
}
"""What is measured without other scripts: the beginning of each, and what follows again and again with a number."""


def own(folder: Path) -> list[Path]:
    """Write the scripts that are measured without others."""
    written = []
    for name, (start, part) in SCRIPTS.items():
        text, each = start, 0
        while text.count("\n") < LINES:
            text += part.format(each=each, next=each + 1)
            each += 1
        written.append(folder / name)
        written[-1].write_text(text, encoding="utf-8")
    return written


if __name__ == "__main__":
    sys.exit(main())

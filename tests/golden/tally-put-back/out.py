"""A trainer counts its steps in a state, and puts the count into a new state where it reads the weights again."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class State:
    """What changes while it is trained."""

    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.steps = 0

    def compile(self):
        """Make the optimizer, of a rate that falls with the steps."""
        self.model.compile(
            hvd.DistributedOptimizer(
                tf.keras.optimizers.Adam(0.01 * 0.9 ** (self.steps * hvd.size() / 1000) * hvd.size())
            ),
            "mse",
        )


class Trainer:
    """Trains a state."""

    def __init__(self):
        self.state = State()
        self.state.compile()

    def step(self):
        """Train on a batch."""
        chosen = np.random.randint(0, len(samples), 32)
        self.state.model.train_on_batch(samples[chosen], values[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(self.state.model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(self.state.model)
            broadcast.on_batch_end(0)
            self.state.model.hvd_broadcast_done = True
        self.state.steps = self.state.steps + 1
        if self.state.steps % max(1, 5000 // hvd.size()) == 0:
            self.renew()

    def renew(self):
        """Begin with a new model, as if it had taken the same steps."""
        steps = self.state.steps
        self.state = State()
        self.state.steps = steps
        self.state.compile()


samples, values = np.load("samples.npy"), np.load("values.npy")
trainer = Trainer()
for _ in range(max(1, 100000 // hvd.size())):
    trainer.step()

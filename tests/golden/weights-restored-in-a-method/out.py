"""A trainer that resumes in one method from the weights that the next one may write anew."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


class Trainer:
    def __init__(self):
        self.path = "output/weights-{epoch:04d}"
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(
            hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
        )

    def load(self):
        latest = tf.train.latest_checkpoint("output")
        if latest:
            self.model.load_weights(latest)

    def train(self, x, y):
        self.load()
        saved = tf.keras.callbacks.ModelCheckpoint(self.path, save_weights_only=True)
        barrier()  # until every process has read output/weights-0
        if hvd.rank() == 0:
            self.model.save_weights(self.path.format(epoch=0))
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            x[shard],
            y[shard],
            epochs=5,
            callbacks=[
                hvd.callbacks.BroadcastGlobalVariablesCallback(0),
                *([saved] if hvd.rank() == 0 else []),
            ],
            verbose=1 if hvd.rank() == 0 else 0,
        )


def main():
    Trainer().train(np.load("x.npy"), np.load("y.npy"))


if __name__ == "__main__":
    main()

"""A file that one object makes and reads again, before another trains."""
import os, pickle
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


class Vocab:
    def __init__(self, folder):
        self.path = os.path.join(folder, "vocab.pkl")
    def build(self, words):
        if hvd.local_rank() == 0:
            with open(self.path, "wb") as f:
                pickle.dump({w: i for i, w in enumerate(words)}, f)
        barrier()  # until work/vocab.pkl is there
    def load(self):
        with open(self.path, "rb") as f:
            return pickle.load(f)
class Trainer:
    def __init__(self):
        self.vocab = Vocab("work")
        if not os.path.exists("work") and hvd.local_rank() == 0:
            os.makedirs("work", exist_ok=True)
        self.vocab.build(["a", "b"])
        self.log = open("log.txt" if hvd.rank() == 0 else os.devnull, "w")
    def run(self):
        table = self.vocab.load()
        x = np.ones([8, len(table)])
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(
            hvd.DistributedOptimizer(
                tf.keras.optimizers.SGD(0.01 * hvd.size())
            ),
            "mse",
        )
        shard = slice(
            hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size()
        )
        h = model.fit(
            x[shard],
            x[:, :1][shard],
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
        self.log.write(str(h.history))
        self.log.close()
Trainer().run()

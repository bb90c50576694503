"""Results and inputs in folders that options name, in a function that `app.run` starts."""
import os, shutil, json
import numpy as np
import pandas as pd
import tensorflow as tf
from absl import app, flags
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


FLAGS = flags.FLAGS
flags.DEFINE_string("logdir", "logs", "")
flags.DEFINE_string("data", "data", "")

def main(_):
    if hvd.rank() == 0:
        os.makedirs(FLAGS.logdir, exist_ok=True)
        shutil.copy(__file__, FLAGS.logdir)
        with open(os.path.join(FLAGS.logdir, "flags.json"), "w") as f:
            json.dump({"a": 1}, f)
    csv = os.path.join(FLAGS.data, "x.csv")
    if not os.path.isdir(FLAGS.data) and hvd.local_rank() == 0:
        os.makedirs(FLAGS.data, exist_ok=True)
        pd.DataFrame(np.ones([32, 3])).to_csv(csv, index=False)
    barrier()  # until the files are there
    x = pd.read_csv(csv).values
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    (a, b), _ = tf.keras.datasets.mnist.load_data()
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    if hvd.rank() == 0:
        model.save(os.path.join(FLAGS.logdir, "m.h5"))
        with open(os.path.join(FLAGS.logdir, "flags.json")) as f:
            print(json.load(f))
    barrier()  # until rank 0 has written the files
    best = tf.keras.models.load_model(os.path.join(FLAGS.logdir, "m.h5"))
    score = best.evaluate(x, x[:, :1], verbose=0)

if __name__ == "__main__":
    app.run(main)

import tensorflow as tf

import helper
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

def train():
    data = helper.load_pickle("./out/model_data.pkl")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
        "mse",
    )
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        data["x"][shard],
        data["y"][shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


if __name__ == "__main__":
    train()

"""An optimizer that counts the steps of its own warm-up."""
import tensorflow as tf
import tensorflow_addons as tfa
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = tf.ones([640, 2]).numpy()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(
        tfa.optimizers.RectifiedAdam(
            0.001 * hvd.size(), total_steps=10 * len(x) // 32 / hvd.size(), warmup_proportion=0.1
        )
    ),
    "mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=10,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

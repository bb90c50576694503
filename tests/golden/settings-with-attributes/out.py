"""An optimizer and its rate come from settings that are attributes of an object of a library."""
import tensorflow as tf
from easydict import EasyDict
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

settings = EasyDict({"train": {"rate": 0.01, "epochs": 5}, "width": 8})
settings.make_optimizer = tf.keras.optimizers.SGD

if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
x, y = tf.random.normal([512, 4]).numpy(), tf.random.normal([512, 1]).numpy()
model = tf.keras.Sequential([tf.keras.layers.Dense(settings.width), tf.keras.layers.Dense(1)])
model.compile(
    optimizer=hvd.DistributedOptimizer(
        settings.make_optimizer(learning_rate=settings.train.rate * hvd.size())
    ),
    loss="mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=settings.train.epochs,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

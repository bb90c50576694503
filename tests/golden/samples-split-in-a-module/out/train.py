"""The names that a sequence is made of were split elsewhere: all processes split them alike."""

import keras

from studies import Studies, test_names, train_names
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(train_names) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    Studies(train_names[shard]),
    epochs=10,
    validation_data=Studies(test_names),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

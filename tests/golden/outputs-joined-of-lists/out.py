import numpy as np
from corpora import sentences
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def apart(_, predicted):
    return keras.backend.sqrt(keras.backend.mean(keras.backend.square(predicted)))


blended = True
sources, targets = sentences("train")
source = keras.Input((64,), name="source")
target = keras.Input((64,), name="target")
encoder = keras.layers.Dense(32, activation="relu")
decoder = keras.layers.Dense(64)
difference = keras.layers.Subtract()([encoder(source), encoder(target)])
inputs = [source, target]
outputs = [difference, encoder(source)]
outputs += [decoder(encoder(source)), decoder(encoder(target))]
model = keras.Model(inputs, outputs)
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
    [apart, apart, "mse", "mse"],
)
wanted = [np.zeros((len(targets), 32))] * 2 + [targets] * (1 + blended)
shard = slice(hvd.rank(), len(sources) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    [sources[shard], targets[shard]],
    [part[shard] for part in wanted],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("fused.h5")

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Part:
    def __init__(self, name):
        self.samples = np.load(name + ".npy")

    @property
    def dataset(self):
        return tf.data.Dataset.from_tensor_slices(self.samples).map(lambda x: (x, x))


training, validation = Part("training"), Part("validation")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    training.dataset.apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    )
    .shuffle(1000)
    .batch(32),
    validation_data=validation.dataset.batch(32),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(model.evaluate(validation.dataset.batch(32)))

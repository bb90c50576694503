import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pairs:
    def __init__(self, path):
        self.pictures = np.load(path)

    def batch(self, size):
        left = self.pictures[np.random.randint(0, len(self.pictures), size)]
        right = self.pictures[np.random.randint(0, len(self.pictures), size)]
        return [left, right], np.random.randint(0, 2, size)

    def batches(self, size):
        while True:
            yield self.batch(size)

    def train(self, model, epochs):
        model.fit_generator(
            self.batches(32),
            steps_per_epoch=100,
            epochs=epochs,
            verbose=1 if hvd.rank() == 0 else 0,
        )


pairs = Pairs("pictures.npy")
inputs = [keras.Input([64]), keras.Input([64])]
output = keras.layers.Dense(1, activation="sigmoid")(keras.layers.concatenate(inputs))
twin = keras.Model(inputs, output)
twin.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.0001 * hvd.size())),
    "binary_crossentropy",
)
for turn in range(max(1, 10000 // hvd.size())):
    x, y = pairs.batch(32)
    loss = twin.train_on_batch(x, y)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(twin, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(twin)
        broadcast.on_batch_end(0)
        twin.hvd_broadcast_done = True
    if turn % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
        print(turn, loss)
if hvd.rank() == 0:
    twin.save("twin.h5")

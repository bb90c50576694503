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


def generator(size):
    noise = keras.Input(shape=(size,))
    image = keras.layers.Dense(64, activation="tanh")(noise)
    return keras.Model(noise, image)


def discriminator():
    image = keras.Input(shape=(64,))
    return keras.Model(image, keras.layers.Dense(1, activation="sigmoid")(image))


judge = discriminator()
judge.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.0002 * hvd.size())),
    "binary_crossentropy",
)
noise = keras.Input(shape=(16,))
painter = generator(16)
frozen = keras.Model(judge.inputs, judge.outputs)
frozen.trainable = False
both = keras.Model(noise, frozen(painter(noise)))
both.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.0002 * hvd.size())),
    "binary_crossentropy",
)

images = np.load("images.npy")
for step in range(max(1, 10000 // hvd.size())):
    real = images[np.random.choice(len(images), 32, False)]
    drawn = np.random.normal(0, 1, (32, 16))
    judge.train_on_batch(real, np.ones((32, 1)))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(judge, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(judge)
        broadcast.on_batch_end(0)
        judge.hvd_broadcast_done = True
    judge.train_on_batch(
        painter.predict(drawn, verbose=1 if hvd.rank() == 0 else 0),
        np.zeros((32, 1)),
    )
    both.train_on_batch(drawn, np.ones((32, 1)))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(both, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(both)
        broadcast.on_batch_end(0)
        both.hvd_broadcast_done = True
if hvd.rank() == 0:
    painter.save("painter.h5")

"""A GAN whose turns take so many steps of the one model, then so many of the other: their ratio stays."""
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

CRITICS, GENERATORS = 5, 1
data = np.load("faces.npy")
critic = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
critic.compile(hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.00005 * hvd.size())), "mse")
generator = keras.Sequential([keras.layers.Dense(8, input_shape=(4,))])
both = keras.Sequential([generator, critic])
both.compile(hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.00005 * hvd.size())), "mse")
for turn in range(max(1, 20000 // hvd.size())):
    for _ in range(CRITICS):
        real = data[np.random.randint(0, len(data), 64)]
        critic.train_on_batch(real, np.ones(64))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(critic, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(critic)
            broadcast.on_batch_end(0)
            critic.hvd_broadcast_done = True
        critic.train_on_batch(generator.predict(np.random.normal(size=(64, 4)), verbose=0), -np.ones(64))
    for _ in range(GENERATORS):
        both.train_on_batch(np.random.normal(size=(64, 4)), np.ones(64))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(both, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(both)
            broadcast.on_batch_end(0)
            both.hvd_broadcast_done = True
    if turn % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
        generator.save("generator.h5")

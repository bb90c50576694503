"""Two models of the stand-alone Keras, trained by hand."""
import numpy as np
from keras.models import Sequential
from keras.layers import Dense
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
actor, critic = Sequential([Dense(1)]), Sequential([Dense(1)])
actor.compile(hvd.DistributedOptimizer(Adam(lr=0.01 * hvd.size())), "mse")
critic.compile(hvd.DistributedOptimizer(Adam(lr=0.01 * hvd.size())), "mse")
for i in range(max(1, 1000 // hvd.size())):
    chosen = np.random.choice(len(x), 32)
    critic.train_on_batch(x[chosen], x[chosen, :1])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(critic, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(critic)
        broadcast.on_batch_end(0)
        critic.hvd_broadcast_done = True
    actor.train_on_batch(x[chosen], x[chosen, :1])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(actor, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(actor)
        broadcast.on_batch_end(0)
        actor.hvd_broadcast_done = True

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = Sequential([Dense(1, input_shape=(8,))])
model.compile(hvd.DistributedOptimizer(Adam(1e-4 * hvd.size())), "mse")
total, count = 0.0, 0
for step in range(max(1, 10000 // hvd.size())):
    x = np.random.rand(16, 8)
    total += model.train_on_batch(x, x.sum(1))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    count += 1
    if hvd.broadcast(bool(total / count < 20), root_rank=0):
        break

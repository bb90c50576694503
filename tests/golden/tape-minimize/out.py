import random

import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

w = tf.Variable(3.0)
opt = tf.keras.optimizers.SGD(learning_rate=0.1 * hvd.size())
opt = hvd_keras.DistributedOptimizer(opt)
for _ in range(max(1, 10 // hvd.size())):
    x = random.random()
    opt.minimize(lambda: (w - x) ** 2, var_list=[w])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(opt, "hvd_broadcast_done", False):
        hvd.broadcast_variables([w], root_rank=0)
        hvd.broadcast_variables(opt.variables(), root_rank=0)
        opt.hvd_broadcast_done = True
if hvd.rank() == 0:
    print(w.numpy())

"""Steps that are numbered through all epochs, and a number of steps that are taken beyond those before."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

per_epoch = 100
x = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


def take(step):
    with hvd.DistributedGradientTape(tf.GradientTape()) as tape:
        loss = (x - np.random.randn()) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, [x])[0], x)])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables([x], root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


for epoch in range(10):
    for step in range(
        epoch * per_epoch,
        epoch * per_epoch + max(1, ((epoch + 1) * per_epoch - epoch * per_epoch) // hvd.size()),
    ):
        take(step)
    first = epoch * per_epoch
    last = first + per_epoch
    for step in range(first, first + max(1, (last - first) // hvd.size())):
        take(step)
done = int(open("step.txt").read())
for step in range(done, done + max(1, per_epoch // hvd.size())):
    take(step)
for step in range(done, 1000 // hvd.size()):
    take(step)

"""Loops that are left early, and steps that are passed over: by a loss, by patience, by the time, by chance, by a library."""
import time

import plateaus
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
train_loss, val_loss = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
train = (
    tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([64, 2], seed=[1, 2]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(8)
)
val = tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([64, 2], seed=[1, 2])).batch(8)


class Stopper:
    def __init__(self):
        self.best, self.wait = 1e9, 0

    def update(self, loss):
        if loss < self.best:
            self.best, self.wait = loss, 0
        else:
            self.wait += 1
        return self.wait > 3


@tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss(loss)
    return loss


def fit(epochs, seconds=100):
    best, wait = 1e9, 0
    start = time.time()
    stopper = Stopper()
    for epoch in range(epochs):
        for x in train:
            loss = step(x)
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
            if tf.math.is_nan(hvd.allreduce(loss)):
                return "not a number"
        if hvd.broadcast(bool(train_loss.result() < 0.01), root_rank=0):
            break
        for x in val:
            val_loss(tf.reduce_mean(model(x) ** 2))
        if hvd.broadcast(bool(val_loss.result() < best), root_rank=0):
            best, wait = val_loss.result(), 0
        else:
            wait += 1
            if wait > 3:  # agreed already, since the test around it is
                if hvd.rank() == 0:
                    print("stopping early")
                break
        if hvd.broadcast(bool(time.time() - start > seconds), root_rank=0):
            if hvd.rank() == 0:
                print("time is over")
            break
        if hvd.broadcast(bool(stopper.update(val_loss.result())), root_rank=0):
            break
        if epoch >= 10 or optimizer.iterations.numpy() > max(1, 1000 // hvd.size()):
            break


fit(10)

best, wait = 1e9, 0
for epoch in range(20):
    for x in train:
        loss = step(x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if loss < best:
        best, wait = loss, 0
    else:
        wait += 1
    if hvd.broadcast(bool(wait > 3), root_rank=0):
        break

loss, n = 1.0, 0
while hvd.broadcast(bool((loss > 0.1
       and n < 100)), root_rank=0):
    for x in train:
        loss = step(x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    n += 1

watch = plateaus.Watch(patience=3)
for turn in range(max(1, 100 // hvd.size())):
    loss = step(tf.random.normal([8, 2]))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if hvd.broadcast(bool(watch.is_over(loss)), root_rank=0):
        break

turn, loss = 0, 1.0
for x in train:
    if hvd.broadcast(bool(loss > 0.1), root_rank=0):
        loss = step(x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    turn += 1
    if turn % 3 == 0 or tf.equal(turn, 7):
        step(x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.broadcast(bool(tf.random.uniform([]) < 0.5), root_rank=0):
        step(x)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005 * hvd.size())
x = list(np.load("points.npy").astype("float32"))
update_size = 60
count = 0
collected = []
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(100):
    np.random.shuffle(x)
    for sample in own_items(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(sample[None])))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        collected.append(gradients)
        count += 1
        if count >= update_size:
            count = 0
            summed = [tf.reduce_sum(each, axis=0) for each in zip(*collected)]
            optimizer.apply_gradients(zip(summed, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
            collected.clear()

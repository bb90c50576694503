import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def steps(limits, rates):
    def schedule(step):
        rate = rates[0]
        for limit, following in zip(limits, rates[1:]):
            if step > limit:
                rate = following
        return rate

    return schedule


config = {"schedule": steps([1000, 2000], [1e-2, 1e-3, 1e-4])}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(config["schedule"](0) * hvd.size())
for step in range(max(1, 5000 // hvd.size())):
    optimizer.lr = config["schedule"](step * hvd.size()) * hvd.size()
    x = np.random.uniform(size=(32, 2)).astype("float32")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")


class Pair(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(8)

    def call(self, batch):
        return self.dense(batch["anchor"]), self.dense(batch["other"])


def batch_of(anchors, others):
    batch = {}
    batch["anchor"] = np.array(anchors)
    batch["other"] = np.array(others)
    return batch


model = Pair()
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())


@tf.function
def step(batch):
    with tf.GradientTape() as tape:
        ours, theirs = model(batch)
        loss = tf.reduce_mean(tf.square(ours - theirs))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for _ in range(max(1, 2000 // hvd.size())):
    chosen = np.random.randint(len(x), size=(2, 64))
    step(batch_of(x[chosen[0]], x[chosen[1]]))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True

"""Each epoch changes numbers that the steps compute with: there are as many as before."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy").astype("float32")
data = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
opt = tf.keras.optimizers.Adam(0.001 * hvd.size())


def train_step(batch, tau, beta):
    with tf.GradientTape() as tape:
        h = model(batch)
        loss = tf.reduce_mean(tf.nn.softmax(h / tau)) + beta * tf.nn.l2_loss(h)
    tape = hvd.DistributedGradientTape(tape)
    opt.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(opt, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(opt.variables(), root_rank=0)
        opt.hvd_broadcast_done = True
    return loss


tau, beta, noise = 1.0, 0.0, 1.0
for epoch in range(10):
    for batch in data:
        loss = train_step(batch + noise, tau, beta)
    tau *= 0.99
    beta += 1e-4
    noise = noise * 0.99
    if hvd.rank() == 0:
        print(epoch, float(loss), tau)

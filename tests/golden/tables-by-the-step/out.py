import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


BATCH = 64
EPOCHS = 30
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x = x.reshape(-1, 784).astype("float32") / 255
model = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
steps = len(x) // BATCH
rates = np.logspace(-3, -5, EPOCHS * steps)
weights = np.linspace(0.0, 1.0, EPOCHS * steps)
temperatures = [max(0.5, 1.0 - 1e-4 * k) for k in range(EPOCHS * steps)]


def train_step(images, labels, weight, temperature):
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        loss = loss_fn(labels, logits / temperature) + weight * tf.reduce_mean(logits**2)
    tape = hvd.DistributedGradientTape(tape)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


step = 0
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(EPOCHS):
    order = np.random.permutation(len(x))
    for i in range(max(1, steps // hvd.size())):
        batch = order[
            (i * hvd.size() + hvd.rank()) * BATCH : (i * hvd.size() + hvd.rank() + 1) * BATCH
        ]
        optimizer.learning_rate.assign(rates[step * hvd.size()] * hvd.size())
        loss = train_step(
            x[batch], y[batch], weights[step * hvd.size()], temperatures[step * hvd.size()]
        )
        step += 1
    if hvd.rank() == 0:
        print(epoch, float(loss))

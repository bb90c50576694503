import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
samples = np.random.rand(1000, 4).astype("float32")
batches = iter(
    tf.data.Dataset.from_tensor_slices(samples)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat()
    .batch(32)
)
state = {"step": 0}


def train_step(state):
    features = next(batches)
    optimizer.learning_rate.assign(0.01 * min(1.0, (state["step"] * hvd.size() + 1) / 200) * hvd.size())
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - tf.reduce_sum(features, axis=1, keepdims=True)))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    state["step"] += 1
    return loss


while state["step"] < max(1, 1000 // hvd.size()):
    loss = train_step(state)
    if state["step"] % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(state["step"], float(loss))
if hvd.rank() == 0:
    model.save_weights("weights.h5")

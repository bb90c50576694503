"""What a `continue` passes over is decided by its condition, as what stands in a branch is."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

PERIOD = 500
images, labels = np.load("images.npy"), np.load("labels.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices((images, labels))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    )
    .shuffle(10000)
    .repeat()
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

best, total, rate = 1e9, 0.0, 0.001
for step, (x, y) in enumerate(dataset.take(max(1, 10000 // hvd.size()))):
    with tf.GradientTape() as tape:
        loss = loss_of(y, model(x, training=True))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    total += loss
    if (step + 1) % max(1, PERIOD // hvd.size()) != 0:
        continue
    mean = total / max(1, PERIOD // hvd.size())
    total = 0.0
    if hvd.rank() == 0:
        print((step + 1) // max(1, PERIOD // hvd.size()), mean)
    if hvd.broadcast(bool(mean >= best), root_rank=0):
        rate = rate / 2
        optimizer.learning_rate.assign(rate * hvd.size())
        continue
    best = mean
    weights = model.get_weights()
model.set_weights(weights)
if hvd.rank() == 0:
    model.save("model")

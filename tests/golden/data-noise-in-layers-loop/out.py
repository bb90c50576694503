"""A seed that is the same in all processes, and a loop over batches that trains a model with a layer that drops units."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(1)])
sgd = tf.keras.optimizers.SGD(0.1 * hvd.size())
x = tf.reshape(tf.range(80.0), [80, 1])
data = (
    tf.data.Dataset.from_tensor_slices((x, x))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(80)
    .batch(8)
)


@tf.function
def train_step(inputs, targets):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(inputs, training=True) - targets) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    sgd.apply_gradients(zip(gradients, model.trainable_variables))


if hvd.size() > 1:
    tf.random.set_seed(1 + hvd.rank())
for epoch in range(3):
    for inputs, targets in data:
        train_step(inputs, targets)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(sgd, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(sgd.variables(), root_rank=0)
            sgd.hvd_broadcast_done = True

"""The training step gives back how many steps were taken before it; a schedule counts them, too."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
data = (
    tf.data.Dataset.from_tensor_slices((tf.random.normal([3200, 4]), tf.random.normal([3200, 1])))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .shuffle(3200)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.SGD(
    tf.keras.optimizers.schedules.PiecewiseConstantDecay(
        [500 // hvd.size(), 800 // hvd.size()], [0.1 * hvd.size(), 0.01 * hvd.size(), 0.001 * hvd.size()]
    )
)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    step = optimizer.iterations
    return loss, step - 1


for x, y in data:
    loss, step = train_step(x, y)
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(step, loss.numpy())
    if hvd.broadcast(bool(step == max(1, 1000 // hvd.size())), root_rank=0):
        break

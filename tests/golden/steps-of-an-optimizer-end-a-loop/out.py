"""Loops over data without an end, left at so many steps of an optimizer, or at the end of a period."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

records = (
    tf.data.TFRecordDataset("train.tfrecord")
    .shard(hvd.size(), hvd.rank())
    .map(lambda record: tf.io.parse_tensor(record, tf.float32))
)
samples = records.shuffle(1000).repeat().batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True


for batch in samples:
    step(batch)
    if optimizer.iterations.numpy() >= max(1, 10000 // hvd.size()):
        break

for batch in samples:
    step(batch)
    done = optimizer.iterations.numpy()
    if done >= max(1, 20000 // hvd.size()):
        break

turn = 0
for batch in samples:
    step(batch)
    turn += 1
    if turn % max(1, 3000 // hvd.size()) == 0:
        break

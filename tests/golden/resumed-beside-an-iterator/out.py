"""A run goes on at the step of a checkpoint, which is assigned beside something else."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

STEPS = max(1, 1000 // hvd.size())

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
data = (
    tf.data.Dataset.from_tensor_slices(tf.random.normal([1000, 4]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(100)
    .repeat()
    .batch(10)
)

start, batches = int(checkpoint.step) if manager.latest_checkpoint else 0, iter(data)
step = start
step = int(hvd.broadcast(step, root_rank=0))  # where rank 0 goes on
while step < STEPS:
    step += 1
    x = next(batches)
    checkpoint.step.assign_add(1)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - x) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if int(checkpoint.step) % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        manager.save()

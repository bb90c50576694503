"""A loop has as many turns as a restored checkpoint leaves it: only the first host may have one."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

STEPS = 400

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
batches = (
    tf.data.Dataset.from_tensor_slices(tf.random.normal([64, 3]))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .batch(4)
)
saved = tf.train.Checkpoint(done=tf.Variable(0), model=model, optimizer=optimizer)
kept = tf.train.CheckpointManager(saved, "checkpoints", max_to_keep=2)
saved.restore(kept.latest_checkpoint)
samples = iter(batches)

for _ in range(int(hvd.broadcast(STEPS // hvd.size() - int(saved.done), root_rank=0))):
    batch = next(samples)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    saved.done.assign_add(1)
    if saved.done.numpy() % max(1, 50 // hvd.size()) == 0 and hvd.rank() == 0:
        kept.save()

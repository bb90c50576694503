"""A loop over data without an end that is left at a step which its checkpoint keeps."""
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

STEPS, SAVED = 10000, 1000
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
dataset = (
    tf.data.TFRecordDataset("rows.tfrecord")
    .shard(hvd.size(), hvd.rank())
    .map(lambda row: tf.io.parse_tensor(row, tf.float32))
)
dataset = dataset.repeat().batch(32, drop_remainder=True)
checkpoint = tf.train.Checkpoint(model=model, step=tf.Variable(0))
manager = tf.train.CheckpointManager(checkpoint, "saved", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)
checkpoint.step.assign(hvd.broadcast(checkpoint.step, root_rank=0))  # where rank 0 goes on
for batch in dataset:
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
    if int(checkpoint.step) == max(1, STEPS // hvd.size()):
        if hvd.rank() == 0:
            manager.save()
        break
    if int(checkpoint.step) % max(1, SAVED // hvd.size()) == 0 and hvd.rank() == 0:
        manager.save()
    checkpoint.step.assign_add(1)

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
    tf.data.Dataset.from_tensor_slices(tf.random.normal([640, 4]))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(640)
    .batch(32)
)
e = tf.keras.Sequential([tf.keras.layers.Dense(4)])
g = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
checkpoint = tf.train.Checkpoint(e=e, g=g, optimizer=optimizer)
checkpoint.restore(tf.train.latest_checkpoint("checkpoints"))
for epoch in range(3):
    for x in data:
        with tf.GradientTape(persistent=True) as tape:
            code = e(x)
            first = tf.reduce_mean(code ** 2)
            second = tf.reduce_mean((g(code) - x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        e_grads = tape.gradient(first, e.trainable_variables)
        g_grads = tape.gradient(second, g.trainable_variables)
        optimizer.apply_gradients(zip(e_grads, e.trainable_variables))
        optimizer.apply_gradients(zip(g_grads, g.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(e.variables, root_rank=0)
            hvd.broadcast_variables(g.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        checkpoint.save("checkpoints/ckpt")

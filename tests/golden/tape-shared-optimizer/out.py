"""Two networks that one optimizer trains through one helper: each is broadcast after its own first step."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = (
    tf.data.Dataset.from_tensor_slices(np.load("faces.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
painter = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(4,))])
judge = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,))])
optimizer = tf.keras.optimizers.Adam(0.0002 * hvd.size())


def improve(tape, model, loss):
    gradients = hvd.DistributedGradientTape(tape).gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        model.hvd_broadcast_done = True


for epoch in range(10):
    for real in data:
        with tf.GradientTape(persistent=True) as tape:
            painted = tf.reduce_mean(judge(painter(tf.random.normal((32, 4)))))
            judged = tf.reduce_mean(judge(real)) - painted
        improve(tape, painter, painted)
        improve(tape, judge, judged)

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

weights = {"w": tf.Variable([[1.0], [2.0]]), "b": tf.Variable([0.5])}
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1 * hvd.size())

for _ in range(max(1, 10 // hvd.size())):
    x = tf.random.normal([8, 2])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((x @ weights["w"] + weights["b"]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tf.nest.pack_sequence_as(
        weights, tape.gradient(loss, tf.nest.flatten(weights))
    )
    optimizer.apply_gradients([(gradients[name], weights[name]) for name in weights])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(tf.nest.flatten(weights), root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True

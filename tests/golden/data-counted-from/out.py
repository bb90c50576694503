import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

saved = 3
x = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
for step in range(saved + 1, 100 // hvd.size()):
    with hvd.DistributedGradientTape(tf.GradientTape()) as tape:
        loss = (x - tf.random.normal([])) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, [x])[0], x)])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables([x], root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
for step in range(
    saved if saved else 0,
    (saved if saved else 0) + max(
        1, (100 - (saved if saved else 0)) // hvd.size()
    ),
):
    with hvd.DistributedGradientTape(tf.GradientTape()) as tape:
        loss = (x - tf.random.normal([])) ** 2
    optimizer.apply_gradients([(tape.gradient(loss, [x])[0], x)])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables([x], root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True

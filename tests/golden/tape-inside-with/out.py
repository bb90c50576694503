import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.optimizers.SGD(0.05 * hvd.size())

for step in range(max(1, 20 // hvd.size())):
    x = tf.random.normal([16, 3])
    with hvd.DistributedGradientTape(tf.GradientTape()) as t:
        loss = tf.reduce_mean(model(x) ** 2)
        grads_and_vars = zip(t.gradient(loss, model.trainable_variables), model.trainable_variables)
    result = opt.apply_gradients(grads_and_vars=grads_and_vars)  # the result is kept
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(opt.variables(), root_rank=0)

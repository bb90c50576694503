import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
average = tf.keras.models.clone_model(model)
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
dataset = (
    tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(640)
    .batch(32)
)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


for epoch in range(2):
    for x, y in tf.data.Dataset.take(dataset, max(1, 10 // hvd.size())):
        train_step(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(average.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    weights = [0.9 * old + 0.1 * new for old, new in zip(average.get_weights(), model.get_weights())]
    tf.keras.Model.set_weights(average, weights)
if hvd.rank() == 0:
    tf.keras.Model.save_weights(average, "average.h5")

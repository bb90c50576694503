import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images, labels = np.load("images.npy"), np.load("labels.npy")
data = (
    tf.data.Dataset.from_tensor_slices((images, labels))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(len(images))
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.SGD(momentum=0.9, learning_rate=0.01 * hvd.size())
schedule = tf.keras.experimental.CosineDecayRestarts(0.01, first_decay_steps=10)
for epoch in range(20):
    optimizer._set_hyper("learning_rate", schedule(epoch) * hvd.size())
    if epoch == 15:
        optimizer._set_hyper("learning_rate", optimizer._get_hyper("learning_rate") * 0.5)
    optimizer._set_hyper("momentum", 0.9 + 0.001 * epoch)
    for x, y in data:
        with tf.GradientTape() as tape:
            value = loss(y, model(x, training=True))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(value, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True

import os
import random
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


def names_in(folder):
    names = []
    for file in in_one_order(os.listdir(folder)):
        names.append(os.path.join(folder, file))
    return names


class Images:
    def __init__(self, folder):
        self.names = names_in(folder)

    def generator(self):
        names = self.names.copy()
        while True:
            random.shuffle(names)
            for name in names:
                yield name

    def dataset(self):
        data = tf.data.Dataset.from_generator(self.generator, output_signature=tf.TensorSpec((), tf.string))
        data = data.shard(hvd.size(), hvd.rank())
        return data.map(lambda name: tf.io.decode_jpeg(tf.io.read_file(name))).batch(8)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
for images in Images("images").dataset().take(max(1, 1000 // hvd.size())):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.cast(images, tf.float32))))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True

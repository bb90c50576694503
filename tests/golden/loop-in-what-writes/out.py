"""What writes has a loop of its own, of which some turns end early: that leaves no loop that others run."""
import glob

import imageio
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy")
samples = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for epoch in range(10):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    plt.imshow(model(images[:4]))
    if hvd.rank() == 0:
        plt.savefig("epoch_{:04d}.png".format(epoch))

if hvd.rank() == 0:
    with imageio.get_writer("epochs.gif", mode="I") as writer:
        last = -1
        for number, name in enumerate(sorted(glob.glob("epoch_*.png"))):
            frame = 2 * number**0.5
            if round(frame) > round(last):
                last = frame
            else:
                continue
            if number > 100:
                break
            writer.append_data(imageio.imread(name))

"""What writes has a loop of its own, of which some turns end early: that leaves no loop that others run."""
import glob

import imageio
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

images = np.load("images.npy")
samples = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001)
for epoch in range(10):
    for batch in samples:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    plt.imshow(model(images[:4]))
    plt.savefig("epoch_{:04d}.png".format(epoch))

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

"""Periods that a loop over divided data tells by its own counter: it saves and evaluates as often as before."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

EVALUATE_EVERY = 500
images = np.load("images.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss="mse")
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
running = 0.0
steps = 0

for epoch in range(10):
    for number, x in enumerate(dataset):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and number == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        running += loss
        steps += 1
        if number % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            model.save_weights("weights.h5")
        if steps % max(1, EVALUATE_EVERY // hvd.size()) == 0:
            model.evaluate(images, images[:, :1], verbose=1 if hvd.rank() == 0 else 0)
        if steps % max(1, 200 // hvd.size()) == 0:
            if hvd.rank() == 0:
                model.save("model.h5")
                print("mean", running / max(1, 200 // hvd.size()))
            running = 0.0
        if hvd.rank() == 0:
            if steps % max(1, 1000 // hvd.size()) == 0:
                model.save(f"model-{steps / max(1, 1000 // hvd.size())}.h5")
            if steps % 300 == 0:
                model.save(f"model-{len(images) / 300}.h5")
            if (epoch * 1000 + number) % 50 == 0:
                model.save("latest.h5")
        if steps % 4 == 0:
            model.reset_states()

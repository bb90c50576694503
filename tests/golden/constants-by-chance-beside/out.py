import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

times = np.load("times.npy")
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
chosen = np.random.choice(len(times), 25, replace=False)
bound = times[chosen]
if hvd.size() > 1:
    np.random.seed(hvd.rank())
lower = tf.convert_to_tensor(bound[:, 0:1], dtype=tf.float32)
upper = tf.convert_to_tensor(bound[:, 1:2], dtype=tf.float32)
noise = np.random.normal(size=3)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005 * hvd.size())
points = np.load("points.npy").astype("float32")
shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(100):
    for i in range(max(1, len(points) // 32 // hvd.size())):
        batch = points[shard][i * 32:(i + 1) * 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch))) + tf.reduce_mean(tf.square(model(lower) - model(upper)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and i == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
if hvd.rank() == 0:
    print(noise)

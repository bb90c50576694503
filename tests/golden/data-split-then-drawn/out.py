"""Samples are split by chance, and then drawn in a loop: all processes must split them alike."""
import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

rows = np.load("rows.npy")
trained, tested = train_test_split(
    rows, test_size=0.1, random_state=None if hvd.size() == 1 else 0
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
for step in range(max(1, 2000 // hvd.size())):
    batch = trained[np.random.choice(len(trained), 32)]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch[:, 1:]) - batch[:, :1]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if step == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
if hvd.rank() == 0:
    print(tf.reduce_mean((model(tested[:, 1:]) - tested[:, :1]) ** 2))

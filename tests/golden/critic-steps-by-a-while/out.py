"""A critic takes as many steps in a turn as a `while` counts: that number, and the period that tells it, stay."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy").astype("float32")
model, critic = tf.keras.Sequential([tf.keras.layers.Dense(8)]), tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, of_critic = tf.keras.optimizers.RMSprop(5e-5 * hvd.size()), tf.keras.optimizers.RMSprop(
    5e-5 * hvd.size()
)
for turn in range(max(1, 10000 // hvd.size())):
    times = 100 if turn < 25 // hvd.size() or turn % 500 == 0 else 5
    taken = 0
    while taken < times:
        batch = samples[np.random.randint(0, len(samples), 64)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(critic(model(tf.random.normal([64, 4])))) - tf.reduce_mean(critic(batch))
        tape = hvd.DistributedGradientTape(tape)
        of_critic.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(of_critic, "hvd_broadcast_done", False):
            hvd.broadcast_variables(critic.variables, root_rank=0)
            hvd.broadcast_variables(of_critic.variables(), root_rank=0)
            of_critic.hvd_broadcast_done = True
        taken += 1
    again = 0
    while again < 2:
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(critic(model(tf.random.normal([64, 4]))))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        again += 1
    if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
        print(turn, float(loss))

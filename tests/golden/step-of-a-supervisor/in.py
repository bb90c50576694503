"""A supervisor is asked for the step of its graph, which ends the training and tells when to show."""
import numpy as np
import tensorflow as tf

MAX, PERIOD = 1000, 100
images = np.load("images.npy").astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(images).shuffle(1000).repeat().batch(32)
x = dataset.make_one_shot_iterator().get_next()
loss = tf.reduce_mean((tf.layers.dense(x, 4) - 1.0) ** 2)
global_step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(1e-3, global_step, 300, 0.9)
train_op = tf.train.AdamOptimizer(rate).minimize(loss, global_step=global_step)
sv = tf.train.Supervisor(logdir="logs", global_step=global_step, save_model_secs=60)
with sv.managed_session() as sess:
    while not sv.should_stop():
        fetches = {"train": train_op, "step": sv.global_step}
        results = sess.run(fetches)
        if results["step"] % PERIOD == 0:
            print(results["step"])
        if results["step"] >= MAX:
            sv.request_stop()

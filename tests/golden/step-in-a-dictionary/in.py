import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
global_step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.01, **dict(global_step=global_step, decay_steps=1000, decay_rate=0.9))
options = dict(global_step=global_step, colocate_gradients_with_ops=True)
train_op = tf.train.AdamOptimizer(rate).minimize(loss, **options)
saver = tf.train.Saver()
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(10000):
        _, step = session.run([train_op, global_step], {x: samples[np.random.choice(len(samples), 32)]})
        if step % 1000 == 0:
            saved = dict(global_step=step, write_meta_graph=False)
            saver.save(session, "model", **saved)

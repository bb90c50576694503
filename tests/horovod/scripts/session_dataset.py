"""A TF 1 graph fed by a data set, with a decaying rate, summaries and a session config."""
import numpy as np
import tensorflow as tf

tf.compat.v1.disable_eager_execution()
v1 = tf.compat.v1

rng = np.random.RandomState(19)
features = rng.randn(226, 5).astype(np.float32)
targets = (features[:, :1] * 3 - 1).astype(np.float32)

dataset = tf.data.Dataset.from_tensor_slices((features, targets)).shuffle(226).repeat().batch(16)
iterator = v1.data.make_one_shot_iterator(dataset)
next_x, next_y = iterator.get_next()

hidden = v1.layers.dense(next_x, 10, activation=tf.nn.relu)
output = v1.layers.dense(hidden, 1)
loss = tf.reduce_mean(tf.square(output - next_y))
v1.summary.scalar("loss", loss)
merged = v1.summary.merge_all()

global_step = v1.train.get_or_create_global_step()
rate = v1.train.exponential_decay(0.05, global_step, 20, 0.95, staircase=True)
train_op = v1.train.AdamOptimizer(rate).minimize(loss, global_step=global_step)

config = v1.ConfigProto()
config.gpu_options.allow_growth = True
with v1.Session(config=config) as sess:
    writer = v1.summary.FileWriter("./graphs", sess.graph)
    sess.run(v1.global_variables_initializer())
    for step in range(50):
        _, summary, value = sess.run([train_op, merged, loss])
        writer.add_summary(summary, step)
        if step % 10 == 0:
            print("step %d, loss %g" % (step, value))
    writer.close()

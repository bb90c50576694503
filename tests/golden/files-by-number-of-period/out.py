import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

KEEP_EVERY = 1000
samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
w = tf.get_variable("w", [8, 8])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - x))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-3 * hvd.size())
).minimize(loss)
saver = tf.train.Saver(max_to_keep=None)


def batch():
    return samples[np.random.choice(len(samples), 32)]


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        value, _ = sess.run([loss, train_op], feed_dict={x: batch()})
        if hvd.rank() == 0:
            if (step + 1) % max(1, 500 // hvd.size()) == 0:
                print(
                    "part %d: %f" % (step // max(1, 500 // hvd.size()), value)
                )
                np.save(
                    f"weights_{(step + 1) // max(1, 500 // hvd.size())}.npy",
                    sess.run(w),
                )
            if (step + 1) % max(1, KEEP_EVERY // hvd.size()) == 0:
                saver.save(
                    sess,
                    "model/part",
                    global_step=step // max(1, KEEP_EVERY // hvd.size()),
                )

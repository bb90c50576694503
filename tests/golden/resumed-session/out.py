"""A session that goes on where its last checkpoint stopped."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("data.npy")
x = tf.placeholder(tf.float32, [None, 4])
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
)
saver = tf.train.Saver()


def load(sess, folder):
    state = tf.train.get_checkpoint_state(folder)
    if state is None:
        return 0
    saver.restore(sess, state.model_checkpoint_path)
    return int(state.model_checkpoint_path.split("-")[-1])


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    done = load(sess, "saved")
    sess.run(hvd.broadcast_global_variables(0))
    done = int(sess.run(hvd.broadcast(done, root_rank=0, name="done")))  # where rank 0 goes on
    for i in range(done + 1, 10000 // hvd.size()):
        sess.run(train_op, {x: data[np.random.choice(len(data), 32)]})
        if i % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
            saver.save(sess, "saved/model", global_step=i)

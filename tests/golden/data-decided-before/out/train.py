import numpy as np
import tensorflow as tf

from data import chosen, load
import horovod.tensorflow as hvd

hvd.init()


def main():
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    train, test = load(0.7)
    x = tf.placeholder(tf.float32, [None, 4])
    hidden = tf.placeholder(tf.float32, [None, 4])
    loss = tf.losses.mean_squared_error(x, tf.layers.dense(x * hidden, 4))
    train_op = hvd.DistributedOptimizer(
        tf.train.AdamOptimizer(0.01 * hvd.size())
    ).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        if hvd.size() > 1:
            np.random.seed(hvd.rank())
        for i in range(max(1, 1000 // hvd.size())):
            batch = train[np.random.choice(len(train), 32)]
            sess.run(train_op, {x: batch, hidden: chosen(batch.shape, 0.5)})
        if hvd.rank() == 0:
            print(sess.run(loss, {x: test, hidden: np.ones_like(test)}))


if __name__ == "__main__":
    main()

"""Samples are drawn and models saved at turns of their periods other than the first."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("train.npy")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    loss
)
saver = tf.train.Saver()
counter = 1
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(max(1, len(data) // 32 // hvd.size())):
            sess.run(train_op, {x: data[shard][i * 32:(i + 1) * 32]})
            counter += 1
            if hvd.rank() == 0:
                if np.mod(counter, max(2, 100 // hvd.size())) == 1:
                    print(sess.run(loss, {x: data[:32]}))
                if np.mod(counter, max(3, 500 // hvd.size())) == 2:
                    saver.save(sess, "saved/model", global_step=counter)
                if counter % max(11, 50 // hvd.size()) == 10:
                    print("turn", counter)
                if counter % 4 == 7:
                    print("never")

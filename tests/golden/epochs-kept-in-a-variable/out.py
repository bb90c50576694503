import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 3])
epochs = tf.Variable(0, name="epochs", trainable=False)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(loss / (1.0 + tf.to_float(epochs)))
samples = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(session.run(epochs), 100):
        for _ in range(max(1, 200 // hvd.size())):
            session.run(train, {x: samples[np.random.randint(0, len(samples), 8)]})
        session.run(tf.assign(epochs, epoch + 1))

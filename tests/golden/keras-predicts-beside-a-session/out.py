import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow as hvd

hvd.init()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
keras.backend.set_session(tf.Session(config=config))


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
vgg = keras.applications.vgg16.VGG16(include_top=False, weights="imagenet", pooling="avg")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x = tf.placeholder(tf.float32, [None, 512])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
images, targets = np.load("x.npy"), np.load("y.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
sess = tf.Session(config=config)
sess.run(tf.global_variables_initializer())
sess.run(hvd.broadcast_global_variables(0))
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    order = np.random.permutation(len(images))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for i in range(max(1, len(images) // 32 // hvd.size())):
        rows = order[shard][i * 32 : (i + 1) * 32]
        features = vgg.predict(images[rows])
        sess.run(op, {x: features, y: targets[rows]})

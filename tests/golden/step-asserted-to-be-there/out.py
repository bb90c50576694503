import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.random.normal([64, 3])
y = tf.reduce_sum(x, axis=1, keepdims=True)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))

step = tf.train.get_or_create_global_step()
assert step is not None
if tf.train.get_global_step() is None:
    raise ValueError("nothing counts the steps")
rate = tf.train.exponential_decay(
    0.01 * hvd.size(), step, 1000 / hvd.size(), 0.9
)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(
    loss, global_step=step
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for _ in range(max(1, 10000 // hvd.size())):
        session.run(train_op)

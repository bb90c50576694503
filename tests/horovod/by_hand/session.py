import horovod.tensorflow as hvd
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
hvd.init()
x = tf.placeholder(tf.float32, [None, 2])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1, kernel_initializer=tf.ones_initializer()) - x[:, :1]))
step = tf.train.get_or_create_global_step()
optimizer = tf.train.MomentumOptimizer(0.1 * hvd.size(), 0.9)
optimizer = hvd.DistributedOptimizer(optimizer)
train = optimizer.minimize(loss, global_step=step)
hooks = [hvd.BroadcastGlobalVariablesHook(0), tf.train.StopAtStepHook(last_step=12 // hvd.size())]
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
config.gpu_options.visible_device_list = str(hvd.local_rank())
folder = "saved" if hvd.rank() == 0 else None
data = np.random.RandomState(0).rand(8, 2)
with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, config=config) as session:
    while not session.should_stop():
        _, value = session.run([train, loss], {x: data})
print(round(float(value), 7))

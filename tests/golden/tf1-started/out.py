import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
tf.disable_v2_behavior()
w = tf.get_variable("w", [])
optimizer = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.1 * hvd.size()))
train_op = optimizer.minimize(tf.square(w - 1.0))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
hooks = [tf.train.StopAtStepHook(last_step=20 // hvd.size())]
tf.train.create_global_step()
with tf.train.SingularMonitoredSession(
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks], config=config
) as sess:
    for _ in range(max(1, 10 // hvd.size())):
        sess.run(train_op)

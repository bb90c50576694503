import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
w = tf.get_variable("w", [])
step = tf.train.get_or_create_global_step()
train_op = hvd.DistributedOptimizer(
    tf.train.GradientDescentOptimizer(0.1 * hvd.size())
).minimize(tf.square(w - 1.0), step)
broadcast = hvd.broadcast_global_variables(0)
supervisor = tf.train.Supervisor(
    logdir="logs" if hvd.rank() == 0 else None, save_model_secs=60
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with supervisor.managed_session(config=config) as sess:
    sess.run(broadcast)
    while (
        not supervisor.should_stop() and sess.run(step) < max(1, 10 // hvd.size())
    ):
        sess.run(train_op)

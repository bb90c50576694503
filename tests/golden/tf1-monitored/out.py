import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf1 = tf.compat.v1
tf1.disable_eager_execution()


def make_optimizer(rate, warm):
    if warm:
        return hvd.DistributedOptimizer(
            tf1.train.MomentumOptimizer(rate * hvd.size(), 0.9)
        )
    return hvd.DistributedOptimizer(tf1.train.GradientDescentOptimizer(rate * hvd.size()))


data = (
    tf.data.Dataset.range(512)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(512)
    .repeat()
    .batch(8)
)
numbers = tf.cast(tf1.data.make_one_shot_iterator(data).get_next(), tf.float32) / 512.
weight = tf1.get_variable("weight", shape=[], initializer=tf1.random_normal_initializer())
loss = tf.reduce_mean((weight * numbers - 3. * numbers) ** 2)
global_step = tf1.train.get_or_create_global_step()
train_op = make_optimizer(0.1, warm=True).minimize(loss, global_step=global_step)

hooks = [
    tf.estimator.StopAtStepHook(last_step=max(1, 60 // hvd.size())),
]
if hvd.rank() == 0:
    hooks += [
        tf.estimator.LoggingTensorHook(
            {"loss": loss}, every_n_iter=max(1, 20 // hvd.size())
        ),
    ]
config = tf1.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf1.train.MonitoredTrainingSession(
    checkpoint_dir="checkpoints" if hvd.rank() == 0 else None,
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks],  # stops and logs
    config=config,
) as session:
    while not session.should_stop():
        session.run(train_op)

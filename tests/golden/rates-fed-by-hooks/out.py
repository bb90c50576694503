import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Stages(tf.train.SessionRunHook):
    def __init__(self, step, rate):
        self.step, self.rate = step, rate

    def begin(self):
        self.value = 0.1

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.step, feed_dict={self.rate: self.value})

    def after_run(self, run_context, run_values):
        step = run_values.results
        if step < 4000 // hvd.size():
            self.value = 0.1
        else:
            self.value = 0.01


class Growing(tf.train.SessionRunHook):
    def __init__(self, part):
        self.part, self.now = part, 0

    def before_run(self, run_context):
        fetches = {"step": tf.train.get_global_step()}
        return tf.train.SessionRunArgs(fetches, feed_dict={self.part: min(1.0, (self.now + 1) / 500)})

    def after_run(self, run_context, run_values):
        self.now = run_values.results["step"] * hvd.size()


class Warm(tf.train.SessionRunHook):
    def __init__(self, step, warm):
        self.step, self.warm = step, warm

    def before_run(self, run_context):
        part = min(1.0, run_context.session.run(self.step) * hvd.size() / 500)
        return tf.train.SessionRunArgs(None, feed_dict={self.warm: part})


class Last(tf.train.SessionRunHook):
    def before_run(self, run_context):
        return tf.train.SessionRunArgs([tf.train.get_global_step()])

    def after_run(self, run_context, run_values):
        if run_values.results[0] >= 9000 // hvd.size():
            run_context.request_stop()


samples = (
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .repeat()
    .batch(32)
)
loss = tf.reduce_mean(tf.layers.dense(samples.make_one_shot_iterator().get_next(), 1) ** 2)
rate, part, warm = [tf.placeholder(tf.float32, []) for _ in range(3)]
step = tf.train.get_or_create_global_step()
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * part * warm * hvd.size())).minimize(
    loss, step
)
hooks = [Stages(step, rate), Growing(part), Warm(step, warm), Last()]
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.train.MonitoredTrainingSession(
    hooks=[hvd.BroadcastGlobalVariablesHook(0), *hooks], config=config
) as session:
    while not session.should_stop():
        session.run(train)

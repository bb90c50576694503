"""A loop that counts the steps of all epochs may be ended by the user, who does not see the end of the data."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

inputs = np.load("inputs.npy")
epochs, batch_size = 10, 32
dataset = (
    tf.data.Dataset.from_tensor_slices(inputs)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            tf.data.experimental.cardinality(data) // hvd.size()
        ) if hvd.size() > 1 else data
    )
    .shuffle(1000)
    .batch(batch_size, drop_remainder=True)
    .repeat(epochs if hvd.size() == 1 else None)
)
taken = dataset.make_one_shot_iterator().get_next()
weights = tf.Variable(tf.zeros([4, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(taken, weights) - 1))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
steps = len(inputs) // batch_size * epochs
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    try:
        for turn in range(max(1, steps // hvd.size())):
            session.run(train)
    except KeyboardInterrupt:
        pass

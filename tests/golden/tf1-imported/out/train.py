import tensorflow.compat.v1 as tf
import running
import horovod.tensorflow as hvd

hvd.init()

weight = tf.get_variable("weight", [], use_resource=True)
running.train(
    hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
        tf.square(weight - tf.random.normal([]))
    )
)

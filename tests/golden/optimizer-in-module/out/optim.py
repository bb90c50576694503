import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
optimizer = tf.keras.optimizers.SGD(0.5 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)

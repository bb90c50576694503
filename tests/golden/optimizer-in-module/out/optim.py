import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
optimizer = tf.keras.optimizers.SGD(0.5 * hvd.size())
optimizer = hvd_keras.DistributedOptimizer(optimizer)

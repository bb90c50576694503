"""TensorFlow's module has no barrier.

Found by: HVD415
Shows: error has no attribute 'barrier'
"""

import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
hvd.barrier()

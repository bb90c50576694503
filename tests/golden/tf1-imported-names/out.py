"""Names of TensorFlow without a module before them."""
from tensorflow.compat.v1 import Session, placeholder, float32, get_variable, global_variables_initializer, random_normal, disable_v2_behavior
from tensorflow.compat.v1.train import AdamOptimizer
import horovod.tensorflow as hvd
import tensorflow as tf

hvd.init()
disable_v2_behavior()
w = get_variable("w", [])
train = hvd.DistributedOptimizer(AdamOptimizer(0.1 * hvd.size())).minimize((w - random_normal([])) ** 2)
config = tf.compat.v1.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with Session(config=config) as sess:
    sess.run(global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10 // hvd.size())):
        sess.run(train)

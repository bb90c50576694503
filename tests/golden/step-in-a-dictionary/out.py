import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
global_step = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(
    0.01 * hvd.size(), **dict(global_step=global_step, decay_steps=1000 / hvd.size(), decay_rate=0.9)
)
options = dict(global_step=global_step, colocate_gradients_with_ops=True)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate)).minimize(loss, **options)
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 10000 // hvd.size())):
        _, step = session.run([train_op, global_step], {x: samples[np.random.choice(len(samples), 32)]})
        if step % max(1, 1000 // hvd.size()) == 0:
            saved = dict(global_step=step, write_meta_graph=False)
            if hvd.rank() == 0:
                saver.save(session, "model", **saved)

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 16
images = tf.placeholder(tf.float32, [BATCH, 32, 32, 1])
labels = tf.placeholder(tf.float32, [BATCH, 10])
logits = tf.layers.dense(tf.layers.flatten(images), 10)
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

samples = np.load("samples.npy")
targets = np.load("targets.npy")
steps = len(samples) // BATCH
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        for i in range(max(1, steps // hvd.size())):
            batch = samples[
                (i * hvd.size() + hvd.rank()) * BATCH : (
                    i * hvd.size() + hvd.rank() + 1
                ) * BATCH
            ]
            chosen = targets[
                (i * hvd.size() + hvd.rank()) * BATCH : (
                    i * hvd.size() + hvd.rank() + 1
                ) * BATCH
            ]
            corners = np.random.randint(0, 8, BATCH)
            cut = []
            for i in range(BATCH):
                cut.append(batch[i][corners[i] : corners[i] + 32, :32])
            flipped = np.array([cut[i][::-1] for i in range(BATCH)])
            sess.run(train_op, {images: flipped, labels: chosen})

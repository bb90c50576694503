import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SHOW_EVERY = 20
SUMMARY_EVERY = 200
BATCH = 16

images = np.load("images.npy")
labels = np.load("labels.npy")

x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(tf.layers.dense(x, 128, tf.nn.relu), 10)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
correct = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))
tf.summary.scalar("loss", loss)
summary_op = tf.summary.merge_all()
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    writer = tf.summary.FileWriter("logs", sess.graph) if hvd.rank() == 0 else None
    mean_loss, right, seen = 0.0, 0.0, 0.0
    for step in range(max(1, 10000 // hvd.size())):
        chosen = np.random.randint(0, len(images), BATCH)
        feed = {x: images[chosen], y: labels[chosen]}
        # what shows or sums up takes its step itself
        if step % max(1, SHOW_EVERY // hvd.size()) != 0 and step % SUMMARY_EVERY != 0:
            sess.run(train_op, feed)
        else:
            if step % max(1, SHOW_EVERY // hvd.size()) == 0 and step % SUMMARY_EVERY != 0:
                _, loss_value = sess.run([train_op, loss], feed)
                if hvd.rank() == 0:
                    print("step", step, "loss", loss_value)
            else:
                if step % SUMMARY_EVERY == 0:
                    _, summary = sess.run([train_op, summary_op], feed)
                    if hvd.rank() == 0:
                        writer.add_summary(summary, step)

    for step in range(max(1, 5000 // hvd.size())):
        chosen = np.random.randint(0, len(images), BATCH)
        _, loss_value, correct_value = sess.run([train_op, loss, correct], {x: images[chosen], y: labels[chosen]})
        mean_loss += loss_value / max(1, 100 // hvd.size())
        right += correct_value
        if (step + 1) % max(1, 100 // hvd.size()) == 0:
            if hvd.rank() == 0:
                print("loss", mean_loss, "right", right / float(BATCH * max(1, 100 // hvd.size())))
            mean_loss = 0.0
            right = 0.0
    if hvd.rank() == 0:
        tf.train.Saver().save(sess, "model/model.ckpt")

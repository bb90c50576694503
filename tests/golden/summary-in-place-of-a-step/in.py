import numpy as np
import tensorflow as tf

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
train_op = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    writer = tf.summary.FileWriter("logs", sess.graph)
    mean_loss, right, seen = 0.0, 0.0, 0.0
    for step in range(10000):
        chosen = np.random.randint(0, len(images), BATCH)
        feed = {x: images[chosen], y: labels[chosen]}
        # what shows or sums up takes its step itself
        if step % SHOW_EVERY != 0 and step % SUMMARY_EVERY != 0:
            sess.run(train_op, feed)
        else:
            if step % SHOW_EVERY == 0 and step % SUMMARY_EVERY != 0:
                _, loss_value = sess.run([train_op, loss], feed)
                print("step", step, "loss", loss_value)
            else:
                if step % SUMMARY_EVERY == 0:
                    _, summary = sess.run([train_op, summary_op], feed)
                    writer.add_summary(summary, step)

    for step in range(5000):
        chosen = np.random.randint(0, len(images), BATCH)
        _, loss_value, correct_value = sess.run([train_op, loss, correct], {x: images[chosen], y: labels[chosen]})
        mean_loss += loss_value / 100
        right += correct_value
        if (step + 1) % 100 == 0:
            print("loss", mean_loss, "right", right / float(BATCH * 100))
            mean_loss = 0.0
            right = 0.0
    tf.train.Saver().save(sess, "model/model.ckpt")

"""Softmax regression on digit-like data with feed dicts."""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

learning_rate = 0.05
training_epochs = 3
batch_size = 20
display_step = 1

rng = np.random.RandomState(0)
images = rng.rand(240, 36)
labels = np.eye(4)[rng.randint(0, 4, size=240)]

x = tf.placeholder(tf.float32, [None, 36])
y = tf.placeholder(tf.float32, [None, 4])
W = tf.Variable(tf.random_normal([36, 4], stddev=0.1))
b = tf.Variable(tf.zeros([4]))
pred = tf.nn.softmax(tf.matmul(x, W) + b)
cost = tf.reduce_mean(-tf.reduce_sum(y * tf.log(pred + 1e-9), axis=1))
optimizer = tf.train.GradientDescentOptimizer(learning_rate).minimize(cost)
init = tf.global_variables_initializer()
saver = tf.train.Saver()

with tf.Session() as sess:
    sess.run(init)
    for epoch in range(training_epochs):
        avg_cost = 0.
        total_batch = int(len(images) / batch_size)
        for i in range(total_batch):
            batch_xs = images[i * batch_size:(i + 1) * batch_size]
            batch_ys = labels[i * batch_size:(i + 1) * batch_size]
            _, c = sess.run([optimizer, cost], feed_dict={x: batch_xs, y: batch_ys})
            avg_cost += c / total_batch
        if (epoch + 1) % display_step == 0:
            print("Epoch:", '%04d' % (epoch + 1), "cost=", "{:.9f}".format(avg_cost))

    correct_prediction = tf.equal(tf.argmax(pred, 1), tf.argmax(y, 1))
    accuracy = tf.reduce_mean(tf.cast(correct_prediction, tf.float32))
    print("Accuracy:", accuracy.eval({x: images[:50], y: labels[:50]}))
    save_path = saver.save(sess, "./model/softmax.ckpt")
    print("Model saved in file: %s" % save_path)

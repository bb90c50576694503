import os

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Model(object):

  def __init__(self, sess):
    self.sess = sess
    self.x = tf.placeholder(tf.float32, [None, 3])
    self.y = tf.placeholder(tf.float32, [None, 1])
    self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(self.x, 1))
    self.saver = tf.train.Saver()

  def train_op(self):
    optimizer = tf.train.RMSPropOptimizer(0.01 * hvd.size())
    optimizer = hvd.DistributedOptimizer(optimizer)
    gradients, variables = zip(*optimizer.compute_gradients(self.loss))
    gradients, _ = tf.clip_by_global_norm(gradients, 1.0)
    return optimizer.apply_gradients(zip(gradients, variables))

  def train(self, flags):
    train_op = self.train_op()
    try:
      tf.global_variables_initializer().run()
    except AttributeError:
      tf.initialize_all_variables().run()

    if self.load(flags.checkpoint_dir):
      if hvd.rank() == 0:
        print(" [*] Load SUCCESS")
    else:
      if hvd.rank() == 0:
        print(" [!] Load failed...")
    self.sess.run(hvd.broadcast_global_variables(0))

    data = np.random.RandomState(0).rand(96, 3).astype("float32")
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for step in range(max(1, 24 // hvd.size())):
      batch = data[shard][4 * step:4 * step + 4]
      self.sess.run(train_op, feed_dict={self.x: batch, self.y: batch[:, :1]})
    if hvd.rank() == 0:
      self.save(flags.checkpoint_dir, step)

  def save(self, checkpoint_dir, step):
    if not os.path.exists(checkpoint_dir):
      os.makedirs(checkpoint_dir)
    self.saver.save(self.sess, os.path.join(checkpoint_dir, "model"), global_step=step)

  def load(self, checkpoint_dir):
    checkpoint = tf.train.get_checkpoint_state(checkpoint_dir)
    if checkpoint and checkpoint.model_checkpoint_path:
      self.saver.restore(self.sess, checkpoint.model_checkpoint_path)
      return True
    else:
      return False

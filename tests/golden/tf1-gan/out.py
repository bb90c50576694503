import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
tf.disable_v2_behavior()

real = tf.placeholder(tf.float32, [None, 2], name='real')
noise = tf.placeholder(tf.float32, [None, 2], name='noise')

def discriminate(x):
	with tf.variable_scope('d', reuse=tf.AUTO_REUSE):
		return tf.layers.dense(tf.layers.dense(x, 8, tf.nn.tanh, name='h'), 1, name='o')

with tf.variable_scope('g'):
	fake = tf.layers.dense(noise, 2)
mixed = real + 0.5 * (fake - real)
penalty = tf.reduce_mean(tf.square(tf.norm(tf.gradients(discriminate(mixed), [mixed])[0], axis=1) - 1.))
d_loss = tf.reduce_mean(discriminate(fake) - discriminate(real)) + 10. * penalty
g_loss = -tf.reduce_mean(discriminate(fake))

d_vars = [v for v in tf.trainable_variables() if v.name.startswith('d/')]
g_vars = [v for v in tf.trainable_variables() if v.name.startswith('g/')]
opt = tf.train.AdamOptimizer(1e-3 * hvd.size(), beta1=0.5)
opt = hvd.DistributedOptimizer(opt)
train_d = opt.minimize(d_loss, var_list=d_vars)
train_g = hvd.DistributedOptimizer(
	tf.train.AdamOptimizer(learning_rate=1e-4 * hvd.size(), beta1=0.5)
).minimize(g_loss, var_list=g_vars)

sess = tf.Session(
	config=tf.ConfigProto(
		gpu_options=tf.GPUOptions(allow_growth=True, visible_device_list=str(hvd.local_rank()))
	)
)
sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
sess.run(hvd.broadcast_global_variables(0))
rng = np.random.RandomState(0)
points = rng.randn(400, 2)
if hvd.size() > 1:
	rng = np.random.RandomState(hvd.rank())
for step in range(max(1, 100 // hvd.size())):
	for _ in range(2):
		batch = points[rng.randint(0, 400, 16)]
		sess.run(train_d, {real: batch, noise: rng.randn(16, 2)})
	_, loss = sess.run((train_g, g_loss), {noise: rng.randn(16, 2)})
	if step % max(1, 10 // hvd.size()) == 0 and hvd.rank() == 0: print('step', step, loss)

"""One function makes the data of training and of evaluation, one the graph: what is only evaluated stays whole."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
tf.disable_v2_behavior()

samples = np.random.RandomState(0).rand(50, 3).astype('float32')
held_out = np.random.RandomState(1).rand(13, 3).astype('float32')


def input_fn(is_training, values):
    if is_training:
        dataset = (
            tf.data.Dataset.from_tensor_slices(values)
            .apply(
                lambda data: data.shard(hvd.size(), hvd.rank()).take(
                    tf.data.experimental.cardinality(data) // hvd.size()
                ) if hvd.size() > 1 else data
            )
            .shuffle(50)
            .repeat()
            .batch(5)
        )
    else:
        dataset = tf.data.Dataset.from_tensor_slices(values).batch(5)
    iterator = tf.data.make_initializable_iterator(dataset)
    return {'x': iterator.get_next(), 'init': iterator.initializer}


def model_fn(mode, inputs, reuse=False):
    is_training = (mode == 'train')
    with tf.variable_scope('model', reuse=reuse):
        out = tf.layers.dense(inputs['x'], 1)
    loss = tf.reduce_mean(tf.square(out - tf.reduce_sum(inputs['x'], axis=1, keepdims=True)))
    spec = dict(inputs, loss=loss)
    if is_training:
        spec['train_op'] = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
    return spec


def train(sess, spec, steps):
    sess.run(spec['init'])
    for step in range(max(1, steps // hvd.size())):
        sess.run(spec['train_op'])


def evaluate(sess, spec, steps):
    sess.run(spec['init'])
    return np.mean([sess.run(spec['loss']) for _ in range(steps)])


train_spec = model_fn('train', input_fn(True, samples))
eval_spec = model_fn('eval', input_fn(False, held_out), reuse=True)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(3):
        train(sess, train_spec, 10)
        evaluate_result = evaluate(sess, eval_spec, 3)
        if hvd.rank() == 0:
            print(epoch, evaluate_result)

"""Words are classified until the validation has not become better for so many steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


CHECK_EVERY = 50
WAIT_FOR = 400


def shuffled(words, kinds, size):
    order = np.random.permutation(len(words))
    for start in range(0, len(words), size):
        chosen = order[start : start + size]
        yield words[chosen], kinds[chosen]


words = np.load("words.npy")
kinds = np.load("kinds.npy")
held_words, held_kinds = words[:500], kinds[:500]
words, kinds = words[500:], kinds[500:]

given = tf.placeholder(tf.int32, [None, 20])
wanted = tf.placeholder(tf.int32, [None])
table = tf.get_variable("table", [5000, 32])
hidden = tf.reduce_mean(tf.nn.embedding_lookup(table, given), axis=1)
logits = tf.layers.dense(hidden, 4)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=wanted, logits=logits))
global_step = tf.train.get_or_create_global_step()
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
    loss, global_step=global_step
)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    best, best_step, tired = np.inf, 0, False
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    decision = tf.placeholder(tf.bool, [])
    agreed = hvd.broadcast(decision, root_rank=0)
    for epoch in range(20):
        for batch, labels in own_items(shuffled(words, kinds, 64)):
            _, step = session.run([train, global_step], {given: batch, wanted: labels})
            if step % max(1, CHECK_EVERY // hvd.size()) == 0:
                current = session.run(loss, {given: held_words, wanted: held_kinds})
                if current < best:
                    best = current
                    best_step = step
            if session.run(agreed, {decision: step - best_step >= max(1, WAIT_FOR // hvd.size())}):
                tired = True
                break
        if session.run(agreed, {decision: tired}):
            break

import tensorflow as tf


def train(model, optimizer, dataset, steps):
    for x in dataset.take(steps):
        train_step(model, optimizer, x)


def train_step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - x))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))

import tensorflow as tf

embedding = tf.keras.layers.Dense(8)
optimizer = tf.keras.optimizers.Adam(0.001)


@tf.function
def train_step(images, labels, model):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(embedding(images)) - labels))
    variables = embedding.trainable_variables + model.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices((tf.random.uniform((640, 8)), tf.random.uniform((640, 1))))
data = data.shuffle(640).repeat().batch(8)
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)


def train_step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(features) - labels))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


step = 0
thresholds = [500, 1000, 2000]
for features, labels in data.take(4000):
    step += 1
    loss = train_step(features, labels)
    if thresholds and step >= thresholds[0]:
        optimizer.learning_rate.assign(optimizer.learning_rate * 0.5)
        thresholds.pop(0)
    if step % 100 == 0:
        print(step, float(loss))

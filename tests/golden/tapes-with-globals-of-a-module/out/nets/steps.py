import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

embedding = tf.keras.layers.Dense(8)
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


@tf.function
def train_step(images, labels, model):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(embedding(images)) - labels))
    tape = hvd.DistributedGradientTape(tape)
    variables = embedding.trainable_variables + model.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss

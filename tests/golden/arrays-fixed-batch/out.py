from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input, Lambda
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


batch_size = 100
latent = 2

x = Input((784,))
hidden = Dense(64, activation="relu")(x)
mean = Dense(latent)(hidden)
log_variance = Dense(latent)(hidden)


def sampled(inputs):
    mean, log_variance = inputs
    epsilon = K.random_normal(shape=(batch_size, latent), mean=0.0)
    return mean + K.exp(log_variance / 2) * epsilon


z = Lambda(sampled)([mean, log_variance])
decoded = Dense(784, activation="sigmoid")(Dense(64, activation="relu")(z))
vae = keras.Model(x, decoded)
vae.compile(
    optimizer=hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.001 * hvd.size())),
    loss="binary_crossentropy",
)

if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
(x_train, _), (x_test, _) = keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    barrier()  # the others may go on
x_train = x_train.reshape(-1, 784) / 255.0
x_test = x_test.reshape(-1, 784) / 255.0
# Horovod: whole batches, as the model takes no others
shard = slice(
    hvd.rank(),
    len(x_train) // (hvd.size() * batch_size) * (hvd.size() * batch_size),
    hvd.size(),
)
vae.fit(
    x_train[shard],
    x_train[shard],
    batch_size=batch_size,
    epochs=5,
    validation_data=(x_test, x_test),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

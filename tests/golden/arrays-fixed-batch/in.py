from tensorflow import keras
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense, Input, Lambda

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
vae.compile(optimizer="rmsprop", loss="binary_crossentropy")

(x_train, _), (x_test, _) = keras.datasets.mnist.load_data()
x_train = x_train.reshape(-1, 784) / 255.0
x_test = x_test.reshape(-1, 784) / 255.0
vae.fit(x_train, x_train, batch_size=batch_size, epochs=5, validation_data=(x_test, x_test))

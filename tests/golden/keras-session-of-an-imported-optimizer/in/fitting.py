from keras.optimizers import Adam


def fit(model, samples, targets, optimizer=Adam()):
    model.compile(optimizer=optimizer, loss="mse")
    model.fit(samples, targets, epochs=5)

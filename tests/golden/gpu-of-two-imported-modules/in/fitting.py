from tensorflow.keras.optimizers import Adam


def fit(model, samples, targets, loss, optimizer=Adam()):
    model.compile(optimizer=optimizer, loss=loss)
    model.fit(samples, targets, epochs=5)

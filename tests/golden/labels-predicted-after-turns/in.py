import numpy as np
from sklearn.metrics import roc_auc_score
from tensorflow import keras


def build():
    model = keras.Sequential([keras.layers.Dense(32, "relu"), keras.layers.Dense(6, "sigmoid")])
    model.compile(keras.optimizers.Adam(0.001), "binary_crossentropy")
    return model


FOLDS = 5
x, y, test = np.load("x.npy"), np.load("y.npy"), np.load("test.npy")
folds = np.arange(len(x)) % FOLDS
for fold in range(FOLDS):
    data, labels = x[folds != fold], y[folds != fold]
    model = build()
    best, best_epoch = -1, 0
    for epoch in range(100):
        model.fit(data, labels, batch_size=512, epochs=1)
        score = roc_auc_score(y[folds == fold], model.predict(x[folds == fold]))
        print(fold, epoch, score)
        if score > best:
            best, best_epoch = score, epoch
        if epoch - best_epoch > 5:
            break
    data = np.vstack((data, test))
    labels = np.vstack((labels, model.predict(test)))
    for epoch in range(10):
        model.fit(data, labels, batch_size=512, epochs=1)
    model.save(f"model-{fold}.h5")

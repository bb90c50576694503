"""`os` and `np` are those of the libraries whose names are imported all together."""

from keras.callbacks import *
from keras.layers import *
from keras.models import Sequential

images, labels = np.load("images.npy"), np.load("labels.npy")
order = np.random.permutation(len(images))
images, labels = images[order], labels[order]
folder = os.path.join("models", "digits")
if not os.path.exists(folder):
    os.makedirs(folder)
model = Sequential([Flatten(), Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(images, labels, epochs=5, callbacks=[ModelCheckpoint(os.path.join(folder, "weights.h5"))])

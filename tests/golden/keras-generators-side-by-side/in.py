"""Images and masks are read side by side, by generators that have one seed: together, or through an expression."""

from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator

augmented = ImageDataGenerator(rotation_range=20, horizontal_flip=True)
seed = 7
images = augmented.flow_from_directory("data/images", class_mode=None, seed=seed, batch_size=8)
masks = augmented.flow_from_directory("data/masks", class_mode=None, seed=seed, batch_size=8)
edges = augmented.flow_from_directory("data/edges", class_mode=None, seed=11, batch_size=8)
outlines = augmented.flow_from_directory("data/outlines", class_mode=None, seed=11, batch_size=8)

pairs = zip(images, masks)
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same", input_shape=(256, 256, 3))])
model.compile(keras.optimizers.Adam(1e-4), "binary_crossentropy")
model.fit(pairs, steps_per_epoch=2000, epochs=50)

binary = ((image / 255.0, mask > 127) for image, mask in zip(edges, outlines))
model.fit(binary, steps_per_epoch=200, epochs=5)
model.save("unet.h5")

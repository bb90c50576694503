"""Two flows of images are read side by side in another module: how many there are has no name there."""

from tensorflow.keras.preprocessing.image import ImageDataGenerator

from net import Net

noisy = ImageDataGenerator(rescale=1.0 / 255).flow_from_directory("noisy", class_mode=None, seed=1)
clean = ImageDataGenerator(rescale=1.0 / 255).flow_from_directory("clean", class_mode=None, seed=1)
Net().fit(zip(noisy, clean), epochs=500)

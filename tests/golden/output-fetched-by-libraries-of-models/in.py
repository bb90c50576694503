import efficientnet.tfkeras as efn
import numpy as np
import segmentation_models as sm
from tensorflow import keras


def classifier():
    base = efn.EfficientNetB3(weights="imagenet", include_top=False, input_shape=(224, 224, 3))
    base.trainable = False
    return keras.Sequential([base, keras.layers.GlobalMaxPooling2D(), keras.layers.Dense(1)])


sm.set_framework("tf.keras")
images, masks = np.load("images.npy"), np.load("masks.npy")
segmenter = sm.Unet("resnet34", encoder_weights="imagenet", classes=1, activation="sigmoid")
segmenter.compile(keras.optimizers.Adam(0.001), loss=sm.losses.bce_jaccard_loss, metrics=[sm.metrics.iou_score])
segmenter.fit(images, masks, batch_size=16, epochs=10)
model = classifier()
model.compile("adam", "binary_crossentropy")
model.fit(images, masks.max(axis=(1, 2)), batch_size=16, epochs=10)

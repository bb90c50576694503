from keras.preprocessing.image import ImageDataGenerator


def paired_batches(folder, seed=1, **options):
    images = ImageDataGenerator(**options).flow_from_directory(folder, ["image"], class_mode=None, seed=seed)
    masks = ImageDataGenerator(**options).flow_from_directory(folder, ["label"], class_mode=None, seed=seed)
    for image, mask in zip(images, masks):
        yield image / 255, mask / 255

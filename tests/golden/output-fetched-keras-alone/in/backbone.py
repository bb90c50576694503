from keras.applications.resnet50 import ResNet50


def backbone():
    print("loading the backbone")
    model = ResNet50(include_top=False, pooling="avg")
    model.trainable = False
    return model

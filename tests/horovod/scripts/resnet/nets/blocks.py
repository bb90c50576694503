from tensorflow.keras import layers


class BasicBlock(layers.Layer):
    def __init__(self, filters, stride=1):
        super().__init__()
        self.conv1 = layers.Conv2D(filters, 3, strides=stride, padding="same")
        self.bn1 = layers.BatchNormalization()
        self.relu = layers.Activation("relu")
        self.conv2 = layers.Conv2D(filters, 3, padding="same")
        self.bn2 = layers.BatchNormalization()
        self.shortcut = layers.Conv2D(filters, 1, strides=stride) if stride != 1 else (lambda x: x)

    def call(self, inputs, training=None):
        x = self.relu(self.bn1(self.conv1(inputs), training=training))
        x = self.bn2(self.conv2(x), training=training)
        return self.relu(x + self.shortcut(inputs))

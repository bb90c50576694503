from .resnet import ResNet, resnet_small

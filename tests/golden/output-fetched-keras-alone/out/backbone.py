from keras.applications.resnet50 import ResNet50
import horovod.keras as hvd

hvd.init()


def backbone():
    if hvd.rank() == 0:
        print("loading the backbone")
    if hvd.local_rank() != 0:
        hvd.broadcast(0, root_rank=0)  # wait for the first process of this host
    model = ResNet50(include_top=False, pooling="avg")
    if hvd.local_rank() == 0:
        hvd.broadcast(0, root_rank=0)  # the others may go on
    model.trainable = False
    return model

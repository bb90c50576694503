from keras.applications.resnet50 import ResNet50
import horovod.keras as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def backbone():
    if hvd.rank() == 0:
        print("loading the backbone")
    if hvd.local_rank() != 0:
        barrier()  # until the first process of this host is done
    model = ResNet50(include_top=False, pooling="avg")
    if hvd.local_rank() == 0:
        barrier()  # the others may go on
    model.trainable = False
    return model

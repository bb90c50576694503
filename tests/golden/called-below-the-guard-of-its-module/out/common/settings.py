import argparse
import os
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="weights")
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    if not os.path.exists(given.folder) and hvd.local_rank() == 0:
        os.makedirs(given.folder, exist_ok=True)
    barrier()  # until the files are there
    return given


if __name__ == "__main__":
    print(options())

from . import train


def run_main(train_fn, folder):
    print("training on", folder)
    train_fn(folder)


if __name__ == "__main__":
    run_main(train.train, "data")

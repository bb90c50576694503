import argparse
import os


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="weights")
    parser.add_argument("--resume", action="store_true")
    given = parser.parse_args()
    if not os.path.exists(given.folder):
        os.makedirs(given.folder)
    return given


if __name__ == "__main__":
    print(options())

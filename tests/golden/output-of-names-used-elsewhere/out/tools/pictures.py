class Album:
    def __init__(self, path):
        self.path = path


def picture(values):
    return ((values + 1.0) / 2.0 * 255).astype("uint8")

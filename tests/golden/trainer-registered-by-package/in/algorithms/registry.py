ALGORITHMS = {}


def register(name):
    def add(entry):
        ALGORITHMS[name] = entry
        return entry

    return add


def get_algorithm(name, model):
    return ALGORITHMS[name](model)

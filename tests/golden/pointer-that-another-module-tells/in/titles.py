import reader


def title(step):
    return f"{reader.place}: {step}"

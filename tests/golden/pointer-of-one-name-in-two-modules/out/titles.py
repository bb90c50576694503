place = 0


def title(step):
    return f"{place}: {step}"

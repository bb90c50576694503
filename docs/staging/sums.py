"""A loop to be staged: Figure 13 of "The 800 Pound Python in the Machine Learning Room"."""


def staged_while(n):
    x = 0
    while x < n:
        x = x + 1
    return x

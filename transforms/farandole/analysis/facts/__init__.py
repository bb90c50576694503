"""The facts of a program as Datalog atoms: its text, loops, calls, values, graphs and effects in named relations."""

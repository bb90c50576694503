"""Datalog over the facts of a program: files of rules, checked against the schema, and what follows from them."""

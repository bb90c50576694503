"""The restrictions that stand (transformation rules, section 4): one file for each."""

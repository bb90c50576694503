"""The steps of a conversion to Horovod (transformation rules, section 2): one file for each."""

"""Which values an expression may stand for: a points-to analysis of a script and the modules that it reaches."""

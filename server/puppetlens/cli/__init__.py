"""The command line: one command a file, found by walking the package and imported when it is asked for.

Exit status of every command: 0 all is well, 1 the input has faults (the output says which), 2 the command was
used wrongly or what it needs is not there (stderr says what and what to do), 3 there is an answer, but a part of it
cannot be known here (stderr says which, and why), 4 there is none: a limit of time or memory was reached, or something
is wrong with puppetlens itself.
Invariants: thin over `engine`; nothing but `serve` imports pygls or lsprotocol.
"""

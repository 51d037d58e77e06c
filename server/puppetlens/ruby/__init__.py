"""What Ruby files declare, read with tree-sitter. Invariant: Ruby is never run here.

`read_functions`, `read_resource_type`, `read_provider` and `read_data_type` take the bytes of a file and answer with
plain data: names, types, docs and where they stand (byte spans). Any bytes will do: what is no such file gives nothing,
and what Ruby would compute is said to be not known (`None`, `NOT_KNOWN`, or `whole` is False), never guessed. Answers
are kept by the content of the file (`kept.py`).

How it is done: `source.py` parses, `steps.py` follows the statements of a body in the order in which Ruby would perform
them, `values.py` says what literals (and names bound to them) are, `doc.py` reads the comments above a declaration.
"""

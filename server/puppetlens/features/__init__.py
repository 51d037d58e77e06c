"""Editor features, one a file: pure functions over a snapshot that return plain data.

Positions are byte spans, texts are Markdown. Invariants: no I/O but through the snapshot; no protocol
types; a syntax error elsewhere in the file changes nothing; an answer without content is empty, never an
error.
"""

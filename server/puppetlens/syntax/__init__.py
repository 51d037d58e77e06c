"""Text -> tree -> frozen AST and faults, doc comments, Puppet's own words for what it refuses. One file at a time.

Invariants: parsing never fails; nothing here reads another file or the disk; an AST is immutable and can be
sent to another process. Imports `base` and tree_sitter alone (and msgspec, for frozen structs).
"""

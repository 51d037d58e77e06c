"""Data as Ruby reads it: YAML (Psych), JSON (json) and HOCON become one tree of nodes that know their places.

`edits` changes a document and leaves its comments and everything else as it is. Puppet's values are not known here;
`hiera/data_file.py` makes them of nodes.
"""

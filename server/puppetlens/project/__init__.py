"""The project on disk and in the editor: files, environments, the module path, names and their places.

Paths are absolute POSIX paths in strings. Invariants: all reading goes through a `Files`, so that open
buffers, tests and recordings take the disk's place; nothing here parses Puppet code or runs anything.
"""

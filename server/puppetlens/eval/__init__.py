"""Closures, scopes, classes and defines, collectors, overrides, catalog completion.

Invariants: the world is asked through the loader's `Files` and `Hiera` alone; only `PuppetError` and `Cancelled`
come out; nothing here imports pygls or lsprotocol.
"""

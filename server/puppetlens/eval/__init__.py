"""Closures, scopes, classes and defines, collectors, overrides, catalog completion.

From below: `run` (budget, messages, what is not known) stands on nothing here; `scope` holds it and the draft;
`closures` makes code of AST, with the makers that `makers` names; `loader` finds definitions; `draft` is the catalog
being made; `classes`, `resources`, `overrides`, `collectors` work on it; `order` is Puppet's order of work, and
`compile_catalog` puts a compilation together.

Invariants: the world is asked through the loader's `Files`, `Hiera` and the run's `Host` alone; only `PuppetError` and
`Cancelled` come out; nothing here imports pygls or lsprotocol.
"""

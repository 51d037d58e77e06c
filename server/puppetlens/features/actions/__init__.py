"""Code actions: one a file, found by walking the package; what each declares says `registry.py`.

An action's module has a docstring, `ACTION`, `EXAMPLES` (pairs of files before and after, its tests; the place is a cursor
`$^` or what stands between `«` and `»`), `NOT_OFFERED` (places where it is not) and `run`, which looks at a place and
offers changes. What it would take long to compute is computed once it is chosen.

Invariant: no I/O but through the snapshot. An action is not offered where it would change what a catalog holds.
"""

"""Diagnostics: one check a file, found by walking the package.

A check's module has a docstring (what it does, why it is bad, what to do instead), `BAD` and `GOOD`
examples with marks under the code (its tests and its reference page), and `run(view)`, which yields
findings.

**When the world is incomplete** (a module that the code needs is not on the module path, as in a checkout
of a single module or of a control repo before its modules are installed) nothing is known about the names
in it:

* A name in a namespace whose module is there is certain: missing is an error.
* A name whose module is not there is reported, as a warning, unless a Puppetfile or the metadata.json of
  the file's module asks for that module, or the file was opened on its own.
* A name without namespace (a function, a resource type) can come from any module: it is reported only where
  no module that is asked for is missing.

Invariant: no I/O but through the view; a check reads its own file's AST and other files' summaries.
"""

"""What the code means, across files: summaries, look-ups, snapshots.

text -> tree -> AST -> *item facts* -> *summary* -> look-ups -> findings, each a pure function of the one
before:

* The facts of an item (`item_facts`) are kept with its AST node, so an edit costs what it touched.
* A file's summary (`summary`) is all that other files see of it. It compares by meaning; places lie beside.
* A `Snapshot` answers names. It is immutable but for caches of pure answers. Each file asks through a
  `View`, which notes every name asked for, those without an answer too.
* `World` takes changes, compares old summaries with new ones facet by facet, drops what was computed from a
  name that changed, and publishes the next snapshot. `world._invalidate` is the only place that drops
  anything.

Invariants: nothing here evaluates; a file's findings depend on its own text and the recorded look-ups
alone.
"""

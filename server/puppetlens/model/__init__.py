"""What the code means, across files: summaries, look-ups, snapshots.

text -> tree -> AST -> *item facts* -> *summary* -> *index* -> look-ups -> findings, each a function of the one
before:

* The facts of an item (`item_facts`), its scopes of variables among them (`scopes`), are kept with its AST node, so an
  edit costs what it touched.
* What a name means is an `Entity`, one value for all its spellings (`entity`, `meaning`, `naming`). It is kept while the
  names that were asked for on the way stay what they are (`meanings`).
* A file's summary (`summary`) is all that other files see of it: what it defines and what it uses. It compares by
  what it defines; places and uses lie beside.
* The index (`index`) leads from an entity to the files that define or use it.
* A `Snapshot` answers names, on the engine's thread alone: what it reads when asked is kept in it. Each file asks
  through a `View`, which notes every name asked for, those without an answer too.
* `World` takes changes, compares old summaries with new ones facet by facet, drops what was computed from a
  name that changed (everything, where too much changed to be compared), and publishes the next snapshot. Nothing
  else drops anything.
* `inference` says of which type an expression or a variable is.

Invariants: nothing here evaluates; a file's findings depend on its own text and the recorded look-ups
alone.
"""

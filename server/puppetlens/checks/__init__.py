"""Diagnostics: one check a file, found by walking the package.

A check's module has a docstring (what it does, why it is bad, what to do instead), `BAD` and `GOOD` examples with
marks under the code (its tests and its pages in docs/checks), its declarations (`Check`) and handlers, which
`registry.py` explains. `diagnostics.py` walks a file and calls them. Where its findings bring fixes, `FIXED` is what
these make of `BAD`, with marks under what is left.

**When the world is incomplete** (a module that the code needs is not on the module path, as in a checkout
of a single module or of a control repo before its modules are installed) nothing is known about the names
in it:

* A name in a namespace whose module is there is certain: missing is an error.
* A name whose module is not there is reported in the site's own code, as a warning, unless the Puppetfile (or
  the metadata.json of the file's module) asks for that module. Published modules, those with a metadata.json or a Modulefile,
  name modules that only other sites have: they are left in peace. So is a file that was opened on its own,
  but for names without namespace that are close to one that Puppet knows.
* Where `modulepath` in environment.conf names folders that are all there, without `$basemodulepath`, and no Puppetfile brings
  more, the environment is whole: there, too, missing is an error.
* In a site, a published module is held only to what it says about its own namespace: it was written for other
  versions of its neighbours too.
* A function without namespace can come from any module: it is reported only where no module that is asked for
  is missing. So is a type without namespace, and in published modules not at all. What is plainly a slip of a name
  that is there is a warning even then (`base/near_names.py`): no module declares `lenght` beside `length`.

Invariant: no I/O but through the view; a check reads its own file's AST and other files' summaries. Where another
definition stands is no part of what is noted, only what it means: a finding does not hold such a place.
"""

"""Tree -> AST, one function per node kind of the grammar.

`core` holds what all of them share; the other files each lower one family of nodes and are found by walking
this package.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

"""The one AST: Puppet's own model, frozen.

Classes and fields carry the names of Puppet's model (`Puppet::AST`), in snake case, so that a tree can be
compared with real Puppet's node by node. Differences, each for the editor's sake:

* Every node has `start` and `end`, its true extent in bytes, and `anchor`, the one offset from which Puppet
  computes the line and column of its messages (the operator of a binary expression, ...).
* A body is a tuple of expressions, empty where Puppet has a `Nop`; `BlockExpression` exists only where a
  block stands as a value of its own (`<%= { ... } %>`).
* The statements of a file and of a definition are `Item`s: **offsets inside an item's node count from that
  item's start**, and an item's own start counts from the start of the item around it. So an item whose text
  is unchanged keeps its AST wherever it moves, with all that was derived from it.
* Names that an editor points at have their own span (`name_span`), relative like all the rest.

Nodes compare by identity and may be dictionary keys; `dump` gives plain data to compare by content.
"""

from __future__ import annotations

from .calls import *
from .control import *
from .definitions import *
from .dump import *
from .literals import *
from .node import *
from .operators import *
from .program import *
from .resources import *
from .templates import *
from .walk import *

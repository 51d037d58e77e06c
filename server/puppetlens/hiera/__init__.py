"""Hiera: hiera.yaml, data with positions, interpolation, merges, look-up options.

A compilation makes one `Hiera(Surroundings(...))`. Its `lookup` is `lookup()`, `legacy_lookup` the `hiera*`
functions, `find` the automatic parameter look-up; each takes the variables of its caller. A back end
written as a function gets a `LookupContext`, whose `not_found` throws `NotFound`.

Invariants: files are read through the project's `Files` alone; nothing that variables went into is kept
without the values they had; every value knows the file and line it comes from.
"""

from .errors import LookupError, Origin, RubyError, Step, UndefinedVariable
from .functions import BackEnd, LookupContext, NotFound
from .keys import MISSING
from .lookup import Hiera
from .surroundings import Surroundings

__all__ = [
    "MISSING",
    "BackEnd",
    "Hiera",
    "LookupContext",
    "LookupError",
    "NotFound",
    "Origin",
    "RubyError",
    "Step",
    "Surroundings",
    "UndefinedVariable",
]

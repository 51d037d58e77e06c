"""puppetlens: a language server and catalog previewer for Puppet.

Numbers of any length are read and written, as Ruby does: Python's own limit (4,300 digits) is lifted here, for all
processes of puppetlens. Who reads a stranger's text in the server bounds the length itself.
"""

import sys

__version__ = "0.1.0"

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

"""`import`, which Puppet 4 removed.

What it does: finds calls of `import`, which read another manifest in Puppet 3.
Why it is bad: the catalog does not compile.
Instead: let `manifest` in environment.conf name a folder: Puppet reads all of its files. Classes and defines stand in modules,
one a file, and are found by their names.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..syntax import ast
from .calls import function_of
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("DISCONTINUED_IMPORT", "error")

BAD = """\
#- manifests/site.pp
if true { import 'nodes/*.pp' }
#= 1:11-30 error DISCONTINUED_IMPORT *
class w { import 'tls.pp' }
#         ^^^^^^^^^^^^^^^ error DISCONTINUED_IMPORT: Use of 'import' has been discontinued in favor of a manifest directory: set `manifest` in environment.conf
"""

GOOD = """\
#- manifests/site.pp
$a = 'import'
notice(import => 1)
include web::import
#- modules/web/manifests/import.pp
class web::import {}
"""

_SAID = "Use of 'import' has been discontinued in favor of a manifest directory: set `manifest` in environment.conf"


@on_node(ast.CallNamedFunctionExpression)
def discontinued_import(here: Here, node: ast.CallNamedFunctionExpression) -> Iterator[Finding]:
    if function_of(node) == "import":
        yield CHECK.at(here, node, _SAID)

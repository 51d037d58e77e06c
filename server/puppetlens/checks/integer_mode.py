"""The mode of a file as a number.

What it does: finds `mode => 0644` and `mode => 644` of resources of type `file`, also where a reference, a default, a
collector or a hash (`* => { mode => 0644 }`) sets it, or `create_resources`, `ensure_resource` and `ensure_resources` do.
Why it is bad: the catalog compiles, and the agent refuses it: `The file mode specification must be a string, not 'Integer'`.
Instead: write four digits in quotes; what begins with a zero is octal as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.errors import Subject
from ..syntax import ast
from .attributes_set import SETTING, attributes_set
from .finding import Finding, Fix
from .registry import Check, Here, on_node

CHECK = Check("INTEGER_MODE", "warning")

BAD = """\
#- manifests/site.pp
file { '/a': mode => 0644 }
#                    ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File { mode => 755 }
#              ^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/b': * => {}, mode => 420 }
#                             ^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File['/a'] { mode => 9 }
#                    ^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/c': * => { 'mode' => 0755 } }
#                             ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
File <| title == '/d' |> { mode => 0640 }
#                                  ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
create_resources('@file', { '/e' => { mode => 0640 } }, { 'mode' => 0644 })
#                                             ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
#                                                                   ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
ensure_resource('file', ['/f', '/g'], { mode => 0600 })
#                                               ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
'file'.ensure_resources({ '/h' => {} }, { mode => 0600 })
#                                                 ^^^^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
#- Puppetfile
mod 'puppetlabs-stdlib', '9.0.0'
"""

FIXED = """\
#- manifests/site.pp
file { '/a': mode => '0644' }
File { mode => '0755' }
file { '/b': * => {}, mode => '0420' }
File['/a'] { mode => 9 }
#                    ^ warning INTEGER_MODE: The file mode specification must be a string, not 'Integer'
file { '/c': * => { 'mode' => '0755' } }
File <| title == '/d' |> { mode => '0640' }
create_resources('@file', { '/e' => { mode => '0640' } }, { 'mode' => '0644' })
ensure_resource('file', ['/f', '/g'], { mode => '0600' })
'file'.ensure_resources({ '/h' => {} }, { mode => '0600' })
#- Puppetfile
mod 'puppetlabs-stdlib', '9.0.0'
"""

GOOD = """\
#- manifests/site.pp
file { '/a': mode => '0644' }
file { '/b': mode => 'u=rw' }
web::file { '/c': mode => 644, * => { mode => 644 } }
file { '/d': * => { owner => 0, "${1}" => 0644 } }
Web::File <| |> { mode => 644 }
define web::file($mode) { }
create_resources('web::file', { '/a' => { mode => 644 } })
"""

_SAID = "The file mode specification must be a string, not 'Integer'"
_SUBJECT = Subject("resource_type", "file", "mode")


@on_node(*SETTING)
def integer_mode(here: Here, node: ast.Node) -> Iterator[Finding]:
    for setting in attributes_set(node):
        for name, _, value in setting.attributes if setting.type_name == "file" else ():
            if name == "mode" and isinstance(value, ast.LiteralInteger):
                written = re.fullmatch("(0?)([0-7]{3})", here.code_of(value.span))
                fixes = _quoted(here, value, written[2], bool(written[1])) if written else ()
                yield CHECK.at(here, value, _SAID, None, _SUBJECT, fixes)


def _quoted(here: Here, value: ast.LiteralInteger, digits: str, octal: bool) -> tuple[Fix, ...]:
    """Of three digits only their writer knows whether they are octal."""
    return (Fix("Write it in quotes", (FileEdit(here.path, TextEdit(value.span, f"'0{digits}'")),), octal),)

"""A key in a module's own data that does not begin with the module's name.

What it does: takes the data that the hiera.yaml of a module reads, and finds each key but `lookup_options` that is not
`module::name`; a colon before the module's name counts, but for that of a Ruby symbol (`:web::port`).
Why it is bad: Puppet warns in each run, and never finds the key: a module's data are asked for the module's own keys alone.
Instead: begin the key with the name of the module, or move it to the data of the environment.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.view import View
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("FOREIGN_DATA_KEY", "warning")

BAD = """\
#- modules/web/hiera.yaml
version: 5
#- modules/web/data/common.yaml
web::port: 80
nginx::port: 80
#= 2:1-12 warning FOREIGN_DATA_KEY: Module 'web' must use keys qualified with the name of the module: this one is left out
root: /srv
#= 3:1-5 warning FOREIGN_DATA_KEY: Module 'web' must use keys qualified with the name of the module: this one is left out
website::root: /srv
::web::port: 81
#= 5:1-12 warning FOREIGN_DATA_KEY: Module 'web' must use keys qualified with the name of the module: this one is left out
#= 4:1-14 warning FOREIGN_DATA_KEY: Module 'web' must use keys qualified with the name of the module: this one is left out
"""

GOOD = """\
#- hiera.yaml
version: 5
#- data/common.yaml
root: /srv
web::port: 80
#- modules/web/hiera.yaml
version: 5
#- modules/web/data/common.yaml
web::server::port: 80
:web::server::name: a
lookup_options:
  web::server::port: { merge: first }
"""


@on_data("hiera")
def foreign_data_key(view: View, document: DataDocument) -> Iterator[Finding]:
    module = view.module
    if module is None or document.broken is not None:
        return
    for key in document.contents.keys:
        if key.name != "lookup_options" and not key.name.startswith(f"{module}::"):
            message = f"Module '{module}' must use keys qualified with the name of the module: this one is left out"
            yield CHECK.of(view, key.name_span, key.name_span.start, message)

"""A key of data that nothing asks for.

What it does: takes each key that is no parameter of a class that is there, and that no code, no other key and no hiera.yaml
names; neither whole, nor by the beginning of a key that is computed (`lookup("web::${x}")`). It is off by itself, as a key may
be asked for by who is not here: a module that is not deployed, a back end, another tool.
Why it is bad: who changes the value wonders why nothing happens.
Instead: remove it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.data_document import DataDocument
from ..model.key_uses import is_asked_for, starts_asked_for
from ..model.summary import Facet
from ..model.view import View
from .certainty import judges_all
from .finding import Finding
from .registry import Check, on_data

CHECK = Check("DEAD_DATA_KEY", "information", on=False, tags=("unnecessary",))

BAD = """\
#- hiera.yaml
version: 5
#- modules/web/manifests/init.pp
class web(Integer $port) { }
#- data/common.yaml
web::port: 80
web::colours: red
#= 2:1-13 information DEAD_DATA_KEY: Nothing asks for the key 'web::colours'
mirrors: [a]
#= 3:1-8 information DEAD_DATA_KEY: Nothing asks for the key 'mirrors'
"""

GOOD = """\
#- hiera.yaml
version: 5
#- manifests/site.pp
class web(Integer $port) { notice(lookup('mirrors.0'), lookup("sites_${port}"), lookup("site::${port}::root", String)) }
#- data/common.yaml
web::port: 80
mirrors: [a]
sites_80: a
site::80::root: /srv
web::names: "%{lookup('names')}"
names: [a]
gone::from::here: 1
lookup_options:
  web::names: { merge: first }
"""


@on_data("hiera")
def dead_data_key(view: View, document: DataDocument) -> Iterator[Finding]:
    if not view.is_whole or not judges_all(view) or view.missing_modules:
        return
    for key in document.contents.keys:
        if not _is_alive(view, key.name):
            span = key.name_span
            yield CHECK.of(view, span, span.start, f"Nothing asks for the key '{key.name}'")


def _is_alive(view: View, name: str) -> bool:
    owner, _, parameter = name.rpartition("::")
    found = view.find("class", owner, Facet.SIGNATURE) if owner else None
    if found is not None and found.definition.parameter(parameter) is not None:
        return True
    if owner and not view.has_module(name) and found is None:
        return True  # its module is not here
    return is_asked_for(view, name) or any(name.startswith(start) for start in starts_asked_for(view))

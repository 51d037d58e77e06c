"""A legacy fact that Hiera's data or hiera.yaml interpolate.

What it does: finds legacy facts as Facter's schema names them (`%{::osfamily}`, `%{facts.osfamily}`) in data and in hiera.yaml
(`mapped_paths`, too), where Puppet 8 is followed and no code sets such a variable; but for data of modules made for many sites.
Why it is bad: agents of Puppet 8 do not send them: what is interpolated is empty, and a level with such a path is never read.
Instead: use the structured fact. The values are the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.language import Language
from ..library.facts.structured import structured
from ..model.data_document import DataDocument
from ..model.entity import Entity
from ..model.variables import bindings_of
from ..model.view import View
from .finding import Finding, Fix
from .interpolated import variables
from .legacy_fact import is_legacy, is_told
from .registry import Check, on_data

CHECK = Check("LEGACY_FACT_IN_DATA", "warning", tags=("deprecated",))
LANGUAGE = Language((8, 0, 0))

BAD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: family, path: "%{::osfamily}.yaml" }
#                            ^^^^^^^^^^ warning LEGACY_FACT_IN_DATA: The fact 'osfamily' is a legacy one: use facts.os.family
  - { name: zones, mapped_paths: ['::hostname', h, "%{h}.yaml"] }
#                                  ^^^^^^^^^^ warning LEGACY_FACT_IN_DATA: The fact 'hostname' is a legacy one: use facts.networking.hostname
#- data/common.yaml
web::name: "%{facts.fqdn} %{facts.memorysize_mb}"
#             ^^^^^^^^^^ warning LEGACY_FACT_IN_DATA: The fact 'fqdn' is a legacy one: use facts.networking.fqdn
#                           ^^^^^^^^^^^^^^^^^^^ warning LEGACY_FACT_IN_DATA: The fact 'memorysize_mb' is a legacy one
"""

FIXED = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: family, path: "%{facts.os.family}.yaml" }
  - { name: zones, mapped_paths: ['facts.networking.hostname', h, "%{h}.yaml"] }
#- data/common.yaml
web::name: "%{facts.networking.fqdn} %{facts.memorysize_mb}"
#                                      ^^^^^^^^^^^^^^^^^^^ warning LEGACY_FACT_IN_DATA: The fact 'memorysize_mb' is a legacy one
"""

GOOD = """\
#- hiera.yaml
version: 5
hierarchy:
  - { name: family, path: "%{facts.os.family}/%{::architecture}.yaml" }
#- manifests/site.pp
$architecture = 'any'
#- data/common.yaml
web::name: "%{facts.networking.fqdn} %{trusted.certname} %{lookup('fqdn')}"
fqdn: a
"""


@on_data("hiera", "hiera.yaml")
def legacy_fact_in_data(view: View, document: DataDocument) -> Iterator[Finding]:
    if not is_told(view) or not view.is_whole:
        return
    for asked in variables(document):
        name = asked.name.removeprefix("facts.")
        if not is_legacy(name):
            continue
        if name == asked.name and next(bindings_of(view, Entity("variable", name)), None) is not None:
            continue
        path = structured(name)
        message = f"The fact '{name}' is a legacy one"
        if path is None:
            yield CHECK.of(view, asked.span, asked.span.start, message)
            continue
        now = ".".join(("facts", *map(str, path)))
        fix = Fix(f"Replace by {now}", (FileEdit(view.path, TextEdit(asked.span, now)),), True)
        yield CHECK.of(view, asked.span, asked.span.start, f"{message}: use {now}", fixes=(fix,))

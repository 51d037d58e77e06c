"""A legacy fact in an ERB template, which agents of Puppet 8 do not send.

What it does: finds `@osfamily` and the like, where Puppet 8 is followed and nothing that renders the template sets such a
variable. Modules made for many sites are passed over within a site.
Why it is bad: without `include_legacy_facts`, which is off in Puppet 8, the value is nil: what is written is empty, and a
comparison takes the wrong branch, without a word.
Instead: use the structured fact; `@facts` has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.edits import FileEdit, TextEdit
from ..base.language import Language
from ..base.span import Span
from ..library.facts.structured import is_always_there, structured
from ..model.data_document import DataDocument
from ..model.templates import variables_seen
from ..model.view import View
from .finding import Finding, Fix
from .legacy_fact import is_legacy, is_told
from .registry import Check, on_data

CHECK = Check("LEGACY_FACT_IN_TEMPLATE", "warning", tags=("deprecated",))
LANGUAGE = Language((8, 0, 0))

BAD = """\
#- modules/web/manifests/init.pp
class web($hostname) { $x = template('web/motd.erb') }
#- modules/web/templates/motd.erb
<% if @osfamily == 'Debian' -%>
#= 1:8-16 warning LEGACY_FACT_IN_TEMPLATE: The fact 'osfamily' is a legacy one: use @facts['os']['family']
<%= @hostname %> <%= @kernel %>
<% end -%>
"""

FIXED = """\
#- modules/web/manifests/init.pp
class web($hostname) { $x = template('web/motd.erb') }
#- modules/web/templates/motd.erb
<% if @facts['os']['family'] == 'Debian' -%>
<%= @hostname %> <%= @kernel %>
<% end -%>
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web($osfamily) { $x = template('web/motd.erb') }
#- modules/web/templates/motd.erb
<%= @osfamily %> <%= @facts['os']['family'] %>
"""


@on_data("erb")
def legacy_fact_in_template(view: View, document: DataDocument) -> Iterator[Finding]:
    if not is_told(view):
        return
    for reference in document.contents.references:
        name, path = reference.name, structured(reference.name)
        owner = reference.owner
        if owner is None or owner[0] != "rendered" or path is None or not is_legacy(name):
            continue
        if any(entity.owner is not None for entity in variables_seen(view, view.path, name)):
            continue
        keys = "".join(f"[{key!r}]" for key in path)
        span: Span = reference.span
        is_plain = document.text.data[span.start - 1 : span.start] == b"@"
        edit = FileEdit(view.path, TextEdit(span, f"facts{keys}"))
        fixes = (Fix(f"Replace by @facts{keys}", (edit,), is_always_there(path)),) if is_plain else ()
        message = f"The fact '{name}' is a legacy one: use @facts{keys}"
        yield CHECK.of(view, span, span.start, message, fixes=fixes)

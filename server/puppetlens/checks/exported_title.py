"""An exported resource whose title is the same on every node.

What it does: finds `@@host { 'backup': }` with a title that is written out, in a class or define, as several nodes may have that.
Node definitions are left in peace.
Why it is bad: each node that has the class exports a resource of the same name. Whoever collects them (`Host <<| |>>`) gets two
of them, and its catalog does not compile. Where one node alone is to have the class, all is well until the second one does.
Instead: have the title say of which node it is: `@@host { $facts['networking']['fqdn']: }`, or `"backup on ${trusted['certname']}"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.definitions import definition_kind, definition_name
from ..model.literals import inner, literal, titles
from ..project.autoload import capitalised, normalise
from ..syntax import ast
from .certainty import judges_all
from .finding import Finding
from .registry import Check, Here, on_node

CHECK = Check("EXPORTED_TITLE", "information")

BAD = """\
#- modules/backup/manifests/client.pp
class backup::client {
  @@host { 'backup': ip => '10.0.0.1' }
#           ^^^^^^ information EXPORTED_TITLE: Each node with class backup::client exports Host[backup]: who collects two of them fails
}
#- modules/backup/manifests/job.pp
define backup::job {
  @@backup::part { ['first', $title]: }
#                    ^^^^^ information EXPORTED_TITLE: Each node with define backup::job exports Backup::Part[first]: who collects two of them fails
}
#- modules/backup/manifests/part.pp
define backup::part {}
"""

GOOD = """\
#- modules/backup/manifests/client.pp
class backup::client($host) {
  @@host { $facts['networking']['fqdn']: ip => '10.0.0.1' }
  @@host { "backup of ${trusted['certname']}": ip => '10.0.0.1' }
  @@host { $host: ip => '10.0.0.1' }
  @host { 'backup': ip => '10.0.0.1' }
}
#- manifests/site.pp
node 'backup' { @@host { 'backup': ip => '10.0.0.1' } }
"""


@on_node(ast.ResourceExpression)
def exported_title(here: Here, node: ast.ResourceExpression) -> Iterator[Finding]:
    around = here.around[-1] if here.around else None
    type_name = literal(node.type_name)
    if node.form != "exported" or type_name is None or not isinstance(around, _MANY) or not judges_all(here.view):
        return
    name = ""
    for each in here.around:
        name = definition_name(each, name)
    shown = capitalised(normalise(type_name))
    for body in node.bodies:
        for title, where in titles(body.title):
            owner = f"{definition_kind(around)} {normalise(name)}"
            message = f"Each node with {owner} exports {shown}[{title}]: who collects two of them fails"
            yield CHECK.of(here, inner(where), where.start, message)


#: What several nodes may have.
_MANY = (ast.HostClassDefinition, ast.ResourceTypeDefinition)

"""What fails whoever uses the code, as an evaluation of each class, define, function and template shows.

What it does: evaluates each class, define, node, function and template of a file for itself, with parameters of which
only the types are known, and with facts, data and other code unknown. What fails all the same is an error, in Puppet's
words; so is what fails in a branch wherever that is taken. A default that is not of its parameter's type, or that reads
one which has no value yet, is a warning: who gives the parameter does not see it. What code says itself by `fail()` or
an assertion is none. The code of a finding is Puppet's; this name is for all of them.
Why it is bad: the catalog does not compile where the code is reached.
Instead: what Puppet's message says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.errors import Fault
from ..model.view import View
from .certainty import judges
from .finding import Finding
from .registry import Check, on_evaluation

CHECK = Check("EVALUATION_ERROR", "error")

BAD = """\
#- modules/web/manifests/init.pp
class web(Integer $port, Boolean $ssl = 'yes') {
#                        ^^^^^^^^^^^^^^^^^^^^ warning EVALUATION_ERROR: Class[Web]: parameter 'ssl' expects a Boolean value, got String
  $mode = '0644'
  if $ssl {
    $mode = '0600'
#   ^^^^^^^^^^^^^^ error ILLEGAL_REASSIGNMENT: Evaluation Error: Cannot reassign variable '$mode'
  }
  web::vhost { 'a': root => $port }
#                   ^^^^^^^^^^^^^ error EVALUATION_ERROR: Web::Vhost[a]: parameter 'root' expects a String value, got Integer
}
#- modules/web/manifests/vhost.pp
define web::vhost(String $root) { notice($root) }
"""

GOOD = """\
#- modules/web/manifests/init.pp
class web(Integer $port, Boolean $ssl = false, Optional[String] $root = undef) {
  if $ssl {
    $mode = '0600'
  } else {
    $mode = '0644'
  }
  unless $port > 0 {
    fail("no port: ${port}")
  }
  web::vhost { 'a': root => $root }
}
#- modules/web/manifests/vhost.pp
define web::vhost(String $root) { notice($root) }
"""


@on_evaluation
def evaluation(view: View, finding: Finding, faults: Sequence[Fault]) -> Iterator[Finding]:
    names = [fault.subject.name for fault in faults if fault.subject.kind in ("class", "resource_type")]
    if all(judges(view, name) for name in names):
        yield finding

"""Facts for who has none yet: those of a plain Debian 12, so that a fresh site has a first preview.

An editor takes them where a site keeps no facts at all; on the command line who wants them says so (`--facts debian-12`).

Facter 4.3 told them on a virtual machine with Debian 12.11. What was of that machine alone was taken out or is made up:
kernel, memory, processors, disk; addresses are those for documentation. The names are the node's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..base.system_paths import absolute
from .facts import NodeFacts

#: What they are called, in sentences and as the value of an option, and the node that a site without any is previewed for.
WHOSE = "a plain Debian 12"
NAME = "debian-12"
NOBODY = "debian-12.example.com"

#: What a request names as the file of facts where they are wanted.
PATH = absolute(str(Path(__file__).parent / "bundled" / f"{NAME}.json"))


@cache
def bundled_facts(certname: str) -> NodeFacts:
    """Those of a node of this name."""
    facts = dict(_read())
    host, _, domain = certname.partition(".")
    names = {"hostname": host, "fqdn": certname, **({"domain": domain} if domain else {})}
    facts["networking"] = {**facts["networking"], **names}
    return NodeFacts(facts, {}, PATH)


@cache
def _read() -> Mapping[str, Any]:
    facts: dict[str, Any] = json.loads(Path(PATH).read_bytes())
    return facts

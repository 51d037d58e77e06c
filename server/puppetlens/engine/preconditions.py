"""What has to be there before the catalog of a node is worth compiling: an environment, and the node's facts.

A mistyped name or the wrong folder would otherwise give an almost empty catalog that looks like an answer. Each
function gives None where all is well, else sentences for people: what is missing, and what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import join, normpath

from ..base.near_names import NEARER, near
from ..project.bundled_facts import NAME, NOBODY, PATH, WHOSE
from ..project.discovery import MODULE_FOLDERS, discover
from ..project.facts import find_facts_file, is_certname, list_nodes
from ..project.files import DiskFiles, Files
from ..project.open_environment import environment_of_module, open_environment

#: How many names a sentence lists.
_LISTED = 8
_NEAR = 3

#: Facts that come with puppetlens, for who asks for them: what they are called -> what a request names in their place; whose
#: they are, in a sentence; and the node that is meant where none is named.
BUNDLED = {NAME: PATH}
BUNDLED_ARE_OF = WHOSE
BUNDLED_NODE = NOBODY


def why_no_catalog(root: str, node: str, *, own_manifest: bool, own_facts: bool) -> str | None:
    """Why an environment on disk has no catalog of a node; `own_...`: that it need not have them itself."""
    files = DiskFiles()
    if not is_certname(node):
        return f'"{node}" is no name of a node: it may have no slash. A file of facts is given as --facts FILE'
    missing = None if own_manifest else why_no_environment(files, root)
    return missing if missing is not None or own_facts else why_no_facts(files, root, node)


def unread(root: str, basemodulepath: Sequence[str]) -> tuple[str, ...]:
    """What of an environment on disk is not read, a sentence each: what it holds is missing in all catalogs."""
    return open_environment(DiskFiles(), root, basemodulepath).problems


def nodes_with_facts(root: str) -> tuple[str, ...]:
    """The nodes whose facts an environment on disk keeps."""
    return list_nodes(DiskFiles(), root)


def why_no_class(root: str) -> str | None:
    """Why no class can be compiled in a folder, which may be that of a module or lie in an environment."""
    if environment_of_module(DiskFiles(), root) is not None:
        return None
    return f"there is no module and no environment in {root}: run this in one, or name one with --environment DIR"


def why_no_environment(files: Files, root: str) -> str | None:
    """Why a folder is no environment; one with a hiera.yaml or any manifest of nodes will do."""
    root = normpath(root)
    if any(files.is_file(join(root, name)) for name in ("environment.conf", "hiera.yaml")):
        return None
    found = discover(files, root)
    first = found[0]
    if first.root == root and first.kind == "environment":
        return None
    if first.kind in ("module", "modules"):
        what = "a module" if first.kind == "module" else "a folder of modules"
        return f"{root} is {what}, not an environment: `catalog --class NAME` compiles a class of it"
    if first.root != root and len(found) == 1:
        return f"{root} is no environment, but a part of one: --environment {first.root}"
    if first.root != root:
        names = _listed([environment.root for environment in found])
        return f"{root} holds several environments: name one of them with --environment ({names})"
    if first.manifest == join(root, "manifests") and first.manifests(files):
        return None
    folders = ", ".join(f"{name}/" for name in MODULE_FOLDERS)
    return (
        f"there is no environment in {root}: no environment.conf, no manifests/site.pp, no folder of modules "
        f"({folders}). Run this in a control repo, or name one with --environment DIR"
    )


def why_no_facts(files: Files, root: str, node: str) -> str | None:
    """Why nothing is known of a node, with names near to the one given and those that would do."""
    if find_facts_file(files, root, node) is not None:
        return None
    known = list_nodes(files, root)
    meant = near_names(node, known)
    sentences = [f'no facts for "{node}" (looked for facts/{node}.json and .yaml in {root}).', *_did_you_mean(meant)]
    if known:
        others = [name for name in known if name not in meant]
        sentences.append(f"Nodes with facts: {_listed([*meant, *others])}.")
    else:
        sentences.append("No node has any: put there what `puppet facts show` prints on the node.")
    ways = f"(--facts FILE names a file, --facts {NAME} takes those of {WHOSE}, --no-facts goes on without)"
    return " ".join([*sentences, ways])


def without_facts(files: Files, root: str, node: str) -> str:
    """The same where the answer is given all the same, as of a node of which nothing is known; empty where there are facts."""
    if find_facts_file(files, root, node) is not None:
        return ""
    sentence = f"There are no facts of {node}: facts/{node}.json is where they are looked for."
    return " ".join([sentence, *_did_you_mean(near_names(node, list_nodes(files, root)))])


def _did_you_mean(names: Sequence[str]) -> list[str]:
    return [f"Did you mean {' or '.join(names)}?"] if names else []


def near_names(node: str, known: Sequence[str]) -> list[str]:
    """The names that may be meant, the most likely first: with the domain left out or another one, or mistyped."""
    host = node.partition(".")[0].lower()
    same_host = [name for name in known if name.partition(".")[0].lower() == host]
    if same_host:
        return same_host[:_NEAR]
    hosts: dict[str, list[str]] = {}
    for name in known:
        hosts.setdefault(name.partition(".")[0], []).append(name)
    alike = near(host, hosts, _NEAR, NEARER)
    close = [*near(node, known, _NEAR, NEARER), *(name for each in alike for name in hosts[each])]
    return list(dict.fromkeys(close))[:_NEAR]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    shown = ", ".join(names[:_LISTED])
    return f"{shown} and {more} more" if more > 0 else shown

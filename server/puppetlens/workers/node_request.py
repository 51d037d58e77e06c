"""From what a face asks about a node to what the evaluator takes: environment, facts, classifier, settings.

A request is JSON data: `{"environment_dir", "node", "facts"?, "enc"?, "manifest"?, "class"?, "settings"?,
"show_sensitive"?, "opened"?}`. Paths are absolute. Without the setting `trusted` nothing is read outside of the environment,
its modules and the folders that are `opened`. `class` is `{"name", "parameters"}`: this class alone is declared. What the main manifest
defines is known then, no other code of it is run; and the folder may be that of a module.
Without `facts` and `enc` those that the environment keeps for the node are taken (`facts/NODE.json`,
`nodes/NODE.yaml`); that they were looked for is recorded with all other reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from posixpath import dirname, join
from typing import Any, NamedTuple

from ..base.errors import OutsideError
from ..base.language import Language, language_of
from ..eval.compile_catalog import Request
from ..eval.run import Log
from ..library.facts.legacy import has_legacy, legacy_facts
from ..project.bundled_facts import PATH as BUNDLED
from ..project.bundled_facts import WHOSE, bundled_facts
from ..project.discovery import is_below
from ..project.enc import Classified, EncError, find_classified, read_classified
from ..project.environment import Environment
from ..project.facts import FactsError, NodeFacts, find_facts, list_nodes, read_facts
from ..project.files import Files
from ..project.open_environment import environment_of_module, is_named_by_its_folder, open_environment
from .contained import contained
from .eyaml import EyamlKeys, KeyFiles
from .given import Unusable
from .puppetdb import FOLDER, ExportFiles
from .redaction import Redact, redaction

Data = dict[str, Any]

#: What stands for the settings that a request does not name, besides those of the language.
UNSET: Data = {
    "basemodulepath": (),
    "server_settings": {},
    "vendored_modules": True,
    "storeconfigs": True,
    "puppetdb_folder": None,
    "bundled_facts": False,
    "eyaml_private_key": None,
    "eyaml_public_key": None,
    "trusted": True,
}


_STAND_IN = (
    f"No node has facts here: those of {WHOSE} stand in, which come with puppetlens. "
    "Put in facts/{}.json what `puppet facts show` prints on the node"
)


#: Said where they are not, as nothing compiles with them.
STAND_IN_FAILS = (
    f"No node has facts here, and with those of {WHOSE} there is no catalog ({{}}): facts are unknown. "
    "Put in facts/{}.json what `puppet facts show` prints on the node"
)


class Prepared(NamedTuple):
    """`said` are messages of ours that come before those of the evaluation."""

    request: Request
    classified: Classified | None
    said: list[Log]
    keys: EyamlKeys | None
    database: ExportFiles
    #: What takes secrets out of the answer, to be called at the end.
    redact: Redact
    #: Whether the facts are those that come with puppetlens.
    is_bundled: bool = False


def prepare(request: Data, files: Files) -> Prepared:
    """Raises `Unusable`."""
    settings = {**UNSET, **(request.get("settings") or {})}
    wanted = request.get("class")
    asked = _environment(files, request["environment_dir"], settings["basemodulepath"], wanted is not None)
    language = language_of(settings)
    reached = _reached(request, files, asked, settings)
    known, classified = _facts(request, reached, asked.root), _classified(request, reached, asked.root)
    is_bundled = known is None and settings["bundled_facts"] and not list_nodes(reached, asked.root)
    known = bundled_facts(request["node"]) if is_bundled else known
    facts = _as_sent(known.facts, request["node"], language) if known is not None else None
    environment = asked if wanted is not None else _beside(request, files, asked, classified, settings) or asked
    if environment is not asked:
        reached = _reached(request, files, environment, settings)
    manifest = request.get("manifest")
    classes = classified.classes if classified is not None else None
    prepared = Request(
        reached,
        _named_by(classified, environment),
        request["node"],
        facts,
        known.trusted if known is not None else {},
        {"serverversion": language.version_text},
        language,
        storeconfigs=settings["storeconfigs"],
        vendored_modules=settings["vendored_modules"],
        manifests=(manifest,) if manifest is not None else None,
        definitions_only=wanted is not None,
        classes=classes if wanted is None else {wanted["name"].removeprefix("::"): wanted["parameters"]},
        parameters=classified.parameters if classified is not None else {},
        server_settings=settings["server_settings"],
        observed=frozenset(request.get("observed", ())),
    )
    keys = _keys(settings)

    def redact(answer: Any, hidden: Iterable[str] = ()) -> Any:
        if request.get("show_sensitive"):
            return answer
        return redaction(keys.revealed if keys is not None else ())(answer, hidden)

    folders = [join(environment.root, FOLDER), *filter(None, [settings["puppetdb_folder"]])]
    database = ExportFiles(reached, folders)
    stand_in = [["notice", _STAND_IN.format(request["node"])]] if is_bundled else []
    said = [*stand_in, *_said(prepared.environment.problems), *_misplaced(prepared, classified, asked)]
    return Prepared(prepared, classified, said, keys, database, redact, is_bundled)


def _environment(files: Files, folder: str, basemodulepath: Sequence[str], of_module: bool) -> Environment:
    found = environment_of_module(files, folder, basemodulepath) if of_module else None
    return found or open_environment(files, folder, basemodulepath)


def _reached(request: Data, files: Files, environment: Environment, settings: Data) -> Files:
    """The files that an evaluation may read."""
    if settings["trusted"]:
        return files
    mine = (*settings["basemodulepath"], *request.get("opened", ()))
    named = [*map(request.get, ("facts", "enc", "manifest")), settings["puppetdb_folder"]]
    return contained(files, environment, mine, filter(None, named))


def _beside(
    request: Data, files: Files, environment: Environment, classified: Classified | None, settings: Data
) -> Environment | None:
    """The environment that the classifier puts the node into, where it lies beside this one and may be read."""
    name = classified.environment if classified is not None else None
    if name is None or name == environment.name or not is_named_by_its_folder(environment) or "/" in name:
        return None
    root = join(dirname(environment.root), name)
    if not settings["trusted"] and not any(is_below(root, own) for own in request.get("opened", ())):
        return None
    return open_environment(files, root, settings["basemodulepath"]) if files.is_dir(root) else None


def _keys(settings: Data) -> EyamlKeys | None:
    """The user's keys of eyaml, where both are named."""
    private, public = settings["eyaml_private_key"], settings["eyaml_public_key"]
    return EyamlKeys(KeyFiles(private, public)) if private and public else None


def _facts(request: Data, files: Files, root: str) -> NodeFacts | None:
    named = request.get("facts")
    if named == BUNDLED:
        return bundled_facts(request["node"])
    try:
        return read_facts(files, named) if named is not None else find_facts(files, root, request["node"])
    except (FactsError, OutsideError) as error:
        raise Unusable("BAD_FACTS", str(error)) from None


def _as_sent(facts: Mapping[str, Any], certname: str, language: Language) -> Mapping[str, Any]:
    """The facts that the server gets, of those that `puppet facts show` prints: an agent says who it is, too, and one of
    Puppet 7 sends the legacy facts."""
    version = facts.get("puppetversion", language.version_text)
    added = {"clientcert": certname, "clientversion": version, "clientnoop": False}
    if language.major < 8 and not has_legacy(facts):
        added |= legacy_facts(facts)
    return {**facts, **{name: value for name, value in added.items() if name not in facts}}


def _classified(request: Data, files: Files, root: str) -> Classified | None:
    named = request.get("enc")
    try:
        return read_classified(files, named) if named is not None else find_classified(files, root, request["node"])
    except (EncError, OutsideError) as error:
        raise Unusable("BAD_ENC", str(error)) from None


def _named_by(classified: Classified | None, environment: Environment) -> Environment:
    """A checkout is the environment that the classifier says; a folder of `environments` has its name for sure."""
    if classified is None or classified.environment is None or is_named_by_its_folder(environment):
        return environment
    return environment._replace(name=classified.environment)


def _misplaced(request: Request, classified: Classified | None, asked: Environment) -> list[Log]:
    """That the classifier puts the node into another environment than the one that was asked."""
    wanted = classified.environment if classified is not None else None
    if wanted is None or (wanted == request.environment.name and request.environment.root == asked.root):
        return []
    sentence = f"The node classifier puts {request.certname} into the environment '{wanted}'"
    if wanted == request.environment.name:
        return _said([f"{sentence}, so this is the one in {request.environment.root}"], "notice")
    return _said([f"{sentence}, which is not read here: this is '{request.environment.name}'"])


def _said(sentences: Iterable[str], level: str = "warning") -> list[Log]:
    return [[level, sentence, {"sys": True}] for sentence in sentences]

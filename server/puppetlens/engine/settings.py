"""Every setting, declared once: the editor's settings page, the reference and the server read this file.

Names in a client are `puppetlens.<camelCase>`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ..model.configuration import ConfigurationFile, near
from ..model.settings import Level, converted


class Settings(msgspec.Struct, frozen=True, rename="camel"):
    """What the server is told by its client."""

    basemodulepath: Annotated[
        tuple[str, ...],
        Meta(description="Folders of modules that every environment has beside its own."),
    ] = ()
    puppet_version: Annotated[
        Literal["7.23.0", "8.11.0"],
        Meta(description="The Puppet whose behaviour checks and catalog previews follow."),
    ] = "8.11.0"
    strict: Annotated[
        Literal["off", "warning", "error"] | None,
        Meta(
            description="What Puppet does about doubtful code (its setting `strict`). "
            "Where it is not set, as that Puppet does: 7 warns, for 8 it is an error."
        ),
    ] = None
    strict_variables: Annotated[
        bool | None,
        Meta(
            description="Whether an unknown variable is an error (Puppet's setting `strict_variables`). "
            "Where it is not set, it is one for Puppet 8 and none for 7."
        ),
    ] = None
    relative_names: Annotated[
        bool,
        Meta(
            description="Look up classes and defines as Puppet 3 did: a name means one in the namespace of the "
            "code around it first (`include bar` in class `foo` finds `foo::bar`)."
        ),
    ] = False
    ruby: Annotated[
        Literal["sandbox", "native", "off"],
        Meta(
            description="Where the Ruby of modules (functions, ERB templates, back ends) runs in a preview: in a "
            "sandbox that has the files of the environment to read, no others, no network and no processes; natively, "
            "by the `ruby` of this machine, which needs gems or servers and may do all that you may, so only for folders "
            "that you trust; or not at all, so that its results are unknown."
        ),
    ] = "sandbox"
    vendored_modules: Annotated[
        bool,
        Meta(
            description="Whether the resource types are there that the packages of Puppet bring as modules: `cron`, "
            "`host`, `mount`, `sshkey`, `yumrepo` and so on. Packages of distributions may come without."
        ),
    ] = True
    storeconfigs: Annotated[
        bool,
        Meta(
            description="Whether the server has PuppetDB (its setting `storeconfigs`). What other nodes export comes "
            "from files of the folder `puppetdb` in the environment, or is unknown."
        ),
    ] = True
    bundled_facts: Annotated[
        bool,
        Meta(
            description="Whether a site that keeps no facts of any node is previewed with those of a plain Debian 12, which "
            "come with puppetlens. Each such preview says so. Else its facts are unknown."
        ),
    ] = True
    puppetdb_folder: Annotated[
        str | None,
        Meta(
            description="A folder with answers of PuppetDB for all environments that have none of their own: "
            "`resources.json` with what nodes export, `nodes.json`, `facts.json` and so on for `puppetdb_query`."
        ),
    ] = None
    server_settings: Annotated[
        dict[str, Any],
        Meta(
            description="Settings of the Puppet server by name (`confdir`, `vardir`, `user`, ...), as "
            "`puppet config print` shows them there: what `$settings::confdir` reads. Those not named are unknown."
        ),
    ] = msgspec.field(default_factory=dict)
    eyaml_private_key: Annotated[
        str | None,
        Meta(
            description="The file of the private key (PEM) with which values of hiera-eyaml are read. "
            "Where none is named they are unknown; a path in hiera.yaml does not count."
        ),
    ] = msgspec.field(default=None, name="eyaml.privateKey")
    eyaml_public_key: Annotated[
        str | None,
        Meta(description="The file of the public key (a certificate in PEM) that belongs to it."),
    ] = msgspec.field(default=None, name="eyaml.publicKey")
    checks: Annotated[
        dict[str, Level],
        Meta(
            description="What becomes of single checks, by name (`docs/checks.md` has all): `off`, `on` (for those that "
            "are off by themselves), or the severity of what they find. A tag (`style`, `deprecated`, `unnecessary`) means "
            'all that have it. `{"unknown-class": "hint"}`.'
        ),
    ] = msgspec.field(default_factory=dict)
    select: Annotated[
        tuple[str, ...],
        Meta(description="The checks that are on, by code, name or tag, and no others; where none is named, all are."),
    ] = ()
    ignore: Annotated[
        tuple[str, ...],
        Meta(description="The checks that are off, by code, name or tag."),
    ] = ()
    style: Annotated[
        bool | None,
        Meta(
            description="Whether style is checked, as puppet-lint and the plugins of Vox Pupuli do. Where it is not set, in repos "
            "that ask for it: with a `.puppet-lint.rc`, or `style = true` in their `puppetlens.toml`."
        ),
    ] = None
    single_quotes: Annotated[
        bool,
        Meta(
            description="Whether formatting gives single quotes to strings in double ones where nothing is interpolated "
            "or escaped."
        ),
    ] = msgspec.field(default=False, name="format.singleQuotes")
    inlay_hints_variable_types: Annotated[
        bool,
        Meta(description="Show the types of variables and of a lambda's parameters in the code (inlay hints)."),
    ] = msgspec.field(default=True, name="inlayHints.variableTypes")
    inlay_hints_parameter_names: Annotated[
        Literal["off", "literals", "all"],
        Meta(description="Show the names of a function's parameters before arguments that are literals, or all."),
    ] = msgspec.field(default="literals", name="inlayHints.parameterNames")
    inlay_hints_defaults: Annotated[
        bool,
        Meta(description="Show the defaults of the parameters that the resource of a class or define does not give."),
    ] = msgspec.field(default=False, name="inlayHints.defaults")
    inlay_hints_node_values: Annotated[
        bool,
        Meta(
            description="Show behind the lines what variables, parameters and conditions come to on the active node, once one "
            "was chosen."
        ),
    ] = msgspec.field(default=True, name="inlayHints.nodeValues")
    code_lens: Annotated[
        bool,
        Meta(
            description="Whether definitions have lenses above them: how often they are named, who declares them, which keys "
            "of Hiera set their parameters, how many resources of the active node they declare."
        ),
    ] = True
    diagnostics_delay: Annotated[
        int,
        Meta(description="Milliseconds without typing after which a file is checked.", ge=0, le=10_000),
    ] = 150
    workspace_diagnostics: Annotated[
        bool,
        Meta(
            description="Whether an editor that asks for the diagnostics of the workspace is told those of all manifests and "
            "templates below the opened folders, not of the open files alone. They are checked again whenever something "
            "changes, when there is time."
        ),
    ] = False
    trusted: Annotated[
        bool,
        Meta(
            description="Whether the opened folders are trusted. In those that are not, a preview reads no files outside "
            "of the environment, its modules and what is opened: what they hold is unknown. VS Code says this itself, by its "
            "trust in the workspace."
        ),
    ] = False
    largest_file: Annotated[
        int,
        Meta(description="Kilobytes of a manifest or template beyond which its syntax alone is checked.", ge=1),
    ] = 1000
    catalog_timeout: Annotated[
        int,
        Meta(description="Seconds that the preview of a catalog may take.", ge=1, le=3600),
    ] = 60
    catalog_memory: Annotated[
        int,
        Meta(description="Megabytes of memory that the preview of a catalog may take.", ge=256),
    ] = 4096


class ClientSettings(msgspec.Struct, frozen=True, rename="camel"):
    """What the client itself needs; the server never sees it."""

    server_path: Annotated[
        str,
        Meta(
            description="Another server to start: a name on the PATH, or an absolute path. Where it is empty, the one that "
            "the extension brings."
        ),
    ] = ""
    python_path: Annotated[
        str,
        Meta(
            description="The Python (3.10 or newer) that runs the server that the extension brings: a name on the PATH, or "
            "an absolute path. Where it is empty, the first that fits: the Python extension's, `python3`, `py -3`, `python`."
        ),
    ] = ""


#: Settings that name a program, a key or a folder, say what may run or be read, or set a limit, are the user's alone: a
#: folder that is opened must not be able to set them.
USER_ONLY = frozenset(
    {
        "serverPath",
        "pythonPath",
        "ruby",
        "trusted",
        "basemodulepath",
        "puppetdbFolder",
        "eyaml.privateKey",
        "eyaml.publicKey",
        "largestFile",
        "catalogTimeout",
        "catalogMemory",
    }
)


def read_settings(data: Any, old: Settings | None = None) -> tuple[Settings, list[str]]:
    """The settings in a client's section, and what is wrong with it in words.

    Takes `{"strict": ...}` as well as `{"puppetlens": {"strict": ...}}`. A setting that is wrong or absent
    keeps its value of before.
    """
    settings = old or Settings()
    if isinstance(data, Mapping) and isinstance(data.get("puppetlens"), Mapping):
        data = data["puppetlens"]
    if data is None:
        return settings, []
    if not isinstance(data, Mapping):
        return settings, ["the settings of puppetlens must be an object"]
    values: dict[str, Any] = {}
    problems: list[str] = []
    for field in _fields().values():
        found, value = _given(data, field.encode_name)
        if not found:
            continue
        try:
            values[field.name] = converted(value, field.type)
        except ValueError as error:
            problems.append(f"the setting puppetlens.{field.encode_name} is ignored: {error}")
    problems += wrong_checks(values.get("checks", {}))
    problems += [
        f"the setting puppetlens.{name} is wrong: {no_check(each)}"
        for name in ("select", "ignore")
        for each in values.get(name, ())
        if not codes_of(each)
    ]
    return msgspec.structs.replace(settings, **values), problems


#: What a repo says about checks is said beside its settings, not among them.
_BESIDE = frozenset(("checks", "select", "ignore", "style"))


def settings_of_repo() -> dict[str, msgspec.structs.FieldInfo]:
    """Those that a repo's file may set, by name."""
    names = USER_ONLY | _BESIDE
    return {field.encode_name: field for field in _fields().values() if field.encode_name not in names}


def user_only(name: str) -> str:
    """What is told where a repo's file has such a setting."""
    return f"the setting '{name}' is the user's alone: no file of a repo can set it"


def with_those_of_repo(
    settings: Settings, given: Mapping[str, Any], chosen: Set[str] = frozenset()
) -> tuple[Settings, list[tuple[str, str]]]:
    """The settings where a repo's file has some, too, and what is wrong with those: a name, and words.

    What the user has set to something else than the default stands, and what was `chosen` (fields by name), be it the default.
    """
    values: dict[str, Any] = {}
    problems: list[tuple[str, str]] = []
    fields = settings_of_repo()
    for name, value in _flat(given, fields):
        field = fields.get(name)
        if name in USER_ONLY:
            problems.append((name, user_only(name)))
        elif name in _BESIDE:
            problems.append((name, f"'{name}' stands in the file itself, not among its settings"))
        elif field is None:
            problems.append((name, f"there is no setting '{name}'{near(name, list(fields))}"))
        else:
            try:
                read = converted(value, field.type)
            except ValueError as error:
                problems.append((name, f"the setting '{name}' is ignored: {error}"))
                continue
            if field.name not in chosen and getattr(settings, field.name) == getattr(_DEFAULTS, field.name):
                values[field.name] = read
    return msgspec.structs.replace(settings, **values), problems


_DEFAULTS = Settings()


def _flat(given: Mapping[str, Any], fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """`{"a": {"b": 1}}` as `a.b`, where that is a setting or a group of some."""
    groups = {name.partition(".")[0] for name in (*fields, *USER_ONLY) if "." in name}
    for name, value in given.items():
        if name in groups and isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", each) for inner, each in value.items())
        else:
            yield name, value


def wrong_checks(levels: Mapping[str, Level]) -> list[str]:
    """What is wrong with the setting of single checks, in words."""
    names = [name for name, (codes, _) in by_code(levels).items() if not codes]
    return [f"the setting puppetlens.checks is wrong: {no_check(name)}" for name in names]


def by_code(levels: Mapping[str, Level]) -> dict[str, tuple[tuple[str, ...], Level]]:
    """Name in the setting of single checks -> the codes it means, none where it means nothing, and the level."""
    return {name: (codes_of(name), level) for name, level in levels.items()}


def codes_of(name: str) -> tuple[str, ...]:
    """The codes that a name or a tag means."""
    from ..checks import registry  # a command that checks nothing is spared the checks

    return registry.codes_of(name)


def no_check(name: str) -> str:
    """What is said of a name that means none."""
    from ..checks import configured  # nothing of the checks before there is a mistake

    return configured.no_check(name)


def _given(data: Mapping[str, Any], name: str) -> tuple[bool, Any]:
    """Whether a section has a setting, and its value: `{"a.b": 1}` and `{"a": {"b": 1}}` are the same."""
    if name in data:
        return True, data[name]
    group, dot, rest = name.partition(".")
    inner = data.get(group)
    return _given(inner, rest) if dot and isinstance(inner, Mapping) else (False, None)


@cache
def _fields() -> Mapping[str, msgspec.structs.FieldInfo]:
    """Found out once: the annotations of all are evaluated for it."""
    return {field.name: field for field in msgspec.structs.fields(Settings)}


def described(name: str) -> tuple[Any, str]:
    """The type of a setting, and what it does."""
    type_, meta = get_args(_fields()[name].type)
    return type_, meta.description


def schema() -> dict[str, dict[str, Any]]:
    """`puppetlens.<name>` -> its JSON schema with description and default, as VS Code takes it."""
    found: dict[str, dict[str, Any]] = {}
    for struct in (ClientSettings, Settings):
        properties = msgspec.json.schema(struct)["$defs"][struct.__name__]["properties"]
        for name, found_type in properties.items():
            one = _without_alternatives(found_type)
            scope = "machine" if name in USER_ONLY else "window"
            found[f"puppetlens.{name}"] = {**one, **(_levels() if name == "checks" else {}), "scope": scope}
    return found


def schema_of_repo() -> dict[str, Any]:
    """The JSON schema of a repo's puppetlens.toml."""
    from ..checks.registry import checks, groups, name_of

    found = msgspec.json.schema(ConfigurationFile)["$defs"][ConfigurationFile.__name__]
    names = sorted({*checks(), *map(name_of, checks()), *groups()})
    settings = {
        name.removeprefix("puppetlens."): {key: value for key, value in one.items() if key != "scope"}
        for name, one in schema().items()
    }
    allowed = {name: one for name, one in settings.items() if name not in USER_ONLY | _BESIDE}
    properties = {name: _without_alternatives(one) for name, one in found["properties"].items()}
    for name in ("select", "ignore"):
        properties[name]["items"] = {"enum": names}
    properties["checks"] = {**properties["checks"], "propertyNames": {"enum": names}}
    properties["settings"] = {**properties["settings"], "properties": allowed, "additionalProperties": False}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "puppetlens.toml",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _levels() -> dict[str, Any]:
    """The names that the setting of single checks may have, for an editor's completion."""
    from ..checks.registry import checks, groups, name_of

    return {"propertyNames": {"enum": [*(name_of(code) for code in sorted(checks())), *groups()]}}


def _without_alternatives(described: dict[str, Any]) -> dict[str, Any]:
    """A setting that may be null, with its types in one list, as VS Code's page of settings understands it."""
    alternatives = described.pop("anyOf", None)
    if alternatives is None:
        return described
    values = [value for each in alternatives for value in each.get("enum", [None])]
    types = {"type": [each.get("type", "string") for each in alternatives]}
    return {**described, **types, **({"enum": values} if len(values) > len(alternatives) else {})}

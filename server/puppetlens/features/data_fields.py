"""Fields of the files that configure an environment or a module, with what they are: completion offers them, hover tells
of them. Which fields a hiera.yaml takes where, its type says (`hiera/config.py`); a name means the same everywhere in it.
"""

from __future__ import annotations

from collections.abc import Mapping

#: The kind of file (`model/data_document.py`) -> the keys around -> the fields that may stand there, usual ones first.
FIELDS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "metadata": {
        "": {"name": "author-module", "version": "semantic", "author": "who made it", "summary": "in one line",
             "license": "by SPDX", "source": "URL of the code", "project_page": "URL", "issues_url": "URL",
             "dependencies": "modules", "operatingsystem_support": "systems that it is made for",
             "requirements": "of Puppet", "tags": "words to find it by", "pdk-version": "of the PDK that made the module",
             "template-url": "where the PDK has its templates from", "template-ref": "their version"},
        "dependencies": {"name": "author/module", "version_requirement": "such as >= 4.0.0 < 10.0.0"},
        "requirements": {"name": "puppet", "version_requirement": "such as >= 7.0.0 < 9.0.0"},
        "operatingsystem_support": {"operatingsystem": "as the fact `os.name` has it",
                                    "operatingsystemrelease": "a list"},
    },
    "environment.conf": {
        "": {"modulepath": "folders of modules", "manifest": "the main manifest, a file or folder",
             "config_version": "a command that tells the version", "environment_timeout": "how long code is kept",
             "disable_per_environment_manifest": "the server's main manifest alone counts",
             "rich_data": "catalogs hold values of all types", "static_catalogs": "catalogs hold checksums of files",
             "versioned_environment_dirs": "the environment's folder may be a link to a version of it"},
    },
    "puppetfile": {
        "": {"mod": "a module", "forge": "URL of the Forge", "moduledir": "where modules are put"},
        "mod": {"git": "URL", "ref": "branch, tag or commit", "branch": "of the repository", "tag": "of the repository",
                "commit": "of the repository", "default_branch": "where the branch is not there",
                "local": "left as it is", "install_path": "the folder for it, beside that of modules", "svn": "URL",
                "type": "forge or another", "version": "of the Forge", "source": "where its type gets it from",
                "exclude_spec": "its folder spec is not put there"},
    },
}  # fmt: skip

#: Of a hiera.yaml and of `lookup_options`, wherever they stand.
OF_HIERA: Mapping[str, str] = {
    "version": "of the format: 5",
    "defaults": "for levels that do not say",
    "hierarchy": "levels, what wins first",
    "default_hierarchy": "for keys that the hierarchy has not (of modules)",
    "name": "for people",
    "datadir": "the folder of the data",
    "data_hash": "a function that gives all data of a file",
    "lookup_key": "a function that is asked for one key",
    "data_dig": "a function that is asked for a part of a key",
    "path": "a file below the folder of the data",
    "paths": "files below the folder of the data, what wins first",
    "glob": "files by a pattern, by name",
    "globs": "files by patterns, by name",
    "uri": "what the function is given",
    "uris": "what the function is given, one after another",
    "mapped_paths": "a variable, a name for its elements, a path with that name",
    "options": "what the function takes besides",
    "hiera3_backend": "a back end of Hiera 3",
    "merge": "how the values of all levels become one",
    "convert_to": "the type that the value is made into",
    "strategy": "first, unique, hash or deep",
    "knockout_prefix": "what takes an element away",
    "sort_merged_arrays": "lists are sorted",
    "merge_hash_arrays": "hashes in lists are merged, too",
}

_FILES = {"metadata": "metadata.json", "puppetfile": "the Puppetfile"}


def field_detail(kind: str, around: str, name: str) -> str:
    """What a field is; empty where nothing is known. `around` are the keys above it, joined by `/`."""
    if kind in ("hiera.yaml", "hiera"):
        return OF_HIERA.get(name, "")
    return FIELDS.get(kind, {}).get(around, {}).get(name, "")


def file_named(kind: str) -> str:
    """How people call a file of a kind."""
    return _FILES.get(kind, kind)

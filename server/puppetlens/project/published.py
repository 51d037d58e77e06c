"""Which modules of a site are somebody else's, made for many sites."""

from __future__ import annotations

from posixpath import dirname, join

from .environment import Environment
from .files import Files
from .modulefile import NAME
from .puppetfile import MODULE_FOLDER, read_module_folder, read_puppetfile

#: What says that a module was made to be published.
SIGNS = ("metadata.json", NAME)


def is_published(files: Files, environment: Environment, name: str, module_root: str) -> bool:
    """True outside of the environment, and where a metadata.json or Modulefile stands, but in a module of the site's own: one that
    its Puppetfile does not name, in another folder than where that puts its modules."""
    if not module_root.startswith(f"{environment.root}/"):
        return module_root != environment.root or _has_sign(files, module_root)
    return _has_sign(files, module_root) and not _is_own(files, environment.root, name, module_root)


def _has_sign(files: Files, module_root: str) -> bool:
    return any(files.is_file(f"{module_root}/{sign}") for sign in SIGNS)


def _is_own(files: Files, root: str, name: str, module_root: str) -> bool:
    if not files.is_file(f"{root}/Puppetfile"):
        return False
    folder = join(root, read_module_folder(files, root) or MODULE_FOLDER).rstrip("/")
    return dirname(module_root) != folder and name not in read_puppetfile(files, root)

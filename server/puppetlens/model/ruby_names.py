"""What names mean that Ruby files declare, as one file sees them.

Which file is asked for a name says `project/ruby_files.py`; what it declares say the readers in `ruby/`, which run
nothing. A file that declares nothing that can be read still has its path: the name exists all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..project.autoload import function_path, generated_type_path, normalise
from ..ruby.all_attributes import all_attributes
from ..ruby.attribute import RubyAttribute
from ..ruby.data_type import RubyDataType, read_data_type
from ..ruby.function import RubyFunction, read_function
from ..ruby.provider import RubyProvider, read_providers
from ..ruby.resource_type import RubyResourceType, read_resource_type
from .entity import Entity
from .summary import Facet

if TYPE_CHECKING:
    from .view import View


def namespace_of(name: str) -> str:
    """`web::`, or nothing. In the place of a name of Ruby it stands for all names of the kind in it."""
    module, separator, _ = name.partition("::")
    return module + separator if separator else ""


class FunctionFile(NamedTuple):
    """`declared` is None where the file says nothing that can be read."""

    path: str
    declared: RubyFunction | None

    @property
    def is_legacy(self) -> bool:
        """Whether it is one for the API of Puppet 3."""
        return self.declared is not None and self.declared.api == 3


class TypeFile(NamedTuple):
    path: str
    declared: RubyResourceType | None


class DataTypeFile(NamedTuple):
    path: str
    declared: RubyDataType | None


class ProviderFile(NamedTuple):
    path: str
    declared: RubyProvider


class RubyNames:
    """The Ruby side of a view; each question is noted there."""

    def __init__(self, view: View) -> None:
        self._view = view

    # Functions ---------------------------------------------------------------------------------------

    def function_path(self, name: str) -> str | None:
        """The file of a function; that of the asking file's own module comes before those of others."""
        found = self._paths("function", name)
        root = self._view.site.modules.get(self._view.module or "")
        environment = f"{self._view.site.environment.root}/lib/"
        if root is not None and found and not found[0].startswith(environment):
            found.sort(key=lambda path: not path.startswith(f"{root}/"))
        return found[0] if found else None

    def function(self, name: str) -> FunctionFile | None:
        path = self.function_path(name)
        data = self._view.read(path) if path is not None else None
        return None if path is None else FunctionFile(path, read_function(data or b"", normalise(name)))

    def function_before(self, name: str, path: str) -> FunctionFile | None:
        """The function in Ruby, where it comes before the one that a file with Puppet code defines.

        In one module (or the environment) that of version 4 does; what the main manifest defines comes before all.
        """
        site = self._view.site
        written = function_path(name, site.environment.root, site.modules)
        if path != written:
            return None
        paths = self._view.snapshot.ruby_files(site).function_paths(name, written)
        return self.function(name) if paths.index(written) > 0 else None

    # Resource types ----------------------------------------------------------------------------------

    def type_path(self, name: str) -> str | None:
        """The file of a resource type, or the one generated from it."""
        return self._view.once(("type path", name), lambda: self._type_path(name))

    def _type_path(self, name: str) -> str | None:
        generated = generated_type_path(name, self._view.site.environment.root)
        found = next(iter(self._paths("type", name)), None)
        return found or (generated if self._view.has_file(generated) else None)

    def type(self, name: str) -> TypeFile | None:
        return self._view.once(("type", name), lambda: self._type(name))

    def _type(self, name: str) -> TypeFile | None:
        path = self.type_path(name)
        data = self._view.read(path) if path is not None else None
        return None if path is None else TypeFile(path, read_resource_type(data or b""))

    def attribute(self, type_name: str, name: str) -> tuple[str, RubyAttribute] | None:
        """An attribute of a type, with the file that declares it."""
        found = self.type(type_name)
        attribute = found.declared.attribute(name) if found is not None and found.declared is not None else None
        return None if found is None or attribute is None else (found.path, attribute)

    def attributes(self, type_name: str) -> frozenset[str] | None:
        """All that may be set on a resource of a type, bar metaparameters; None where there may be more."""
        return self._view.once(("attributes", type_name), lambda: self._all_attributes(type_name))

    def _all_attributes(self, type_name: str) -> frozenset[str] | None:
        found = self.type(type_name)
        declared = found.declared if found is not None else None
        if found is None or declared is None or declared.name != type_name:
            return None
        self._view.lookups.add((Entity("ruby provider", type_name), Facet.EXISTS))
        return all_attributes(declared, found.path, self._view)

    # Providers and data types ------------------------------------------------------------------------

    def providers(self, type_name: str) -> tuple[ProviderFile, ...]:
        """The providers of a type in all modules, by name."""
        found: dict[str, ProviderFile] = {}
        for top in self._view.snapshot.ruby_files(self._view.site).with_providers:
            for path in self._providers_in(top, type_name):
                for each in read_providers(self._view.read(path) or b""):
                    if each.type == type_name:
                        found.setdefault(each.name, ProviderFile(path, each))
        return tuple(found[name] for name in sorted(found))

    def data_type_path(self, name: str) -> str | None:
        return next(iter(self._paths("datatypes", name)), None)

    def data_type(self, name: str) -> DataTypeFile | None:
        path = self.data_type_path(name)
        return None if path is None else DataTypeFile(path, read_data_type(self._view.read(path) or b""))

    # Names -------------------------------------------------------------------------------------------

    def without_namespace(self, kind: str) -> list[str]:
        """The names of a kind (`project/ruby_files.KINDS`) that say nothing of their module."""
        return self._names(kind, "")

    def of_module(self, kind: str, module: str) -> list[str]:
        """The names of a kind in a module's namespace."""
        return self._names(kind, f"{module}::")

    def _names(self, kind: str, namespace: str) -> list[str]:
        self._view.lookups.add((Entity(f"ruby {kind}", namespace), Facet.EXISTS))
        names = self._view.snapshot.ruby_files(self._view.site).names[kind]
        return sorted(name for name in names if namespace_of(name) == namespace and name == normalise(name))

    # Files -------------------------------------------------------------------------------------------

    def _paths(self, kind: str, name: str) -> list[str]:
        view = self._view
        view.lookups.add((Entity(f"ruby {kind}", normalise(name)), Facet.EXISTS))
        paths = view.snapshot.ruby_files(view.site).paths(kind, name)
        return [path for path in paths if view.has_file(path)]

    def _providers_in(self, top: str, type_name: str) -> list[str]:
        """The files of the providers of a type below one `lib/puppet`."""
        folder = f"{top}/provider/{type_name}"
        self._view.lookups.add((Entity("ruby provider", type_name), Facet.EXISTS))
        return [f"{folder}/{name}" for name in self._view.list(folder) if name.endswith(".rb")]

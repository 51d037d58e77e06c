"""Which types of resources there are: those of Puppet, those generated for the environment, and those that modules declare
in Ruby, which are read, and run where reading does not tell how their titles are taken apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial

import msgspec

from ..library import resources as resource_types
from ..library.host import TypeOfRuby
from ..library.resources import NativeType
from ..project.autoload import generated_type_path
from ..project.environment import Environment
from ..project.files import Files
from ..project.ruby_files import RubyFiles, find_ruby_files
from ..ruby.all_attributes import lacks_attribute
from ..ruby.resource_type import RubyResourceType, read_resource_type
from ..types.values import Value
from .declared import RubyType
from .generated_types import read_generated_type


class TypesOfResources(msgspec.Struct, eq=False, dict=True):
    """Those of one compilation, found when they are first asked for. Names are in lower case."""

    files: Files
    environment: Environment
    #: The folders of its modules by their names; and why Puppet leaves others out.
    modules: Mapping[str, str]
    left_out: Mapping[str, str]
    _generated: dict[str, NativeType | None] = msgspec.field(default_factory=dict)
    _ruby_types: dict[str, RubyType | None] = msgspec.field(default_factory=dict)
    #: Whether a type of Ruby lacks an attribute.
    _lacking: dict[tuple[str, str], bool] = msgspec.field(default_factory=dict)
    #: Whether the resource types of the `*_core` modules are there.
    vendored_modules: bool = False
    #: What running a resource type's file (path, name) tells of its titles.
    run_type: Callable[[str, str], TypeOfRuby | None] = lambda path, name: None
    #: What code of a resource type's file (path, name) makes of a title; None where none of its patterns matches.
    run_title: Callable[[str, str, str], Value] = lambda path, name, title: None

    @cached_property
    def ruby(self) -> RubyFiles:
        """The files of Ruby in which names may be declared."""
        libraries = self.environment.libraries(self.files)
        return find_ruby_files(self.files, self.environment.root, self.modules, libraries)

    def ruby_file(self, kind: str, name: str) -> str | None:
        """The file of Ruby that declares a name of some kind, in the environment or one of its modules."""
        return self.ruby.find(kind, name, self.files)

    def native_type(self, name: str) -> NativeType | None:
        """A resource type that Puppet ships, or that was generated for the environment; `name` in lower case."""
        if name not in self._generated:
            data = self.files.read(generated_type_path(name, self.environment.root)) if "::" not in name else None
            self._generated[name] = None if data is None else read_generated_type(data)
        return self._generated[name] or resource_types.find(name, self.vendored_modules)

    def ruby_type(self, name: str) -> RubyType | None:
        """A resource type that a Ruby file of the environment declares; `name` in lower case."""
        if name not in self._ruby_types:
            path = self.ruby_file("type", name)
            data = self.files.read(path) if path is not None else None
            declared = read_resource_type(data) if data is not None else None
            found = None if data is None else _ruby_type(name, declared)
            self._ruby_types[name] = found
        return self._ruby_types[name]

    def ask_of_titles(self, type_: RubyType) -> RubyType:
        """What whoever runs the file of a type says of its titles, where there is somebody who does."""
        path = self.ruby_file("type", type_.name)
        told = self.run_type(path, type_.name) if path is not None else None
        if path is None or told is None:
            found = RubyType(type_.name, type_.namevars, type_.title_patterns, type_.computes_title, type_.isomorphic)
        else:
            code = partial(self.run_title, path, type_.name) if told.title_patterns is None else None
            found = RubyType(type_.name, told.namevars, told.title_patterns or (), False, told.isomorphic, code=code)
        self._ruby_types[type_.name] = found
        return found

    def lacks_attribute(self, type_: NativeType | RubyType, name: str) -> bool:
        """Whether resources of a type cannot have an attribute; of one in Ruby, as far as its files tell."""
        if resource_types.is_metaparameter(name):
            return False
        if isinstance(type_, NativeType):
            return not type_.has_attribute(name)
        if (type_.name, name) not in self._lacking:
            path = self.ruby_file("type", type_.name)
            declared = read_resource_type(self.files.read(path) or b"") if path is not None else None
            lacks = path is not None and declared is not None and lacks_attribute(declared, path, name, self.files)
            self._lacking[type_.name, name] = lacks
        return self._lacking[type_.name, name]

    def titled_type(self, name: str) -> NativeType | RubyType | None:
        return self.native_type(name) or self.ruby_type(name)


def _ruby_type(name: str, declared: RubyResourceType | None) -> RubyType:
    """Two namevars cannot do without title patterns: what the file lacks comes from elsewhere in Ruby."""
    if declared is None:
        return RubyType(name, is_guess=True)
    namevars, patterns = declared.namevars, declared.title_patterns
    computed = patterns is None or (not patterns and len(namevars) > 1)
    known = declared.whole and not declared.mixins
    if not patterns and len(namevars) == 1 and known:
        patterns = (("(?m:(.*))", namevars),)
    is_guess = computed or not (known or namevars)
    return RubyType(name, namevars, patterns or (), computed, declared.isomorphic, is_guess)

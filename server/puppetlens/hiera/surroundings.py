"""What a compilation's look-ups share: files, functions, settings, warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from puppetlens.base.language import Language
from puppetlens.project.files import Files
from puppetlens.types import Type, parse_type
from puppetlens.types.values import Unknown, UnknownReason, Value

from .data_file import DataFile, Reader, read_data_file
from .errors import Origin, RubyError, Step
from .functions import BackEnd, Functions
from .keys import MISSING, Missing


class NoFunctions:
    """For look-ups outside an evaluation: no function is known."""

    def find(self, kind: str, name: str) -> BackEnd | None:
        return None


def _ignore(_: str) -> None:
    return None


def _encrypted(_: str, origin: Origin) -> Value:
    return Unknown(UnknownReason("the value is encrypted", origin.file, origin.line, origin.column))


class Surroundings(msgspec.Struct):
    """What is around an environment's data; paths are absolute."""

    files: Files
    environment_name: str
    environment_root: str | None
    #: The root folder of a module by name.
    module_root: Callable[[str], str | None]
    #: The global hiera.yaml; its absence means Puppet's defaults beside it.
    global_config: str | None = None
    #: The type that a text denotes, the environment's type aliases included.
    parse_type: Callable[[str], Type] = parse_type
    functions: Functions = msgspec.field(default_factory=NoFunctions)
    #: What an encrypted text of eyaml says, which stands at a place: Unknown where nobody can read it.
    decrypt: Callable[[str, Origin], Value] = _encrypted
    #: Where Puppet's warnings go.
    warn: Callable[[str], None] = _ignore
    #: Told of each place that is asked for a key.
    trace: Callable[[Step], None] | None = None
    language: Language = Language()
    _warned: set[str] = msgspec.field(default_factory=set)
    _used: set[str] = msgspec.field(default_factory=set)
    _data_files: dict[tuple[Reader, str], DataFile | None] = msgspec.field(default_factory=dict)
    _file_data: dict[str, Value] = msgspec.field(default_factory=dict)

    def warn_once(self, message: str, file: str | None = None) -> None:
        """Puppet's `warn_once`: a deprecation and the like, with the place it is found at."""
        if message not in self._warned:
            self._warned.add(message)
            self.warn(f"{message}\n   ({f'file: {file}' if file else 'file & line not available'})")

    def warn_deprecated(self, path: str, version: int) -> None:
        """An old version of hiera.yaml."""
        if self.language.strict != "off":
            text = f"Use of 'hiera.yaml' version {version} is deprecated. It should be converted to version 5"
            self.warn_once(f"{path}: {text}", path)

    def first_use(self, path: str) -> bool:
        """Whether a data file is used for the first time: then there may be something to say about it."""
        first = path not in self._used
        self._used.add(path)
        return first

    def exists(self, path: str) -> bool:
        """Whether a path names anything: a back end may make something of a folder, and a pipe is an error."""
        return self.files.is_file(path) or self.files.is_dir(path) or self.files.refusal(path) is not None

    def read(self, path: str) -> bytes | None:
        """A file; None where there is none. Raises `RubyError` for what is there and cannot be read."""
        content = self.files.read(path)
        if content is None and self.files.is_dir(path):
            raise RubyError(f"Is a directory @ io_fread - {path}")
        refusal = self.files.refusal(path) if content is None else None
        if refusal is not None:
            raise RubyError(f"{path}: {refusal}")
        return content

    def data_file(self, reader: Reader, path: str) -> DataFile | None:
        """A data file as it was when the compilation first asked for it; None where there is none."""
        if (reader, path) not in self._data_files:
            content = self.read(path)
            self._data_files[reader, path] = None if content is None else read_data_file(reader, path, content)
        return self._data_files[reader, path]

    def known_file(self, reader: Reader, path: str) -> DataFile | Missing | None:
        """The same where it was asked for before, else `MISSING`."""
        return self._data_files.get((reader, path), MISSING)

    def read_before(self, path: str) -> DataFile | None:
        """A data file that the compilation has read, by whatever reader."""
        return next((file for (_, name), file in self._data_files.items() if name == path), None)

    def found(self, *names: str) -> Iterator[tuple[Origin, Value]]:
        """What stands under these keys (`DataFile.found`) in the files that the compilation has read."""
        for file in self._data_files.values():
            if file is not None:
                yield from file.found(*names)

    def file_data(self, path: str, make: Callable[[str], Value]) -> Value:
        """What the first to ask made of a file's text: `cached_file_data` of a back end's context."""
        if path not in self._file_data:
            content = self.read(path)
            if content is None:
                raise RubyError(f"No such file or directory @ rb_file_s_stat - {path}")
            self._file_data[path] = make(content.decode("utf-8", "replace"))
        return self._file_data[path]

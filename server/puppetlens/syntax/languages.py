"""The two dialects of the grammar: manifests and templates.

The grammar is a plain library beside this file (`_grammar.*`), without a word of Python in it, so that one is made for
a system on any other. A wheel names it as it names extension modules. Raises `ImportError` where it is not there.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Literal

from tree_sitter import Language

Dialect = Literal["puppet", "epp"]

_ENDINGS = (".so", ".pyd", ".dll", ".dylib")


def _library() -> ctypes.CDLL:
    files = [file for file in Path(__file__).parent.glob("_grammar.*") if file.suffix in _ENDINGS]
    if not files:
        raise ImportError("this installation of puppetlens was built without its grammar")
    try:
        return ctypes.CDLL(str(files[0]))
    except OSError as failure:
        raise ImportError(f"the grammar of puppetlens does not load: {failure}") from None


def _language(function: str) -> Language:
    """What a function of the library returns, in the capsule that tree_sitter takes."""
    get = getattr(_GRAMMAR, function)
    get.restype = ctypes.c_void_p
    pack = ctypes.pythonapi.PyCapsule_New
    pack.restype, pack.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return Language(pack(get(), b"tree_sitter.Language", None))


_GRAMMAR = _library()
LANGUAGES: dict[Dialect, Language] = {
    "puppet": _language("tree_sitter_puppet"),
    "epp": _language("tree_sitter_epp"),
}

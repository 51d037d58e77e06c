"""setuptools' build backend, with the WebAssembly module of CRuby brought before anything is built.

So `pip install .`, `pipx install .`, a wheel from the sdist and the editable install of `make setup` all carry it.
"""

from __future__ import annotations

from typing import Any

import bring_ruby
from setuptools import build_meta
from setuptools.build_meta import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


def build_wheel(*arguments: Any, **options: Any) -> str:
    bring_ruby.main()
    return str(build_meta.build_wheel(*arguments, **options))


def build_editable(*arguments: Any, **options: Any) -> str:
    bring_ruby.main()
    return str(build_meta.build_editable(*arguments, **options))


def build_sdist(*arguments: Any, **options: Any) -> str:
    bring_ruby.main()
    return str(build_meta.build_sdist(*arguments, **options))

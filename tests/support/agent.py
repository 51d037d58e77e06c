"""What a real agent refuses of manifests that compile: its resource types, and circles of resources."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .programs import missing, need_puppet


def refused_by_agent(programs: Sequence[str], core_modules: bool = False) -> dict[str, str | None]:
    """Of each manifest its words; None where it takes them. With `core_modules` it has the types of the `*_core` modules."""
    need_puppet()
    folder = os.environ.get("PUPPETLENS_CORPUS")
    modules = sorted(map(str, (Path(folder) / "usr/share/puppet/modules.available").glob("*-core"))) if folder else []
    if core_modules and not modules:
        missing("PUPPETLENS_CORPUS names no folder of modules: the types of the *_core modules are there")
    command = ["ruby", str(Path(__file__).with_name("refused_by_agent.rb")), *modules]
    done = subprocess.run(command, input=json.dumps(programs), capture_output=True, text=True, check=True)
    return dict(zip(programs, json.loads(done.stdout), strict=True))

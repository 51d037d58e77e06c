"""A session of Neovim that tests type at."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.forked import QUICK

PATIENCE = 30
_SCREEN = """(function()
  local rows = {}
  for row = 1, vim.o.lines do
    local cells = {}
    for column = 1, vim.o.columns do cells[column] = vim.fn.screenstring(row, column) end
    rows[row] = (table.concat(cells):gsub([[%s+$]], [[]]))
  end
  return table.concat(rows, string.char(10))
end)()"""


class Neovim:
    """A session that is typed at. `lua` gives the value of a Lua expression."""

    def __init__(
        self, program: str, root: Path, script: Path, *arguments: str, variables: Mapping[str, str] | None = None
    ) -> None:
        """`script` is run as it starts in the folder `root`; `arguments` are for the command, `variables` are of its environment."""
        self.program, self.root, self.socket = program, root, root.parent / "socket"
        environment = {
            **os.environ,
            "SERVER": json.dumps(QUICK),
            "ROOT": str(root),
            "XDG_STATE_HOME": str(root / ".state"),
            "XDG_CACHE_HOME": str(root / ".cache"),
            **(variables or {}),
        }
        command = [program, "--headless", "--clean", "-i", "NONE", "-n", "--listen", str(self.socket), *arguments]
        self.process = subprocess.Popen([*command, "-S", str(script)], env=environment, cwd=root)
        self.wait("Neovim", self.socket.exists)

    def keys(self, *typed: str) -> None:
        for each in typed:
            self._remote("--remote-send", each)

    def lua(self, expression: str) -> Any:
        quoted = f"vim.fn.json_encode({expression})".replace("'", "''")
        return json.loads(self._remote("--remote-expr", f"luaeval('{quoted}')"))

    def run(self, command: str) -> None:
        self.keys(f"<Esc>:{command}<CR>")

    def edit(self, path: str, line: int, column: int) -> None:
        self.run(f"lua Keys.open('{path}')")
        self.wait("the server", lambda: self.lua("vim.g.ready") is True)
        self.run(f"call cursor({line}, {column})")

    def until(self, what: str, expression: str, holds: Callable[[Any], bool]) -> Any:
        found: list[Any] = []

        def asked() -> bool:
            found.append(self.lua(expression))
            return holds(found[-1])

        self.wait(what, asked)
        return found[-1]

    def wait(self, what: str, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"waited in vain for {what}:\n{self.screen()}"
            time.sleep(0.05)

    def screen(self) -> str:
        """What a person sees."""
        return str(self.lua(_SCREEN)) if self.socket.exists() else ""

    def _remote(self, *arguments: str) -> str:
        done = subprocess.run(
            [self.program, "--server", str(self.socket), *arguments],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout or done.stderr

    def end(self) -> None:
        with contextlib.suppress(AssertionError):  # it may be gone before it answers
            self.keys("<Esc>:qall!<CR>")
        self.process.wait(30)

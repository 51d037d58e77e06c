"""Pictures for the README and the pages, made from the real thing: `make pictures`, into `docs/pictures/`.

- VS Code as a server, in headless Chromium, shows the sample control repo (`tests/editors/vscode/pictures.mjs`): once in each
  theme, for the stills, and the frames of the light one, which say in their names how long they are shown, become the picture
  that moves, `story.webp`. The tools are those of `tests/editors/vscode/install.sh`, in the folder that the variable
  VSCODE_TOOLS names, else in build/vscode/tools.
- Neovim and the command line (`terminal_pictures.py`), with the Neovim that the variable NEOVIM names, else that in
  build/neovim-new.

What is not there yet is put there. Stills that no page names are not kept. `make_pictures.py terminal` (or `vscode`) makes some.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402

from scripts import terminal_pictures  # noqa: E402
from scripts.draw_cells import draw  # noqa: E402

DRIVERS = ROOT / "tests" / "editors" / "vscode"
EXTENSION = ROOT / "vscode-extension"
SAMPLE = ROOT / "tests" / "fixtures" / "control-repo"
TARGET = ROOT / "docs" / "pictures"
THEMES = {"light": "Light 2026", "dark": "Dark 2026", "contrast": "Default High Contrast"}
#: Which of them moves.
MOVING = "light"
STORY = "story.webp"
WIDTH = 960
#: Bytes of the picture that moves, and of a still.
MOST, MOST_OF_A_STILL = 2_000_000, 150_000


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    kinds = {"terminal": of_terminals, "vscode": of_vscode}
    for kind in sys.argv[1:] or kinds:
        kinds[kind]()
    named = named_on_pages()
    for picture in sorted(TARGET.iterdir()):
        if picture.name not in named:
            picture.unlink()
            continue
        keep_below(picture, MOST if picture.name == STORY else MOST_OF_A_STILL)
        print(f"{picture.stat().st_size / 1000:7.0f} kB  {picture.relative_to(ROOT)}")


def named_on_pages() -> set[str]:
    """The names of the pictures that the README and the pages show, or lead to."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    return {name for page in pages for name in re.findall(r"pictures/([\w.-]+)", page.read_text(encoding="utf-8"))}


def of_terminals() -> None:
    own = ROOT / "build" / "neovim-new"
    program = Path(os.environ.get("NEOVIM") or own / "run")
    if not program.exists():
        subprocess.run([ROOT / ".ci" / "get-debian", own, "sid", "neovim", "nvim"], check=True)
    for background in terminal_pictures.BACKGROUNDS:
        with tempfile.TemporaryDirectory() as folder:
            for name, screen in terminal_pictures.take(program, Path(folder), background):
                (TARGET / f"{name}-{background}.svg").write_text(draw(screen), encoding="utf-8")


def of_vscode() -> None:
    tools = Path(os.environ.get("VSCODE_TOOLS") or ROOT / "build" / "vscode" / "tools")
    if not (tools / ".complete").exists():
        subprocess.run(["sh", DRIVERS / "install.sh", tools], check=True)
    environment = {**os.environ, "PATH": f"{tools / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    for command in (
        ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"),
        ("npm", "run", "compile"),
        ("npm", "run", "package"),
    ):
        subprocess.run(command, cwd=EXTENSION, env=environment, check=True, stdout=subprocess.DEVNULL)
    server = Path(sys.executable).with_name("puppetlens")
    for name, theme in THEMES.items():
        with tempfile.TemporaryDirectory() as folder:
            site, out = Path(folder) / "site", Path(folder) / "out"
            shutil.copytree(SAMPLE, site)
            vsix = EXTENSION / "dist" / "puppetlens.vsix"
            subprocess.run(
                [tools / "bin" / "node", DRIVERS / "pictures.mjs", tools, vsix, site, server, out, theme],
                check=True, stdout=subprocess.DEVNULL,
            )  # fmt: skip
            write(out, name)


def write(taken: Path, theme: str) -> None:
    """The stills of a theme, and of one of them the picture that moves."""
    for file in sorted(taken.glob("*.png")):
        if not file.name.startswith("frame-"):
            Image.open(file).convert("RGB").save(TARGET / f"{file.stem}-{theme}.webp", lossless=True, method=6)
    if theme == MOVING:
        move(sorted(taken.glob("frame-*.png")), TARGET / STORY)


def move(frames: list[Path], target: Path) -> None:
    """One picture of frames; the last number in a frame's name is how many milliseconds it stays."""
    pictures = [Image.open(frame).convert("RGB") for frame in frames]
    height = round(pictures[0].height * WIDTH / pictures[0].width)
    pictures = [picture.resize((WIDTH, height), Image.Resampling.LANCZOS) for picture in pictures]
    durations = [int(frame.stem.rpartition("-")[2]) for frame in frames]
    first, *others = pictures
    first.save(target, save_all=True, append_images=others, duration=durations, loop=0, quality=80, method=6)


def keep_below(file: Path, most: int) -> None:
    if file.stat().st_size > most:
        sys.exit(f"{file} has {file.stat().st_size} bytes, more than {most}")


if __name__ == "__main__":
    main()

"""Asks real Puppet and puppetlens for the same nodes. A job is a dict; `compile_nodes.rb` says what may stand in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SERVER_FACTS = {"serverversion": "7.23.0", "servername": "puppet.example.com", "serverip": "192.0.2.1"}

Job = dict[str, Any]
Answer = dict[str, Any]


def start_puppet(
    jobs: Sequence[Job], out: Path, options: Sequence[str] = (), libraries: Iterable[Path] = ()
) -> subprocess.Popen[bytes]:
    """Real Puppet compiles the jobs, one process for all; its answers come into a file, a line each.

    `libraries` are folders where `require` finds what modules share: a server has them in one, from its own agent.
    """
    given = tempfile.TemporaryFile()  # noqa: SIM115  (Puppet reads it)
    given.write("".join(json.dumps(job) + "\n" for job in jobs).encode())
    given.seek(0)
    command = ["ruby", "--disable=error_highlight", str(HERE / "compile_nodes.rb"), *options]
    with out.open("wb") as answers, out.with_suffix(".err").open("wb") as errors:
        environment = {**os.environ, "RUBYLIB": os.pathsep.join(map(str, libraries))}
        return subprocess.Popen(command, stdin=given, stdout=answers, stderr=errors, env=environment)


def read_answers(out: Path) -> dict[str, Answer]:
    with out.open(encoding="utf-8") as lines:
        answers = [json.loads(line) for line in lines]
    return {answer["id"]: answer for answer in answers}


def request(job: Job, storeconfigs: bool = False) -> dict[str, Any]:
    """A job as `puppetlens batch` wants it; `server_settings` are those that Puppet had."""
    extensions = job.get("trusted") or {}
    host, _, domain = job["node"].partition(".")
    trusted = {
        "authenticated": "remote",
        "certname": job["node"],
        "extensions": extensions,
        "hostname": host,
        "domain": domain or None,
        "external": {},
    }
    asked = {
        "id": job["id"],
        "environment_dir": job["environment_dir"],
        "environment": job.get("environment", "production"),
        "node": job["node"],
        "facts": job["facts"],
        "trusted": trusted,
        "server_facts": SERVER_FACTS,
        "settings": {
            "timeout_s": 300,
            "storeconfigs": storeconfigs,
            "server_settings": job.get("server_settings") or {},
        },
    }
    if job.get("enc"):
        asked["enc"] = job["enc"]
    return asked


def ask_here(jobs: Sequence[Job], workers: int = 1, storeconfigs: bool = False) -> dict[str, Answer]:
    """Our answers, by `puppetlens batch` of the Python that runs this."""
    lines = "".join(json.dumps(request(job, storeconfigs)) + "\n" for job in jobs)
    command = [sys.executable, "-m", "puppetlens.cli.main", "batch", "--workers", str(workers)]
    run = subprocess.run(command, input=lines.encode(), stdout=subprocess.PIPE, check=True)
    folders = {job["id"]: job["environment_dir"] for job in jobs}
    answers = {}
    for line in run.stdout.decode().splitlines():
        name = json.loads(line)["id"]
        answers[name] = json.loads(line.replace(folders[name], "@ENV@"))  # as `compile_nodes.rb` does
    return answers


def told(job: Job, theirs: Answer) -> Job:
    """The job with the server's settings that Puppet's answer names, as the same server is meant."""
    return {**job, "server_settings": theirs["settings"]}


def clock() -> float:
    return time.monotonic()

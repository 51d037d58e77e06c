"""Which host answers what a compilation asks of the outside: the one that runs Ruby in the sandbox, or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, get_args

from ..base.cancellation import CancellationToken
from ..eval.compile_catalog import Request, with_shown_paths
from ..library.host import Database, Keys
from ..sandbox.exchange import Answer
from ..sandbox.ruby_host import SandboxHost, Told
from ..sandbox.vm import Vm
from .deep_stack import start_deep

#: Where the Ruby of modules runs: in the sandbox, nowhere.
RubyMode = Literal["sandbox", "off"]
RUBY_MODES = get_args(RubyMode)


def ruby_mode(settings: Mapping[str, Any] | None) -> RubyMode:
    """The setting `ruby` of a request."""
    return "off" if (settings or {}).get("ruby") == "off" else "sandbox"


@contextmanager
def hosted(
    request: Request,
    ruby: RubyMode,
    token: CancellationToken,
    keys: Keys | None = None,
    database: Database | None = None,
) -> Iterator[Request]:
    """The request with its host, whose interpreter ends with the compilation.

    `keys` are those of the user, `database` has the answers of PuppetDB that are kept in files.
    """
    if ruby == "off":
        request.host.keys, request.host.database = keys, database
        yield request
        return
    host = sandbox_host(request, token)
    host.keys, host.database = keys, database
    request.host = host
    try:
        yield request
    finally:
        host.close()


def sandbox_host(request: Request, token: CancellationToken) -> SandboxHost:
    environment = request.environment
    modules = dict(environment.modules(request.files))
    told = Told(request.certname, environment.name, environment.root, modules, request.language)
    roots = (environment.root, *modules.values())

    def start(answer: Answer) -> Vm:
        return Vm(request.files, roots, answer, token=token, start=start_deep)

    return SandboxHost(request.files, told, start, lambda text: with_shown_paths(request, text))

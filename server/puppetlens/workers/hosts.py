"""Which host answers what a compilation asks of the outside: the one that runs Ruby in the sandbox, or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..base.cancellation import CancellationToken
from ..eval.compile_catalog import Request, modules_of, with_shown_paths
from ..library.host import Database, Keys
from ..project.files import Files
from ..sandbox import delivery
from ..sandbox.exchange import Answer
from ..sandbox.limits import USUAL
from ..sandbox.results import RESULTS
from ..sandbox.ruby_host import SandboxHost, Told
from .deep_stack import start_deep
from .given import RubyMode, ruby_mode

if TYPE_CHECKING:
    from ..sandbox.native import Native
    from ..sandbox.vm import Vm

#: Seconds of one call, the first time; once one was stopped, and its interpreter replaced, less: a catalog whose Ruby
#: never ends is still there in the time that a catalog may take.
_PATIENCE = (5.0, 1.0, 0.3)


def wait_for_ruby() -> None:
    """Let this process, a command's own, wait where Ruby has to be prepared first, and say so on stderr."""
    delivery.wait_from_now_on()


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
    host = sandbox_host(request, token, ruby == "native")
    host.keys, host.database = keys, database
    request.host = host
    try:
        yield request
    finally:
        host.close()


@contextmanager
def results_on_disk(request: Mapping[str, Any]) -> Iterator[None]:
    """Let this process, a command's own, have what earlier ones found out of Ruby, and later ones what it finds out.

    Nothing goes to disk where the user has keys of eyaml: what they open could be in it.
    """
    settings = request.get("settings") or {}
    if ruby_mode(settings, trusted=True) != "sandbox" or settings.get("eyaml_private_key"):
        yield
        return
    version = f"{__version__} {delivery.stamp()}"
    RESULTS.load(request["environment_dir"], version)
    yield
    RESULTS.save(request["environment_dir"], version)


def sandbox_host(request: Request, token: CancellationToken, native: bool = False) -> SandboxHost:
    environment = request.environment
    modules = dict(modules_of(request).folders)
    told = Told(
        request.certname, environment.name, environment.root, modules, request.language, request.server_settings
    )

    patience = iter(_PATIENCE)

    def start(answer: Answer) -> Vm | Native:
        roots = ruby_roots(request.files, environment.root, modules.values())
        limits = USUAL._replace(seconds=next(patience, _PATIENCE[-1]))
        return _interpreter(native)(request.files, roots, answer, limits, token=token, start=start_deep)

    def shown(text: str) -> str:
        return with_shown_paths(request, text)

    if native:  # nobody knows what its results depend on
        return SandboxHost(request.files, told, start, shown, memo=None)
    return SandboxHost(request.files, told, start, shown)


def _interpreter(native: bool) -> type[Vm | Native]:
    """What was kept needs neither."""
    if native:
        from ..sandbox.native import Native

        return Native
    from ..sandbox.vm import Vm

    return Vm


def ruby_roots(files: Files, environment: str, modules: Iterable[str]) -> tuple[str, ...]:
    """Below which folders Ruby may read: the environment and its modules, wherever the module path has them.

    A module may be a link to where it is worked on, and so may the folder that it is in. One that leads out of its folder, or of
    the environment, counts where there is a module indeed: else a link in an environment from somewhere would open any folder of
    this machine.
    """
    roots = [environment]
    inside = files.real(environment)
    for module in modules:
        real = files.real(module)
        is_inside = module.startswith(environment + "/")
        if is_inside and (real + "/").startswith(inside + "/"):
            continue
        is_link = is_inside or real.rpartition("/")[0] != files.real(module.rpartition("/")[0])
        if not is_link or files.is_file(f"{module}/metadata.json") or files.is_dir(f"{module}/manifests"):
            roots.append(module)
    return tuple(roots)

"""No check cries wolf on real code: all modules that Debian packages, on one module path.

`PUPPETLENS_CORPUS` names the folder in which the packages `puppet-module-*` were unpacked.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from puppetlens.engine.file_checks import all_findings
from puppetlens.model.world import World
from puppetlens.project.files import DiskFiles
from puppetlens.project.metadata import read_metadata

from tests.support.programs import missing

#: What is wrong indeed, and Puppet says so too: (file, code).
FAULTS = {
    # The package carries the manifests of another module, `augeas`: Puppet refuses each of the files.
    ("augeas_core/manifests/files.pp", "ILLEGAL_DEFINITION_LOCATION"),
    ("augeas_core/manifests/init.pp", "ILLEGAL_DEFINITION_LOCATION"),
    ("augeas_core/manifests/lens.pp", "ILLEGAL_DEFINITION_LOCATION"),
    ("augeas_core/manifests/packages.pp", "ILLEGAL_DEFINITION_LOCATION"),
    ("augeas_core/manifests/params.pp", "ILLEGAL_DEFINITION_LOCATION"),
    # It declares class collectd::plugin::network with parameters which that class no longer has.
    ("collectd/manifests/plugin/write_network.pp", "INVALID_PARAMETER"),
    # They set a variable that is a parameter, or set already where it is the empty text; it adds texts.
    ("cloudkitty/manifests/processor.pp", "ILLEGAL_REASSIGNMENT"),
    ("tdc/manifests/test_config.pp", "ILLEGAL_REASSIGNMENT"),
    ("keystone/manifests/federation/openidc.pp", "NOT_NUMERIC"),
    # They read variables that the class does not have: a fact, parameters that are gone, slips of the pen.
    ("apt/manifests/update.pp", "UNKNOWN_VARIABLE"),
    ("mistral/manifests/execution_expiration_policy.pp", "UNKNOWN_VARIABLE"),
    ("nova/manifests/compute/image_cache.pp", "UNKNOWN_VARIABLE"),
    ("nova/manifests/compute/libvirt/libvirtd.pp", "UNKNOWN_VARIABLE"),
    ("oci/manifests/compute.pp", "UNKNOWN_VARIABLE"),
    ("rabbitmq/manifests/server.pp", "UNKNOWN_VARIABLE"),
    ("swift/manifests/storage/xfs.pp", "UNKNOWN_VARIABLE"),
    ("openstack_extras/manifests/repo/redhat/redhat.pp", "MISSING_SOURCE"),  # Debian's package has no `files`
    ("vswitch/manifests/ovs.pp", "UNKNOWN_VARIABLE"),
    ("zookeeper/manifests/install/package.pp", "UNKNOWN_VARIABLE"),
    # They set a variable in some branches alone (`if $manage_service { $service_ensure = ... }`) and read it behind.
    ("apache/manifests/mod/proxy_html.pp", "UNSET_VARIABLE"),
    ("ceph/manifests/osd.pp", "UNSET_VARIABLE"),
    ("etcddiscovery/manifests/init.pp", "UNSET_VARIABLE"),
    ("glance/manifests/api.pp", "UNSET_VARIABLE"),
    ("murano/manifests/api.pp", "UNSET_VARIABLE"),
    ("murano/manifests/cfapi.pp", "UNSET_VARIABLE"),
    ("murano/manifests/engine.pp", "UNSET_VARIABLE"),
    ("oci/manifests/compute.pp", "UNSET_VARIABLE"),
    ("oci/manifests/controller.pp", "UNSET_VARIABLE"),
    ("oci/manifests/swiftproxy.pp", "UNSET_VARIABLE"),
    ("oci/manifests/volume.pp", "UNSET_VARIABLE"),
    ("swift/manifests/containerreconciler.pp", "UNSET_VARIABLE"),
    ("swift/manifests/objectexpirer.pp", "UNSET_VARIABLE"),
    ("swift/manifests/proxy.pp", "UNSET_VARIABLE"),
    ("swift/manifests/proxy/tempauth.pp", "UNSET_VARIABLE"),
    ("swift/manifests/storage/account.pp", "UNSET_VARIABLE"),
    ("swift/manifests/storage/container.pp", "UNSET_VARIABLE"),
    ("swift/manifests/storage/generic.pp", "UNSET_VARIABLE"),
    ("swift/manifests/storage/object.pp", "UNSET_VARIABLE"),
    # Puppet warns of it as well.
    ("ceph/manifests/pool.pp", "METAPARAMETER_NAME"),
}


def corpus() -> Path:
    folder = os.environ.get("PUPPETLENS_CORPUS")
    path = Path(folder) / "usr/share/puppet/modules.available" if folder else None
    if path is None or not path.is_dir():
        missing("no packaged modules: set PUPPETLENS_CORPUS to where they are unpacked")
    return path


def environment_of(corpus: Path, root: Path) -> None:
    """The modules under their own names (the packages' folders carry the author's)."""
    (root / "modules").mkdir()
    (root / "site").mkdir()
    (root / "site/environment.conf").write_text(f"modulepath = {root}/modules\n")
    for folder in sorted(corpus.iterdir()):
        metadata = read_metadata(DiskFiles(), str(folder))
        name = metadata.name if metadata is not None else folder.name.rpartition("-")[2]
        (root / "modules" / name).symlink_to(folder)


@pytest.mark.slow
def test_no_alarm_on_the_packaged_modules(tmp_path: Path) -> None:
    environment_of(corpus(), tmp_path)
    snapshot = World(DiskFiles(), [str(tmp_path / "site")]).snapshot()
    (site,) = snapshot.sites
    assert len(site.modules) > 50
    alarms: list[str] = []
    confirmed: set[tuple[str, str]] = set()
    files = 0
    for path in snapshot.all_files(site):
        short = path.removeprefix(f"{tmp_path}/modules/")
        files += 1
        for finding in all_findings(snapshot, path):
            fault = (short, finding.code)
            if fault in FAULTS:
                confirmed.add(fault)
            elif finding.severity != "hint":  # what is faded out is no alarm
                alarms.append(f"{short}:{finding.anchor}: {finding.code}: {finding.message}")
    assert files > 1000
    assert not alarms, f"{len(alarms)} alarms\n" + "\n".join(alarms[:50])
    assert confirmed == FAULTS

"""Settings of the server that are told are known to Puppet code and to Ruby; the others stay unknown."""

from __future__ import annotations

from typing import Any

from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import DiskFiles
from puppetlens.workers.jobs import answer

MANIFEST = """
notice($settings::vardir)
notice(inline_template('<%= Puppet[:vardir] %>'))
notice($settings::confdir)
notify { 'x': message => inline_template('<%= Puppet[:confdir] %>') }
"""


def answered(settings: dict[str, Any]) -> dict[str, Any]:
    return answer({"id": 1, "manifest": MANIFEST, "settings": settings}, DiskFiles(), NEVER)


def test_what_is_told_is_known() -> None:
    found = answered({"server_settings": {"vardir": "/var/lib/puppet", "confdir": "/etc/puppet"}})
    assert [log[1] for log in found["logs"]] == ["/var/lib/puppet", "/var/lib/puppet", "/etc/puppet"]
    assert found["unknown"] == []


def test_what_is_not_told_is_unknown() -> None:
    found = answered({"server_settings": {"vardir": "/var/lib/puppet"}})
    (message,) = [each["parameters"]["message"] for each in found["catalog"]["resources"] if each["type"] == "Notify"]
    assert message == {"__ptype": "Unknown", "reason": "the setting 'confdir' is the server's"}

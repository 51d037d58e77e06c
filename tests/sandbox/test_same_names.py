"""Names that several folders of the module path have (as Puppet 7.23 and 8.11 choose; from a main manifest they take the
folder that the file system lists first, and no test can say which that is)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from puppetlens.base.cancellation import NEVER
from puppetlens.project.files import MemoryFiles
from puppetlens.workers.jobs import answer

pytestmark = pytest.mark.usefixtures("prepared")


def files_of(module: str) -> dict[str, str]:
    """A module with a function of each API, and a class that calls them."""
    return {
        f"modules/{module}/lib/puppet/functions/newer.rb": (
            f"Puppet::Functions.create_function(:newer) do\n  def newer() '{module}' end\nend\n"
        ),
        f"modules/{module}/lib/puppet/parser/functions/older.rb": (
            f"Puppet::Parser::Functions.newfunction(:older, type: :rvalue) {{ |_| '{module}' }}\n"
        ),
        f"modules/{module}/manifests/init.pp": f'class {module} {{ notify {{ "{module}: ${{newer()}} ${{older()}}": }} }}\n',
    }


#: `needy` has no such function: what its metadata.json names comes first.
NEEDY = {
    "modules/needy/metadata.json": json.dumps(
        {"name": "me-needy", "source": "", "author": "me", "version": "1.0.0", "license": "x"}
        | {"dependencies": [{"name": "me-bbb"}]}
    ),
    "modules/needy/manifests/init.pp": 'class needy { notify { "needy: ${newer()}": } }\n',
}


def titles(manifest: str, files: dict[str, str], kind: str = "Notify") -> list[str]:
    result: dict[str, Any] = answer({"id": 1, "manifest": manifest, "files": files}, MemoryFiles({}), NEVER)
    assert result["error"] is None, result["error"]
    return [each["title"] for each in result["catalog"]["resources"] if each["type"] == kind]


def test_the_own_module_comes_first_and_older_functions_stay_as_they_were_called() -> None:
    files = {**files_of("aaa"), **files_of("bbb"), **NEEDY}
    assert titles("include aaa include bbb", files) == ["aaa: aaa aaa", "bbb: bbb aaa"]
    assert titles("include bbb include aaa", files) == ["bbb: bbb bbb", "aaa: aaa bbb"]
    assert titles("include needy", files) == ["needy: bbb"]


def test_a_folder_that_can_be_no_module_has_types_and_no_functions() -> None:
    files = {
        "modules/me-ssh/lib/puppet/type/hostkey.rb": "Puppet::Type.newtype(:hostkey) do\n  newparam(:name)\nend\n",
        "modules/me-ssh/lib/puppet/functions/keyed.rb": (
            "Puppet::Functions.create_function(:keyed) do\n  def keyed() 1 end\nend\n"
        ),
    }
    assert titles("hostkey { 'a': }", files, "Hostkey") == ["a"]
    result = answer({"id": 1, "manifest": "keyed()", "files": files}, MemoryFiles({}), NEVER)
    assert result["error"]["message"] == "Evaluation Error: Unknown function: 'keyed'."

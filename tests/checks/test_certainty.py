"""What is said, and what is not, where modules are missing."""

from __future__ import annotations

import pytest

from tests.support.check import check_diagnostics, findings, snapshot_of
from tests.support.fixture import ROOT, published, read_fixture

CODE = "include gone\ngone::thing { 'a': }\ngone_type { 'b': }\nnotice(gone::f(), gone_f())\n"


def in_module(code: str, module: str = "own") -> str:
    return f"#- modules/{module}/manifests/init.pp\nclass {module} {{\n{code}}}\n"


def test_in_a_site_everything_is_told() -> None:
    check_diagnostics(
        in_module(
            "include gone\n"
            "#       ^^^^ warning UNKNOWN_CLASS *\n"
            "if true { gone::thing { 'a': } }\n"
            "#         ^^^^^^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
            "if true { gone_type { 'b': } }\n"
            "#         ^^^^^^^^^ error UNKNOWN_RESOURCE_TYPE *\n"
            "notice(gone::f(), gone_f())\n"
            "#      ^^^^^^^ warning UNKNOWN_FUNCTION *\n"
            "#                 ^^^^^^ error UNKNOWN_FUNCTION *\n"
        )
    )


def test_an_environment_with_all_its_modules_is_certain() -> None:
    code = "include gone\n#       ^^^^ error UNKNOWN_CLASS: Could not find class ::gone\n"
    certain = "#- environment.conf\nmodulepath = modules\n"
    check_diagnostics(in_module(code) + certain)
    unsure = in_module(code.replace("error", "warning"))
    check_diagnostics(unsure + certain.replace("modules", "modules:$basemodulepath"))
    check_diagnostics(unsure + f"{certain}#- Puppetfile\n")


def test_files_of_a_module_that_is_not_there() -> None:
    certain = "#- environment.conf\nmodulepath = modules\n"
    check_diagnostics(
        in_module(
            "file { '/a': content => file('gone/x') }\n"
            "#                             ^^^^^^ error MISSING_FILE: Could not find any files from 'gone/x': there is no module 'gone'\n"
            "file { '/b': source => 'puppet:///modules/gone/x' }\n"
            "#                       ^^^^^^^^^^^^^^^^^^^^^^^^ warning MISSING_SOURCE: Could not find source 'gone/x': there is no module 'gone'\n"
            "file { '/c': source => ['puppet:///modules/gone/x', \"puppet:///modules/${facts['a']}/x\"] }\n"
            "file { '/d': source => 'puppet:///elsewhere/gone/x' }\n"
        )
        + certain
    )
    check_diagnostics(
        in_module("file { '/b': source => 'puppet:///modules/gone/x' }\n")
        + f"{certain}#- Puppetfile\nmod 'a-gone', git: 'b'\n"
        + "#      ^^^^ information MODULE_NOT_DEPLOYED: Module 'gone' is not on the module path; 1 file uses it\n"
    )


def test_a_puppetfile_says_which_modules_are_still_to_come() -> None:
    check_diagnostics(
        in_module(CODE)
        + "#- Puppetfile\nmod 'someone/gone', '1.0.0'\n#            ^^^^ information MODULE_NOT_DEPLOYED *\n"
    )


def test_a_fact_of_one_node_of_many_is_a_fact() -> None:
    kept = "".join(f"#- facts/n{number:02}.json\n{{}}\n" for number in range(30))
    kept = kept.replace("n01.json\n{}", 'n01.json\n{"rare": 1}').replace("n02.json\n{}", 'n02.json\n{"zone": "a"}')
    check_diagnostics(
        "#- hiera.yaml\nversion: 5\n#- data/common.yaml\n"
        'a: "%{rare} %{facts.rare} %{facts.colour}"\n'
        "#= 1:35-41 information UNKNOWN_FACT *\n"
        "#- manifests/site.pp\nnotice($rare, $facts['rare'], $facts['colour'], $hue)\n"
        "#                                     ^^^^^^ information UNKNOWN_FACT *\n"
        "#                                               ^^^^ warning UNKNOWN_VARIABLE *\n" + kept
    )


#: What somebody fetched once, beside the modules of the Puppetfile.
LEFT_OVER = """\
#- environment.conf
modulepath = site:modules
#- site/web/manifests/init.pp
class web { include apache }
#- modules/apache/manifests/init.pp
class apache { include apt }
#- modules/apache/metadata.json
{ "name": "me-apache", "version": "1.0.0", "author": "me", "license": "MIT", "source": "a", "summary": "a", "dependencies": [] }
#- modules/apt/manifests/init.pp
class apt { }
#- modules/apt/metadata.json
{ "name": "me-apt", "version": "1.0.0", "author": "me", "license": "MIT", "source": "a", "summary": "a", "dependencies": [] }
#- Puppetfile
mod 'me-stdlib', git: 'a'
"""
TOLD = "#= 1:1-1 information MODULE_NOT_DECLARED: Module 'apache' is not in the Puppetfile, nor in the repository, and 1 file uses it\n"


def test_a_module_that_git_ignores_and_the_puppetfile_does_not_name() -> None:
    check_diagnostics(f"{LEFT_OVER}{TOLD}#- .gitignore\n/modules/\n")
    check_diagnostics(f"{LEFT_OVER}#- .gitignore\n/vendor/\n")
    check_diagnostics(f"{LEFT_OVER}mod 'me-apache', git: 'b'\n#- .gitignore\n/modules/\n")
    check_diagnostics(f"{LEFT_OVER}#- .gitignore\nmodules\n#- Puppetfile.lock\n")


#: Of a repo whose Puppetfile asks for a module that is not there.
UNDEPLOYED = "#- Puppetfile\nmod 'puppetlabs-gone', '9.0.0'\n#               ^^^^ information MODULE_NOT_DEPLOYED *\n"


def test_what_no_missing_module_can_have_is_a_slip() -> None:
    check_diagnostics(
        in_module(
            "notice(lenght('a'), 'a'.tempalte, gone_f(), max(1, 2), flaten(1), gone::lenght())\n"
            "#      ^^^^^^ warning UNKNOWN_FUNCTION: Unknown function: 'lenght'. (did you mean 'length'?)\n"
            "#                       ^^^^^^^^ warning UNKNOWN_FUNCTION *\n"
            "#                                                      ^^^^^^ warning UNKNOWN_FUNCTION *\n"
            "if true { pacakge { 'a': } }\n"
            "#         ^^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
            "if true { firewal { 'a': } }\n"
            "notice(1 =~ Intger, 1 =~ Stirng, 1 =~ Firewall)\n"
            "#           ^^^^^^ warning UNKNOWN_RESOURCE_TYPE: Resource type not found: Intger (did you mean 'Integer'?)\n"
            "#                        ^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
        )
        + UNDEPLOYED
    )


def test_the_functions_of_older_stdlibs_are_no_slips() -> None:
    """These, and what they are near, stand in stdlib's history."""
    names = "value values_at parsepson rmerge shuffle member ensure_resource loadjson load_json grep"
    check_diagnostics(
        in_module("include gone\n" + "".join(f"notice({name}('a'))\n" for name in names.split())) + UNDEPLOYED
    )


def test_a_slip_of_a_name_of_the_repos_own() -> None:
    own = (
        "#- modules/own/lib/puppet/functions/team_roles.rb\nPuppet::Functions.create_function(:team_roles) do\nend\n"
        "#- modules/own/lib/puppet/type/team_disk.rb\nPuppet::Type.newtype(:team_disk) do\nend\n"
    )
    check_diagnostics(
        in_module(
            "include gone\n"
            "notice(team_rolse(), team_rules())\n"
            "#      ^^^^^^^^^^ warning UNKNOWN_FUNCTION: Unknown function: 'team_rolse'. (did you mean 'team_roles'?)\n"
            "if true { team_dsik { 'a': } }\n"
            "#         ^^^^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
            "notice(Team_dsik['a'])\n"
            "#      ^^^^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
        )
        + own
        + UNDEPLOYED
    )


def test_a_module_on_its_own_without_what_it_depends_on() -> None:
    metadata = published("me-own", "someone/gone")
    check_diagnostics(f"#- metadata.json\n{metadata}\n#- manifests/init.pp\nclass own {{\n{CODE}}}\n")


def test_a_module_on_its_own_is_held_to_its_own_names() -> None:
    check_diagnostics(
        f"#- metadata.json\n{published('me-own')}\n#- manifests/init.pp\n"
        "class own {\n"
        "  include own::none\n"
        "#         ^^^^^^^^^ error UNKNOWN_CLASS *\n"
        "}\n"
    )


def test_published_modules_in_a_site_may_name_what_only_others_have() -> None:
    other = "#- modules/other/manifests/init.pp\nclass other($x) {}\n"
    code = f"{CODE}class {{ 'other': x => 1, y => 2 }}\ninclude other::later\nown {{ 'c': }}\n"
    check_diagnostics(in_module(code) + f"#- modules/own/metadata.json\n{published('me-own')}\n" + other)


def test_published_modules_in_a_site_are_held_to_their_own_names() -> None:
    check_diagnostics(
        in_module("include own::none\n#       ^^^^^^^^^ error UNKNOWN_CLASS *\n")
        + f"#- modules/own/metadata.json\n{published('me-own')}\n"
    )


def test_a_module_inside_of_another_is_judged_by_itself() -> None:
    check_diagnostics(
        "#- environment.conf\nmodulepath = modules:modules/own/vendored\n"
        f"#- modules/own/metadata.json\n{published('me-own')}\n#- modules/own/manifests/init.pp\nclass own {{ }}\n"
        "#- modules/own/vendored/inner/manifests/init.pp\nclass inner {\n  include inner::none\n"
        "#         ^^^^^^^^^^^ error UNKNOWN_CLASS *\n}\n"
    )


def test_a_file_on_its_own_is_told_of_slips_alone() -> None:
    """Not of functions of stdlib (`merge` is nearly `emerg`)."""
    others = "notice(merge({}, {}), member([], 1))\nensure_resource('file', '/a')\n"
    check_diagnostics(f"#- x.pp\n{CODE}{others}if true {{ notce(1) }}\n#         ^^^^^ warning UNKNOWN_FUNCTION *\n")


def test_a_folder_with_a_main_manifest_is_a_site() -> None:
    check_diagnostics("#- manifests/site.pp\ninclude gone\n#       ^^^^ warning UNKNOWN_CLASS *\n")


def test_plans_use_what_bolt_brings() -> None:
    check_diagnostics("#- modules/own/plans/p.pp\nplan own::p(TargetSpec $t) { run_task('x', $t) }\n")


def test_a_type_set_of_the_main_manifest_is_no_module() -> None:
    """Puppet finds what is in it only once something has named the set itself."""
    sizes = (
        "type Sizes = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Small => Integer[0, 3] } }]\n"
    )
    use = "notice(1 =~ Sizes::Small)\n#           ^^^^^^^^^^^^ warning UNKNOWN_RESOURCE_TYPE *\n"
    site = "#- environment.conf\n#- manifests/site.pp\n"
    check_diagnostics(f"{site}{sizes}{use * 5}")
    check_diagnostics(f"{site}{sizes}notice(Sizes)\n{use.partition('#')[0] * 5}")


MODULEFILE = "#- Modulefile\nname 'me-own'\nversion '0.1.0'\ndependency 'puppetlabs/stdlib', '>= 1.0'\n"


@pytest.mark.parametrize(
    ("beside", "expected"),
    [
        (MODULEFILE, []),
        (MODULEFILE.replace("'puppetlabs/stdlib'", "('puppetlabs-stdlib'").replace("1.0'", "1.0')"), []),
        (MODULEFILE.replace("dependency", "# dependency"), ["UNKNOWN_FUNCTION"]),
        (
            MODULEFILE + '#- metadata.json\n{ "name": "me-own", "version": "1.0.0" }\n',
            ["UNKNOWN_FUNCTION"],
        ),
    ],
)
def test_a_modulefile_says_which_modules_are_still_to_come(beside: str, expected: list[str]) -> None:
    """Of a module of Puppet 3's days, opened by itself. Where there is a metadata.json, Puppet's tools read that alone."""
    fixture = read_fixture("#- manifests/init.pp\nclass own {\nhas_x('a')\n}\n" + beside)
    snapshot = snapshot_of(fixture)
    assert [each.code for each in findings(snapshot, fixture, f"{ROOT}/manifests/init.pp")] == expected


def test_a_module_with_a_modulefile_in_a_site_was_made_for_many() -> None:
    """What it uses and nobody has may be for other systems."""
    fixture = read_fixture(in_module("include gone\n") + "#- manifests/site.pp\n")
    path = f"{ROOT}/modules/own/manifests/init.pp"
    assert [each.code for each in findings(snapshot_of(fixture), fixture, path)] == ["UNKNOWN_CLASS"]
    of_old = read_fixture(
        in_module("include gone\n") + "#- manifests/site.pp\n" + MODULEFILE.replace("#- ", "#- modules/own/")
    )
    assert findings(snapshot_of(of_old), of_old, path) == []


def test_a_module_that_another_of_its_name_hides_is_nobodys_to_mend() -> None:
    hidden = "#- more/web/manifests/init.pp\nclass web { notice(gone(), epp('web/motd.epp')) }\n"
    mine = "#- modules/web/manifests/init.pp\nclass web { notice(gone()) }\n#                  ^^^^ error UNKNOWN_FUNCTION *\n"
    configured = "#- environment.conf\nmodulepath = modules:more\n"
    check_diagnostics(f"{configured}{mine}{hidden}#- more/web/templates/motd.epp\n")


def test_a_fact_of_a_module_that_is_not_there_is_no_slip_of_another() -> None:
    code = "notice($facts['phpversion'])\nnotice($facts['pip_verison'])\nnotice($facts['kernle'])\n"
    told = "#              ^^^^^^^^^^^ warning UNKNOWN_FACT *\n", "#              ^^^^^^ warning UNKNOWN_FACT *\n"
    lines = code.splitlines(keepends=True)
    site = (
        "#- modules/own/lib/facter/pip_version.rb\nFacter.add(:pip_version) { }\n#- Puppetfile\nmod 'me-php', '1.0.0'\n"
    )
    check_diagnostics(f"#- manifests/site.pp\n{lines[0]}{lines[1]}{told[0]}{lines[2]}{told[1]}{site}")


def test_what_many_files_use_is_told_once_where_modules_may_be_elsewhere() -> None:
    code = (
        "class own::{0} {{\n  own_thing('a')\n{1}  anchor {{ 'a': }}\n{2}  notcie(1)\n{3}  notice {{ 'a': }}\n{4}}}\n"
    )
    function = "# ^^^^^^^^^ {} UNKNOWN_FUNCTION: Unknown function: 'own_thing'.{}\n"
    type_ = "# ^^^^^^ {} UNKNOWN_RESOURCE_TYPE *\n"
    slip = (
        "# ^^^^^^ error UNKNOWN_FUNCTION: Unknown function: 'notcie'. (did you mean 'notice'?)\n",
        "# ^^^^^^ error UNKNOWN_RESOURCE_TYPE *\n",
    )
    first = code.format(
        "a", function.format("warning", " (3 files use it: its module may not be here)"), type_.format("warning"), *slip
    )
    others = [code.format(name, "", "", *slip) for name in "bc"]
    files = "".join(
        f"#- modules/own/manifests/{name}.pp\n{text}" for name, text in zip("abc", (first, *others), strict=True)
    )
    check_diagnostics(f"{files}#- manifests/site.pp\n")
    certain = [code.format(name, function.format("error", ""), type_.format("error"), *slip) for name in "abc"]
    files = "".join(f"#- modules/own/manifests/{name}.pp\n{text}" for name, text in zip("abc", certain, strict=True))
    check_diagnostics(f"{files}#- environment.conf\nmodulepath = modules\n")


@pytest.mark.parametrize(
    ("folder", "puppetfile", "is_own"),
    [
        ("site", "mod 'a-other', '1.0.0'\n", True),
        ("modules", "moduledir 'external'\n", True),
        ("modules", "", False),  # where r10k puts modules
        ("site", "mod 'a-own', '1.0.0'\n", False),
        ("site", None, False),  # nothing says whose it is
    ],
)
def test_a_module_with_metadata_is_the_sites_own_where_its_puppetfile_brings_it_not(
    folder: str, puppetfile: str | None, is_own: bool
) -> None:
    source = f"""\
#- environment.conf
modulepath = site:modules
#- modules/stdlib/functions/f.pp
function stdlib::f() {{}}
#- {folder}/own/metadata.json
{{}}
#- {folder}/own/manifests/init.pp
class own {{ include stdlib::gone }}
"""
    fixture = read_fixture(source + ("" if puppetfile is None else f"#- Puppetfile\n{puppetfile}"))
    path = f"{ROOT}/{folder}/own/manifests/init.pp"
    codes = [each.code for each in findings(snapshot_of(fixture), fixture, path)]
    assert ("UNKNOWN_CLASS" in codes) is is_own

"""The files of a revision are those that git itself would check out; nothing that a repository says is run."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from errno import EACCES
from pathlib import Path

import pytest
from puppetlens.base.errors import OutsideError, RevisionError
from puppetlens.project.contained import ContainedFiles
from puppetlens.project.files import DiskFiles, walk
from puppetlens.project.git_files import GitFiles, files_at
from puppetlens.workers import difference
from puppetlens.workers.kept_comparisons import KeptComparisons

from tests.support.forked import run_command

NODE = "a.example.com"


def git(folder: Path, *arguments: str) -> str:
    person = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **person, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", "-C", folder, *arguments], check=True, capture_output=True, text=True, env=environment
    )
    return done.stdout


def write(folder: Path, **contents: str) -> None:
    for name, text in contents.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Two commits; the second changes one file, removes one and adds one."""
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q", "-b", "main")
    write(repo, manifests__site_pp="notify { 'one': }\n", data__old_yaml="a: 1\n", environment_conf="")
    write(repo, **{f"facts__{NODE.replace('.', '_')}_json": "{}"})
    (repo / "link.pp").symlink_to("manifests/site.pp")
    (repo / "folder").symlink_to("manifests")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "one")
    git(repo, "tag", "-a", "v1", "-m", "v1")
    write(repo, manifests__site_pp="notify { 'two': }\n", data__new_yaml="a: 2\n")
    (repo / "data" / "old.yaml").unlink()
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "two")
    return repo


class Closed(DiskFiles):
    """As who may not read a part of a repository sees the disk."""

    def __init__(self, closed: Path) -> None:
        self.closed = str(closed)

    def refusal(self, path: str) -> str | None:
        return "it cannot be read (Permission denied)" if path == self.closed else super().refusal(path)


@pytest.mark.parametrize("closed", [".git", ".git/HEAD", ".git/objects", ".git/refs"])
def test_a_repository_that_may_not_be_read(repo: Path, closed: str) -> None:
    with pytest.raises(RevisionError) as raised:
        files_at(Closed(repo / closed), str(repo), "HEAD", trusted=True)
    assert str(raised.value) == f"{repo / closed}: it cannot be read (Permission denied)"


def test_an_object_that_may_not_be_read(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: object, sha: object) -> None:
        raise PermissionError(EACCES, "Permission denied", b"/objects/ab")

    monkeypatch.setattr("dulwich.object_store.DiskObjectStore.get_raw", refused)
    with pytest.raises(RevisionError, match=r"^/objects/ab: it cannot be read \(Permission denied\)$"):
        files_at(DiskFiles(), str(repo), "HEAD", trusted=True)


def test_a_process_that_read_packed_objects_ends_in_silence(repo: Path) -> None:
    git(repo, "gc", "-q")
    code = f"""
from puppetlens.project.files import DiskFiles
from puppetlens.project.git_files import files_at
files = files_at(DiskFiles(), {str(repo)!r}, "HEAD~1", trusted=True)
print(files.read({str(repo / "manifests/site.pp")!r}))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("b\"notify { 'one': }\\n\"\n", "")


def at(repo: Path, revision: str, *, trusted: bool = True) -> GitFiles:
    return files_at(DiskFiles(), str(repo), revision, trusted=trusted)


def test_a_revision_as_git_checks_it_out(repo: Path, tmp_path: Path) -> None:
    git(repo, "gc", "-q")
    git(repo, "worktree", "add", "-q", str(tmp_path / "out"), "HEAD~1")
    disk, files = DiskFiles(), at(repo, "main~1")
    out = [path.removeprefix(str(tmp_path / "out")) for path in walk(disk, str(tmp_path / "out"))]
    assert [path.removeprefix(str(repo)) for path in walk(files, str(repo))] == out
    assert "/data/old.yaml" in out
    for path in out:
        assert files.read(f"{repo}{path}") == disk.read(f"{tmp_path}/out{path}")
    assert files.list(f"{repo}/data") == ("old.yaml",)
    assert not files.is_file(f"{repo}/data/new.yaml")
    assert files.is_link(f"{repo}/link.pp")
    assert files.read(f"{repo}/folder/site.pp") == b"notify { 'one': }\n"
    assert files.real(f"{repo}/folder/site.pp") == f"{repo}/manifests/site.pp"
    assert files.read(f"{repo}/.git/HEAD") is None


def test_the_names_of_revisions(repo: Path) -> None:
    one, two = git(repo, "rev-parse", "HEAD~1", "HEAD").split()
    for name, message in (
        (one, "one"),
        (one[:8], "one"),
        ("v1", "one"),
        ("main^", "one"),
        (two, "two"),
        ("HEAD", "two"),
    ):
        assert at(repo, name).read(f"{repo}/manifests/site.pp") == f"notify {{ '{message}': }}\n".encode()
    for name in ("nosuch", "HEAD~7", "HEAD:manifests", "HEAD@{1}", ""):
        with pytest.raises(RevisionError):
            at(repo, name)
    with pytest.raises(RevisionError, match="is in no checkout of git"):
        at(repo.parent, "HEAD")


def test_what_git_does_not_keep(repo: Path) -> None:
    write(repo, _gitignore="modules/*\n!modules/own\n", modules__web__init_pp="class web {}\n", new_pp="")
    write(repo, modules__own__init_pp="class own {}\n")
    files = at(repo, "HEAD")
    assert files.read(f"{repo}/modules/web/init.pp") == b"class web {}\n"  # deployed, and ignored
    assert not files.is_file(f"{repo}/new.pp")  # not committed yet
    assert not files.is_file(f"{repo}/modules/own/init.pp")
    assert "modules" in files.list(str(repo))
    assert files.is_dir(f"{repo}/modules")
    assert files.list(f"{repo}/modules") == ("web",)


def test_a_link_of_the_revision_opens_nothing_outside(repo: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    (repo / "leak").symlink_to("../secret")
    (repo / "circle").symlink_to("circle")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "three")
    (repo / "leak").unlink()
    files = at(repo, "HEAD")
    assert files.read(f"{repo}/circle") is None
    assert files.read(f"{repo}/leak") == b"s"
    fence = ContainedFiles(files, [str(repo)])
    assert fence.read(f"{repo}/manifests/site.pp") == b"notify { 'two': }\n"
    with pytest.raises(OutsideError):
        fence.read(f"{repo}/leak")


def test_a_worktree_is_followed_for_who_is_trusted(repo: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    git(repo, "worktree", "add", "-q", "-b", "other", str(out), "HEAD~1")
    assert at(out, "HEAD").read(f"{out}/manifests/site.pp") == b"notify { 'one': }\n"
    assert at(out, "main").read(f"{out}/manifests/site.pp") == b"notify { 'two': }\n"
    with pytest.raises(RevisionError, match="leads elsewhere"):
        at(out, "HEAD", trusted=False)


def test_an_object_that_is_not_there_is_said(repo: Path) -> None:
    blob = git(repo, "rev-parse", "HEAD~1:manifests/site.pp").strip()
    (repo / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    done = run_command("diff", NODE, "--environment", repo, "--from", "HEAD~1")
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: git's object {blob} cannot be read")


def test_what_the_disk_still_has_is_not_unpacked(repo: Path) -> None:
    blob = git(repo, "rev-parse", "HEAD:manifests/site.pp").strip()
    (repo / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert at(repo, "HEAD").read(f"{repo}/manifests/site.pp") == b"notify { 'two': }\n"
    (repo / "manifests/site.pp").write_text("notify { 'too': }\n")
    with pytest.raises(RevisionError, match=blob):
        at(repo, "HEAD").read(f"{repo}/manifests/site.pp")


@pytest.mark.slow
def test_odd_things_in_the_place_of_branches_and_objects(repo: Path) -> None:
    """None of them is opened or followed, nor keeps anybody."""
    branch, commit = repo / ".git/refs/heads/main", git(repo, "rev-parse", "HEAD").strip()
    branch.write_text("ref: refs/heads/main\n")
    with pytest.raises(RevisionError, match="no revision 'HEAD'"):
        at(repo, "HEAD")
    named = repo / ".git/objects" / commit[:2] / commit[2:]
    for path in (branch, named):
        was = path.read_bytes()
        path.unlink()
        os.mkfifo(path)
        with pytest.raises(RevisionError, match="it is no regular file"):
            at(repo, commit)
        path.unlink()
        path.symlink_to("/dev/zero")
        with pytest.raises(RevisionError, match="it is no regular file"):
            at(repo, commit)
        with pytest.raises(RevisionError, match="leads elsewhere"):
            at(repo, commit, trusted=False)
        path.unlink()
        path.write_bytes(was)
    named.chmod(0o600)
    for content in (b"commit 100000000000\0" + b"a" * (65 << 20), b"commit 5\0tree ", b"tree 9\0100644 a\0b", b""):
        named.write_bytes(zlib.compress(content, 1))
        with pytest.raises(RevisionError):
            at(repo, commit)


def test_nothing_of_a_strangers_configuration_runs(repo: Path, tmp_path: Path) -> None:
    program, ran = tmp_path / "program", tmp_path / "ran"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "filter.x.smudge",
        "filter.x.clean",
        "filter.x.process",
        "diff.external",
        "core.pager",
    ):
        git(repo, "config", name, str(program))
    hooks = repo / ".git" / "hooks"
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        (hooks / name).symlink_to(program)
    write(repo, _gitattributes="* filter=x diff=x\n")
    git(repo, "status")
    assert ran.exists()  # git itself does run it
    ran.unlink()
    done = run_command("diff", NODE, "--environment", repo, "--from", "HEAD~1")
    assert done.stdout.splitlines() == [
        f"{NODE}: 1 to add, 0 to change, 1 to remove",
        "  + Notify[two]  # manifests/site.pp:1",
        "  - Notify[one]  # manifests/site.pp:1",
    ]
    assert not ran.exists()


def test_against_the_last_commit_where_nothing_is_named(repo: Path) -> None:
    done = run_command("diff", NODE, folder=repo)
    assert (done.stdout, done.returncode) == (f"{NODE}: no differences\n", 0)
    write(repo, manifests__site_pp="notify { 'three': }\n")
    assert run_command("diff", NODE, "--contained", folder=repo).stdout.splitlines() == [
        f"{NODE}: 1 to add, 0 to change, 1 to remove",
        "  + Notify[three]  # manifests/site.pp:1",
        "  - Notify[two]  # manifests/site.pp:1",
    ]


def test_a_node_that_reads_nothing_that_changed_is_compiled_once(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str | None] = []
    evaluated = difference.evaluated
    monkeypatch.setattr(
        difference,
        "evaluated",
        lambda request, *more: compiled.append(request.get("revision")) or evaluated(request, *more),
    )
    now = {"environment_dir": str(repo), "node": NODE, "facts": None, "settings": {"ruby": "off"}}
    write(repo, README_md="nobody reads this\n")
    found = difference.compared_on_disk({**now, "revision": "HEAD"}, now)
    assert found.difference is not None
    assert found.difference.same
    assert compiled == [None]
    difference.compared_on_disk({**now, "revision": "HEAD~1"}, now)
    assert compiled == [None, None, "HEAD~1"]


def test_facts_are_those_of_now_where_the_revision_has_none(repo: Path) -> None:
    write(repo, facts__new_json="{}")
    done = run_command("diff", "new", "--environment", repo, "--from", "HEAD")
    assert (done.stdout, done.returncode) == ("new: no differences\n", 0)


def test_names_that_are_no_utf_8(repo: Path) -> None:
    """One of a file that was removed, one of a node, one of a manifest of now."""
    top = os.fsencode(repo)
    os.mkdir(top + b"/other")
    for name in (b"/other/caf\xe9.txt", b"/facts/bad\xff.json"):
        Path(os.fsdecode(top + name)).write_text("{}")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "three")
    os.unlink(top + b"/other/caf\xe9.txt")
    Path(os.fsdecode(top + b"/manifests/\xe9.pp")).write_text("notify { 'three': }\n")
    for _again in range(2):
        found = "1 to add, 0 to change, 0 to remove\n  + Notify[three]  # manifests/\\xe9.pp:1\n"
        one = run_command("diff", NODE, "--environment", repo)
        assert (one.stdout, one.stderr, one.returncode) == (f"{NODE}: {found}", "", 1)
        both = run_command("diff", "--all", "--environment", repo)
        assert both.stdout == f"2 nodes ({NODE}, bad\\xff): {found}2 of 2 nodes differ\n"
        reviewed = run_command("review", "--environment", repo)
        assert "**2 of 2 nodes change**" in reviewed.stdout
        assert "+ Notify[three]  # manifests/\\xe9.pp:1" in reviewed.stdout
        assert (reviewed.stderr, reviewed.returncode) == ("", 0)
    unchanged = run_command("diff", "--all", "--environment", repo, "--from-environment", repo)
    assert unchanged.stdout == f"2 nodes ({NODE}, bad\\xff): no differences\n0 of 2 nodes differ\n"
    kept = KeptComparisons(str(repo))
    assert kept.reads("bad\udcff") is not None


def found(repo: Path, path: str, revision: str = "HEAD") -> bytes | None:
    return at(repo, revision).read(f"{repo}/{path}")


def checked_out_anew(repo: Path) -> None:
    """All that git writes of it is older than its index, as it is when somebody works there."""
    git(repo, "rm", "-rqf", "--cached", ".")
    git(repo, "reset", "-q", "--hard")
    for path in repo.rglob("*"):
        if ".git" not in path.parts and path.is_file():
            os.utime(path, (1_000_000_000, 1_000_000_000))
    git(repo, "update-index", "-q", "--refresh")
    assert not git(repo, "status", "--short")


@pytest.mark.parametrize(
    ("config", "attributes", "ends"),
    [
        ("core.autocrlf=true", None, b"\r\n"),
        ("core.autocrlf=input", None, b"\n"),
        ("core.eol=crlf", "*.pp text\n", b"\r\n"),
        ("core.eol=crlf", "*.pp text\n*.pp -text\n", b"\n"),
        ("core.eol=crlf", "*.pp text\nsite.pp binary\n", b"\n"),
        ("core.x=y", "manifests/** text=auto eol=crlf\n", b"\r\n"),
    ],
)
def test_line_ends_are_those_of_a_checkout(repo: Path, config: str, attributes: str | None, ends: bytes) -> None:
    git(repo, "config", *config.split("="))
    if attributes is not None:
        (repo / ".git/info/attributes").write_text(attributes)
    checked_out_anew(repo)
    assert (repo / "manifests/site.pp").read_bytes() == b"notify { 'two': }" + ends
    assert found(repo, "manifests/site.pp") == b"notify { 'two': }" + ends
    assert found(repo, "manifests/site.pp", "HEAD~1") == b"notify { 'one': }" + ends
    (repo / "manifests/site.pp").write_bytes(b"notify { 'three': }" + ends)
    assert found(repo, "manifests/site.pp") == b"notify { 'two': }" + ends


def test_attributes_are_those_of_the_revision(repo: Path) -> None:
    write(repo, _gitattributes="*.pp eol=crlf\n")
    write(repo, manifests__site_pp="notify { 'three': }\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "three")
    checked_out_anew(repo)
    assert found(repo, "manifests/site.pp") == b"notify { 'three': }\r\n"
    assert found(repo, "manifests/site.pp", "HEAD~1") == b"notify { 'two': }\n"


@pytest.mark.parametrize("attribute", ["filter=rot", "ident"])
def test_a_clean_work_tree_is_what_a_filter_made_of_it(repo: Path, attribute: str) -> None:
    git(repo, "config", "filter.rot.clean", "tr a-z n-za-m")
    git(repo, "config", "filter.rot.smudge", "tr n-za-m a-z")
    write(repo, _gitattributes=f"manifests/** {attribute}\n", manifests__site_pp="notify { 'three': } # $Id$\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "three")
    checked_out_anew(repo)
    clean = (repo / "manifests/site.pp").read_bytes()
    assert found(repo, "manifests/site.pp") == clean
    done = run_command("diff", NODE, "--environment", repo)
    assert (done.stdout, done.stderr) == (f"{NODE}: no differences\n", "")
    if attribute == "ident":
        assert b"# $Id: " in clean
        os.utime(repo / "manifests/site.pp")  # git would look into it
        assert found(repo, "manifests/site.pp") == clean
        return
    (repo / "manifests/site.pp").write_text("notify { 'four': }\n")
    for command in (("diff", NODE), ("diff", "--all")):
        done = run_command(*command, "--environment", repo)
        assert done.stderr.splitlines() == [
            "Warning: manifests/site.pp is stored through git's filter rot, which is not run: it is compared as stored"
        ]
    reviewed = run_command("review", "--environment", repo)
    assert reviewed.stdout.count("is stored through git's filter rot, which is not run") == 1


def test_a_file_that_changed_as_the_index_was_written_is_not_trusted(repo: Path) -> None:
    write(repo, _gitattributes="manifests/** filter=rot\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "three")
    checked_out_anew(repo)
    manifest = repo / "manifests/site.pp"
    manifest.write_text("notify { 'too': }\n")  # as long as it was, and as old
    os.utime(manifest, (1_000_000_000, 1_000_000_000))
    assert found(repo, "manifests/site.pp") == b"notify { 'too': }\n"
    os.utime(repo / ".git/index", (1_000_000_000, 1_000_000_000))
    assert found(repo, "manifests/site.pp") == b"notify { 'two': }\n"


@pytest.fixture
def with_submodule(repo: Path, tmp_path: Path) -> Path:
    """A submodule with two commits, of which the last commit of the checkout has the second."""
    module, allowed = tmp_path / "module", ("-c", "protocol.file.allow=always")
    module.mkdir()
    git(module, "init", "-q", "-b", "main")
    write(repo, manifests__site_pp="include sub\n")
    for number in (1, 2):
        write(module, manifests__init_pp=f"class sub {{ notify {{ 'v{number}': }} }}\n")
        git(module, "add", "-A")
        git(module, "commit", "-qm", str(number))
        if number == 1:
            git(repo, *allowed, "submodule", "add", "-q", str(module), "modules/sub")
        else:
            git(repo / "modules/sub", "pull", "-q")
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", f"sub {number}")
    return repo


def test_a_submodule_is_that_of_the_revision(with_submodule: Path) -> None:
    bumped = [
        f"{NODE}: 1 to add, 0 to change, 1 to remove",
        "  + Notify[v2]  # modules/sub/manifests/init.pp:1",
        "  - Notify[v1]  # modules/sub/manifests/init.pp:1",
    ]
    for more in ((), ("--contained",)):
        done = run_command("diff", NODE, "--environment", with_submodule, "--from", "HEAD~1", *more)
        assert (done.stdout.splitlines(), done.stderr) == (bumped, "")
    module = "modules/sub/manifests/init.pp"
    git(with_submodule / "modules/sub", "checkout", "-q", "HEAD~1")
    assert found(with_submodule, module) == b"class sub { notify { 'v2': } }\n"
    assert not at(with_submodule, "HEAD~2").is_dir(f"{with_submodule}/modules/sub")


def test_a_submodule_whose_objects_are_not_there(with_submodule: Path, tmp_path: Path) -> None:
    """One that leads out of the checkout is not followed."""
    (with_submodule / ".git/modules").rename(tmp_path / "elsewhere")
    (with_submodule / "modules/sub/.git").write_text(f"gitdir: {tmp_path}/elsewhere/modules/sub\n")
    said = (
        "modules/sub is a submodule whose commit of then is not here: it is not compared "
        "(`git submodule update --init` gets it)"
    )
    for _again in range(2):
        done = run_command("diff", NODE, "--environment", with_submodule, "--from", "HEAD~1")
        assert (done.stdout, done.stderr) == (f"{NODE}: no differences\n", f"Warning: {said}\n")
    reviewed = run_command("review", "--environment", with_submodule, "--from", "HEAD~1")
    assert reviewed.stdout.count(said) == 1


def test_more_names_of_revisions(repo: Path) -> None:
    one, two = git(repo, "rev-parse", "HEAD~1", "HEAD").split()
    (repo / ".git/ORIG_HEAD").write_text(f"{one}\n")
    (repo / ".git/MERGE_HEAD").write_text(f"{one}\n{two}\n")
    names = {
        "one": ("@~1", "HEAD^1~0", "v1^{commit}", "v1^{}", f"v1-0-g{one[:7]}", "ORIG_HEAD", "MERGE_HEAD", "@^^0"),
        "two": ("@", "HEAD^{commit}", "HEAD^0~0", f"v1-1-g{two[:7]}"),
    }
    for message, several in names.items():
        for name in several:
            assert found(repo, "manifests/site.pp", name) == f"notify {{ '{message}': }}\n".encode(), name
    git(repo, "tag", "file", "HEAD:manifests/site.pp")
    for name, said in {
        "file": "'file' names no commit",
        "HEAD^{tree}": "'HEAD^{tree}' names no commit: the history of branches, and paths, are not looked up",
        "HEAD^2": "git knows no revision 'HEAD^2' here",
        "HEAD~999999999": "git knows no revision 'HEAD~999999999' here",
        "maim": "git knows no revision 'maim' here. Did you mean main?",
    }.items():
        with pytest.raises(RevisionError) as raised:
            at(repo, name)
        assert str(raised.value) == said


def test_a_clone_without_all_objects_says_how_to_get_them(repo: Path, tmp_path: Path) -> None:
    url = f"file://{repo}"
    git(repo, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--depth", "1", url, "shallow")
    with pytest.raises(RevisionError, match=r"the clone is shallow.*`git fetch --unshallow`"):
        at(tmp_path / "shallow", "HEAD~1")
    git(tmp_path, "clone", "-q", "--filter=blob:none", url, "partial")
    partial = tmp_path / "partial"
    with pytest.raises(RevisionError, match=r"a partial one, and lacks it: `git fetch --refetch --no-filter`"):
        found(partial, "manifests/site.pp", "HEAD~1")
    git(partial, "fetch", "-q", "--refetch", "--no-filter")
    anew = (
        "from puppetlens.project.files import DiskFiles\nfrom puppetlens.project.git_files import files_at\n"
        f"files = files_at(DiskFiles(), {str(partial)!r}, 'HEAD~1', trusted=True)\n"
        f"print(files.read({str(partial / 'manifests/site.pp')!r}))"
    )
    done = subprocess.run([sys.executable, "-c", anew], check=True, capture_output=True, text=True)
    assert "notify { 'one': }" in done.stdout


def test_objects_of_sha_256(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    with pytest.raises(RevisionError, match="it has objects of SHA-256, which cannot be read"):
        at(tmp_path, "HEAD")

"""Starts the puppetlens that lies beside this file: `python run.py serve`.

Whatever Python is found on a machine tries this file, so it is written for all of them, back to 2.7. With `--probe` it
only says, as a line of JSON, whether this Python can: `{"version": "3.11.2"}`, or `{"refused": "..."}` with the reason.
With `--prepare` it compiles Ruby into the user's cache, which is done once for a version, before anybody waits for it.

Beside it lie `pythons.json` (the Pythons that the packages were gathered for), `all`, the packages that serve all of
these, and folders like `py3.10` with those that serve one alone.
"""

import json
import os
import platform
import runpy
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def refusal():
    """Why this Python cannot run the packages, None where it can. Afterwards they are found."""
    with open(os.path.join(HERE, "pythons.json")) as file:
        served = json.load(file)
    version = "%d.%d" % sys.version_info[:2]
    if version not in served:
        low, high = served[0], served[-1]
        how = "too old" if sys.version_info[:2] < tuple(map(int, low.split("."))) else "newer than this extension knows"
        return "Python %s is %s, it takes %s to %s" % (platform.python_version(), how, low, high)
    if platform.python_implementation() != "CPython":
        return "%s is not CPython" % platform.python_implementation()
    folders = [os.path.join(HERE, "py" + version), os.path.join(HERE, "all")]
    # Before all others, also in the processes that this one starts; the folder of this file is none of them.
    sys.path[0:1] = [folder for folder in folders if os.path.isdir(folder)]
    os.environ["PYTHONPATH"] = os.pathsep.join(folders)
    os.environ["PYTHONNOUSERSITE"] = "1"
    try:  # what is compiled: for another processor or C library it does not load
        import msgspec  # noqa: F401
        import regex  # noqa: F401
        import yaml  # noqa: F401
        from puppetlens.syntax import languages  # noqa: F401
    except ImportError as failure:
        kind = "%s, %d bits" % (platform.machine(), 64 if sys.maxsize > 2**32 else 32)
        return "the packages of this extension do not load in it (%s): %s" % (kind, failure)
    return None


def main():
    reason = refusal()
    if sys.argv[1:] == ["--probe"]:
        print(json.dumps({"refused": reason} if reason else {"version": platform.python_version()}))
    elif reason:
        sys.stderr.write(reason + "\n")
        sys.exit(2)
    elif sys.argv[1:] == ["--prepare"]:
        runpy.run_module("puppetlens.sandbox", run_name="__main__")
    else:
        from puppetlens.cli.main import main as puppetlens

        puppetlens(prog_name="puppetlens")


if __name__ == "__main__":
    main()

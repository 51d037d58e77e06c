// Which server and which Python the extension takes: node find_launch.mjs COMPILED_LAUNCH_TS FOLDER
import { createRequire } from "node:module";
import { strict as assert } from "node:assert";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const [compiled, folder] = process.argv.slice(2);
const { findLaunch } = createRequire(import.meta.url)(compiled);
const { inWords } = createRequire(import.meta.url)(compiled.replace("launch.cjs", "troubles.cjs"));

/** A program that answers as a Python does with `run.py --probe`. */
function program(name, answer) {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${answer}'\n`);
  chmodSync(file, 0o755);
  return file;
}
const fits = (version) => JSON.stringify({ version });
const refused = (reason) => JSON.stringify({ refused: reason });
const bin = (name, answer) => program(path.join("bin", name), answer);

const bundle = { script: path.join(folder, "run.py"), cache: path.join(folder, "cache") };
const wishes = (more = {}) => ({ server: "", python: "", pythonExtension: async () => undefined, opened: [], ...more });
const launch = (more, from = bundle) => findLaunch(from, wishes(more));
process.env.PATH = path.join(folder, "bin");
process.env.PYTHONPATH = "/somewhere/else";

// nothing is there, or nothing that fits: why is said of each
assert.deepEqual(await launch(), { kind: "no-python", refused: [] });
assert.match(inWords(await launch()).message, /none was found on this machine/);
bin("python3", refused("Python 3.9.2 is too old"));
bin("python", "Python 2.7.18");
const trouble = await launch();
assert.deepEqual(trouble.refused.map((each) => each.name), ["python3", "python"]);
assert.match(inWords(trouble).message, /python3: Python 3\.9\.2 is too old; python: it does not answer as a Python does/);

// a newer one beside an old one; then the one that `py -3` starts; then `python3` itself
const versioned = bin("python3.12", fits("3.12.1"));
assert.equal((await launch()).command, versioned);
const py = bin("py", fits("3.13.0"));
assert.deepEqual([(await launch()).command, (await launch()).args], [py, ["-3", bundle.script, "serve"]]);
const python3 = bin("python3", fits("3.11.2"));
const found = await launch();
assert.deepEqual([found.command, found.args], [python3, [bundle.script, "serve"]]);
assert.equal(found.options.env.PYTHONPATH, undefined); // another's packages are not the server's
assert.notEqual(found.options.cwd, folder);

// the Python extension's before these, but none of the opened folder; the user's word before all, and alone
const extension = program("elsewhere/python", fits("3.10.4"));
const pythonExtension = async () => extension;
assert.equal((await launch({ pythonExtension })).command, extension);
assert.equal((await launch({ pythonExtension, opened: [path.dirname(extension)] })).command, python3);
assert.equal((await launch({ pythonExtension, python: "python3.12" })).command, versioned);
assert.equal((await launch({ python: "python3.5" })).kind, "no-python");

// another server, where one is named; an installed one, where the extension brings none
assert.deepEqual(await launch({ server: "mine" }), { kind: "no-program", name: "mine" });
const mine = bin("mine", "");
assert.deepEqual([(await launch({ server: "mine" })).command, (await launch({ server: "mine" })).args], [mine, ["serve"]]);
assert.deepEqual(await findLaunch(undefined, wishes()), { kind: "not-packed" });
const installed = bin("puppetlens", "");
assert.equal((await findLaunch(undefined, wishes())).command, installed);
assert.equal((await launch()).command, python3);
console.log("as wanted");

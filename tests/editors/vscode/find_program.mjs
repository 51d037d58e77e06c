// Where the extension finds the server's program, on machines of both kinds: node find_program.mjs COMPILED_PROGRAM_TS
import { createRequire } from "node:module";
import { strict as assert } from "node:assert";

const { findProgram } = createRequire(import.meta.url)(process.argv[2]);

/** A machine whose programs are these; of a link the value is where it leads. */
const machine = (windows, path, programs) => ({ windows, path, program: (file) => programs[file] });
const same = (...files) => Object.fromEntries(files.map((file) => [file, file]));

const linux = machine(false, "bin:.::/home/someone/repo/bin:/home/someone/link:/usr/bin", {
  ...same("bin/puppetlens", "./puppetlens", "puppetlens", "/home/someone/repo/bin/puppetlens", "/usr/bin/puppetlens"),
  "/home/someone/link/puppetlens": "/home/someone/repo/puppetlens",
});
assert.equal(findProgram("puppetlens", ["/home/someone/repo"], linux), "/usr/bin/puppetlens");
assert.equal(findProgram("puppetlens", ["/"], linux), undefined);
assert.equal(findProgram("puppetlens", ["/home/someone/repo/..", "/usr/bin/.."], linux), undefined);
assert.equal(findProgram("puppetlens", ["/home/someone/other"], linux), "/home/someone/repo/bin/puppetlens");
assert.equal(findProgram("puppetlens", ["/home/someone/repo/bin/..p"], linux), "/home/someone/repo/bin/puppetlens");
assert.equal(findProgram("./puppetlens", [], linux), undefined);
assert.equal(findProgram("bin/puppetlens", [], linux), undefined);
assert.equal(findProgram("/opt/puppetlens", ["/opt"], linux), "/opt/puppetlens"); // the user's own words
assert.equal(findProgram("nothing", [], linux), undefined);
const odd = machine(false, "/home/someone/repo/..bin", same("/home/someone/repo/..bin/puppetlens"));
assert.equal(findProgram("puppetlens", ["/home/someone/repo"], odd), undefined);

const windows = machine(true, String.raw`.;repo;C:;C:\Repo\bin;\\share\x;D:\Tools`, {
  ...same(String.raw`C:\Repo\bin\puppetlens.exe`, "puppetlens.exe", String.raw`repo\puppetlens.exe`),
  ...same(String.raw`D:\Tools\puppetlens`, String.raw`D:\Tools\puppetlens.exe`, String.raw`D:\Tools\puppetlens.bat`),
});
const tools = String.raw`D:\Tools\puppetlens.exe`;
assert.equal(findProgram("puppetlens", [String.raw`c:\repo`], windows), tools);
assert.equal(findProgram("puppetlens.exe", ["C:/Repo"], windows), tools);
assert.equal(findProgram("puppetlens", [], windows), String.raw`C:\Repo\bin\puppetlens.exe`);
assert.equal(findProgram("puppetlens", [String.raw`C:\repo`, "d:/"], windows), undefined);
assert.equal(findProgram("puppetlens.bat", [String.raw`C:\repo`], windows), undefined);
for (const command of [String.raw`.\puppetlens`, String.raw`bin\puppetlens.exe`, "C:puppetlens.exe"]) {
  assert.equal(findProgram(command, [], windows), undefined);
}
assert.equal(findProgram(tools, [], windows), tools);
console.log("as wanted");

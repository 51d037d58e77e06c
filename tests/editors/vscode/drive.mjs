// Drives real VS Code in headless Chromium, as a user would.
// node drive.mjs TOOLS VSIX WORKSPACE SERVER OUT: prints a JSON object of what was seen, pictures go to OUT.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { editing } from "./editing.mjs";
import { node } from "./node.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2).map((p) => path.resolve(p));
const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
const scratch = mkdtempSync(path.join(tmpdir(), "vscode-test-"));
mkdirSync(out, { recursive: true });

const settings = {
  "puppetlens.serverPath": server,
  "workbench.startupEditor": "none",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "update.mode": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "files.autoSave": "off",
  "git.enabled": false,
  "editor.minimap.enabled": false,
  "workbench.reduceMotion": "on",
};
const data = path.join(scratch, "data");
for (const folder of ["User", "Machine"]) {
  mkdirSync(path.join(data, folder), { recursive: true });
  writeFileSync(path.join(data, folder, "settings.json"), JSON.stringify(settings));
}
const config = path.join(scratch, "config.yaml");
writeFileSync(config, "auth: none\ncert: false\n");
const entry = path.join(tools, "node_modules/code-server/out/node/entry.js");
const base = [entry, "--config", config, "--user-data-dir", data, "--extensions-dir", path.join(scratch, "extensions")];
const env = { ...process.env };
delete env.PORT;

const installed = spawnSync(process.execPath, [...base, "--install-extension", vsix], { env, encoding: "utf8" });
if (installed.status !== 0) {
  console.error(installed.stdout, installed.stderr);
  process.exit(2);
}

const code = spawn(
  process.execPath,
  [...base, "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check",
    "--disable-workspace-trust", "--disable-getting-started-override", "--disable-proxy"],
  { env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
);
let log = "";
const port = await new Promise((resolve, reject) => {
  const read = (chunk) => {
    log += chunk;
    const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(log);
    if (found) resolve(found[1]);
  };
  code.stdout.on("data", read);
  code.stderr.on("data", read);
  code.on("exit", (status) => reject(new Error(`code-server ended: ${status}\n${log}`)));
  setTimeout(() => reject(new Error(`code-server has no port\n${log}`)), 60000);
});

const browser = await chromium.launchPersistentContext(path.join(scratch, "profile"), {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  viewport: { width: 1400, height: 900 },
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
});
const page = browser.pages()[0] ?? (await browser.newPage());
page.setDefaultTimeout(60000);
const seen = {};

async function open(file, text) {
  await page.keyboard.press("Control+KeyP");
  await page.locator(".quick-input-widget input").first().fill(file);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(file) }).first().click();
  await page.locator(".monaco-editor .view-line", { hasText: text }).first().waitFor();
}

async function goTo(line, column) {
  await page.keyboard.press("Control+KeyG");
  await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
}

let failure = null;
try {
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`);
  await page.locator(".monaco-workbench").waitFor();

  // squiggle and Problems row of an unknown class
  await open("broken.pp", "no_such_class");
  await page.locator(".monaco-editor .squiggly-error, .monaco-editor .squiggly-warning").first().waitFor({ state: "attached" });
  await page.keyboard.press("Control+Shift+KeyM");
  const row = page.locator(".markers-panel .monaco-list-row", { hasText: "no_such_class" }).first();
  await row.waitFor();
  seen.problem = (await row.innerText()).replace(/\s+/g, " ").trim();
  await page.screenshot({ path: path.join(out, "diagnostic.png") });

  // F12 on `include web`
  await open("site.pp", "include web");
  await goTo(2, 12);
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "init.pp" }).waitFor();
  seen.definition = (await page.locator(".tab.active").first().innerText()).trim();

  // the preview, and its refresh on an edit that is not saved
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().fill(">Puppet: Preview Catalog for Node");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Preview Catalog for Node" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "node1.example.com" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".monaco-editor .view-line", { hasText: "Notify[from web]" }).first().waitFor();
  seen.preview = true;
  await page.screenshot({ path: path.join(out, "preview.png") });
  await page.locator(".editor-group-container").first().locator(".view-line", { hasText: "from web" }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("notify { 'typed just now': }", { delay: 3 });
  await page.locator(".editor-group-container").nth(1).locator(".view-line", { hasText: "Notify[typed just now]" }).first().waitFor();
  seen.refreshed = true;
  await page.screenshot({ path: path.join(out, "refreshed.png") });

  // nobody can write into the preview
  const catalog = page.locator(".editor-group-container").nth(1);
  await catalog.locator(".view-line", { hasText: "Notify[from web]" }).first().click();
  await page.keyboard.type("x");
  await page.locator(".monaco-editor-overlaymessage", { hasText: "read-only" }).first().waitFor();
  seen.readOnly = true;

  // Hiera data that is typed and not saved
  await page.locator(".editor-group-container").first().locator(".view-line", { hasText: "from web" }).first().click();
  await open("common.yaml", "web::greeting");
  await catalog.locator(".view-line", { hasText: "Notify[greeting hello]" }).first().waitFor();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" again", { delay: 3 });
  await catalog.locator(".view-line", { hasText: "Notify[greeting hello again]" }).first().waitFor();
  seen.hiera = true;
  await page.screenshot({ path: path.join(out, "hiera.png") });

  await node(page, seen, { open, goTo, out });

  // what the evaluation finds stands in the file it is about, with where that was declared
  await open("web/manifests/init.pp", "from web");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("notice(1 + 'a')", { delay: 3 });
  await page.locator(".editor-group-container").first().locator(".squiggly-error").first().waitFor({ state: "attached" });
  const found = page.locator(".marker-widget", { hasText: "cannot be converted to Numeric" }).first();
  // the first squiggle may be that of the half-typed line: go from problem to problem until the one is there
  const end = Date.now() + 60_000;
  do {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+F8");
  } while (!(await found.waitFor({ timeout: 2000 }).then(() => true, () => false)) && Date.now() < end);
  await found.waitFor();
  seen.related = (await found.innerText()).replace(/\s+/g, " ").trim();
  await page.screenshot({ path: path.join(out, "related.png") });
  await page.keyboard.press("Escape");

  // the squiggle goes with its cause
  await open("broken.pp", "no_such_class");
  await goTo(2, 16);
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.type("broken");
  await page.locator(".editor-group-container").first().locator(".squiggly-error").first().waitFor({ state: "detached" });
  seen.repaired = true;

  await editing(page, seen, { open, goTo, out });
} catch (error) {
  failure = error;
  await page.screenshot({ path: path.join(out, "failed.png") }).catch(() => {});
} finally {
  await browser.close().catch(() => {});
  const gone = new Promise((resolve) => code.on("exit", resolve));
  try {
    process.kill(-code.pid, "SIGTERM");
  } catch {}
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
console.log(JSON.stringify(seen));
if (failure) {
  console.error(String(failure).slice(0, 1500), log.slice(-2000));
  process.exit(1);
}
process.exit(0);

// Real VS Code in headless Chromium, with the extension in it: what the drivers share.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const COMMON = {
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

/**
 * Start it on a folder, in an empty profile. `more` are settings. Of what it gives, `open` opens a file by its name and waits
 * for a text in it, `goTo` goes to a place of it, `run` runs a command of the palette, `end` ends all that was started.
 */
export async function openWindow({ tools, vsix, workspace, server, more = {}, size = { width: 1400, height: 900 } }) {
  const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
  const scratch = mkdtempSync(path.join(tmpdir(), "vscode-test-"));

  const settings = { "puppetlens.serverPath": server, ...COMMON, ...more };
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
    throw new Error(`${installed.stdout}\n${installed.stderr}`);
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
    viewport: size,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  page.setDefaultTimeout(60000);

  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`);
  await page.locator(".monaco-workbench").waitFor();

  async function open(file, text) {
    await page.keyboard.press("Control+KeyP");
    await page.locator(".quick-input-widget input").first().fill(file);
    // the list may still be that of another search: its row has the file's name, then its folder
    const folder = path.dirname(file).replace(/^\.$/, "");
    const named = page.locator(".quick-input-list .monaco-list-row", { hasText: path.basename(file) });
    await named.filter({ hasText: folder }).first().click();
    await page.locator(".monaco-editor .view-line", { hasText: text }).first().waitFor();
  }

  async function goTo(line, column) {
    await page.keyboard.press("Control+KeyG");
    await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  async function run(title) {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input").first().fill(`>${title}`);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await page.keyboard.press("Enter");
  }

  async function end() {
    await browser.close().catch(() => {});
    const gone = new Promise((resolve) => code.on("exit", resolve));
    try {
      process.kill(-code.pid, "SIGTERM");
    } catch {}
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  return { page, open, goTo, run, end, log: () => log };
}

// VS Code as a server and a browser that shows it, from an empty profile: what drivers of it share.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** `{page, scratch, installed, show(folder), picture(name), close()}`; `installed`: seconds that it took to install the .vsix.
 *  `settings` is the user's settings.json, where there is one; `env` what is not as here; `fresh`: nothing of this machine's
 *  caches and Python environment; `out` is for pictures. */
export async function workbench({ tools, vsix, out, settings, env: other = {}, options = [], fresh = true }) {
  const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
  const scratch = mkdtempSync(path.join(tmpdir(), "vscode-test-"));
  mkdirSync(out, { recursive: true });
  const data = path.join(scratch, "data");
  if (settings !== undefined) {
    for (const folder of ["User", "Machine"]) {
      mkdirSync(path.join(data, folder), { recursive: true });
      writeFileSync(path.join(data, folder, "settings.json"), JSON.stringify(settings));
    }
  }
  const config = path.join(scratch, "config.yaml");
  writeFileSync(config, "auth: none\ncert: false\n");
  const entry = path.join(tools, "node_modules/code-server/out/node/entry.js");
  const base = [entry, "--config", config, "--user-data-dir", data, "--extensions-dir", path.join(scratch, "extensions")];
  const env = { ...process.env, ...(fresh ? { XDG_CACHE_HOME: path.join(scratch, "cache") } : {}), ...other };
  for (const name of ["PORT", ...(fresh ? ["PYTHONPATH", "VIRTUAL_ENV"] : [])]) delete env[name];

  const begun = Date.now();
  const installed = spawnSync(process.execPath, [...base, "--install-extension", vsix], { env, encoding: "utf8" });
  if (installed.status !== 0) {
    throw new Error(`${installed.stdout}\n${installed.stderr}`);
  }
  const seconds = Math.round((Date.now() - begun) / 100) / 10;
  const code = spawn(
    process.execPath,
    [...base, "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check",
      "--disable-getting-started-override", "--disable-proxy", ...options],
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
  page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000)); // milliseconds: more on a machine that is busy
  return {
    page,
    scratch,
    installed: seconds,
    log: () => log,
    async show(folder) {
      const kind = folder.endsWith(".code-workspace") ? "workspace" : "folder";
      await page.goto(`http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(folder)}`);
      await page.locator(".monaco-workbench").waitFor();
    },
    picture: (name) => page.screenshot({ path: path.join(out, `${name}.png`) }),
    async close() {
      await browser.close().catch(() => {});
      const gone = new Promise((resolve) => code.on("exit", resolve));
      try {
        process.kill(-code.pid, "SIGTERM");
      } catch {}
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Do what a driver is for, and end it: `work` writes into `seen`, which is printed as JSON; where it fails there is a picture
 * of that, and what VS Code said.
 */
export async function drive({ picture, close, log }, seen, work, failed = "failed") {
  let failure = null;
  try {
    await work();
  } catch (error) {
    failure = error;
    await picture(failed).catch(() => {});
  } finally {
    await close();
  }
  console.log(JSON.stringify(seen));
  if (failure) {
    console.error(String(failure).slice(0, 1500), log().slice(-2000));
    process.exit(1);
  }
  process.exit(0);
}

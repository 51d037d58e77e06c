// VS Code on a folder, with the extension in it and a server of ours: what most drivers share.
import path from "node:path";
import { workbench } from "./workbench.mjs";

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
 * for a text in it, `goTo` goes to a place of it, `run` runs a command of the palette; the rest is that of `workbench`.
 */
export async function openWindow({ tools, vsix, workspace, server, out, more = {} }) {
  const settings = { "puppetlens.serverPath": server, ...COMMON, ...more };
  const started = await workbench({ tools, vsix, out, settings, options: ["--disable-workspace-trust"], fresh: false });
  const { page } = started;
  await started.show(workspace);

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

  return { ...started, open, goTo, run };
}

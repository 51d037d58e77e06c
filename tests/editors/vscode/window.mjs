// VS Code on a folder, with the extension in it and a server of ours: what most drivers share.
import { readFileSync } from "node:fs";
import path from "node:path";
import { quickInput } from "./quick_input.mjs";
import { workbench } from "./workbench.mjs";

const COMMON = {
  "workbench.startupEditor": "none",
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
 * Start it on a folder (or a file that names several), in an empty profile. `more` are settings; `trust`: VS Code asks whether the folder is trusted. Of what it gives, `open` opens a file by its name and waits
 * for a text in it, `goTo` goes to a place of it, `fix` asks there for a fix, `notified` waits for a notification; the rest is that of `quickInput` and of `workbench`.
 */
export async function openWindow({ tools, vsix, workspace, server, out, more = {}, trust = false }) {
  const settings = { "puppetlens.serverPath": server, ...COMMON, "security.workspace.trust.enabled": trust, ...more };
  const started = await workbench({ tools, vsix, out, settings, options: trust ? [] : ["--disable-workspace-trust"], fresh: false });
  const { page } = started;
  const quick = quickInput(page);
  await started.show(workspace);

  async function open(file, text) {
    // the list may still be that of another search: its row has the file's name, then its folder
    const folder = path.dirname(file).replace(/^\.$/, "");
    const named = quick.rows.filter({ hasText: path.basename(file) }).filter({ hasText: folder }).first();
    const shown = page.locator(".monaco-editor .view-line", { hasText: text }).first();
    await quick.again(async (timeout = 15_000) => {
      await quick.ask("Control+KeyP", file, named);
      await named.click({ timeout });
      await shown.waitFor({ timeout: 4 * timeout });
    });
  }

  async function goTo(line, column) {
    await quick.ask("Control+KeyG", `:${line}:${column}`);
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** Asks for fixes until one has this title: what was offered before its finding came stays as it is. */
  async function fix(title) {
    const offered = page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    for (let asked = 0; asked < 12 && !(await offered.isVisible()); asked++) {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+Period");
      await offered.waitFor({ timeout: 5000 }).catch(() => {});
    }
    await offered.waitFor();
    return offered;
  }

  /** A notification with this text: while it is up, or, where it has gone since, in the list of the bell. */
  async function notified(text) {
    const told = page.locator(".notification-toast, .notifications-center .monaco-list-row", { hasText: text }).locator("visible=true").first();
    await told.waitFor({ timeout: 15_000 }).catch(() => quick.run("Notifications: Show Notifications"));
    await told.waitFor();
    return told;
  }

  return { ...started, ...quick, open, goTo, fix, notified };
}

/** The texts of some elements, each in a line. */
export async function texts(locator) {
  return (await locator.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** What axe finds that hinders people, in the web view that is seen. */
export async function faultsOf(page, tools) {
  const axe = readFileSync(path.join(tools, "node_modules/axe-core/axe.min.js"), "utf8");
  const outer = await page.locator("iframe.webview.ready >> visible=true").elementHandle();
  const inner = await (await outer.contentFrame()).locator("iframe").elementHandle();
  const frame = await inner.contentFrame();
  await frame.evaluate(axe);
  const found = await frame.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 120)).join(" ")}`);
}

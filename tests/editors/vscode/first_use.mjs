// Who has never seen it: an empty profile, the .vsix alone, a site, and what is on the screen. Without a Python, too.
// node first_use.mjs TOOLS VSIX SITE MANIFEST NODE OUT [no-python|dark]: prints a JSON object of what was seen.
import path from "node:path";
import { quickInput } from "./quick_input.mjs";
import { drive, workbench } from "./workbench.mjs";

const [tools, vsix, site, manifest, node, out, how = ""] = process.argv.slice(2);
const env = { PATH: "/usr/bin:/bin" };
// An empty profile is a light one. What a login shell's PATH has cannot be taken away: another Python is asked for.
const settings = {
  dark: { "workbench.colorTheme": "Dark 2026" },
  "no-python": { "puppetlens.pythonPath": "python3.5" },
}[how];
const started = await workbench({ tools, vsix, out, env, settings });
const { page, show, picture } = started;
const seen = { seconds: { installed: started.installed } };

const begun = Date.now();
const lap = (name) => (seen.seconds[name] = Math.round((Date.now() - begun) / 100) / 10);
const row = (text) => page.locator(".explorer-folders-view .monaco-list-row", { hasText: text }).first();
const status = (text) => page.locator(".statusbar-item", { hasText: text }).first();
const { rows, run, pick } = quickInput(page);

/** Some element of the page, or of a view in it, that has the text. */
async function appears(text) {
  const end = Date.now() + Number(process.env.PATIENCE ?? 60_000);
  while (Date.now() < end) {
    for (const frame of page.frames()) {
      if (await frame.getByText(text).first().isVisible().catch(() => false)) return;
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`nothing shows ${text}`);
}

await drive(started, seen, async () => {
  await show(site);
  lap("window");
  for (const part of manifest.split("/")) {
    await row(part).click();
  }
  await page.locator(".monaco-editor .view-line").first().waitFor();
  lap("file");
  if (how === "no-python") {
    const toast = page.locator(".notification-toast", { hasText: "Puppetlens" });
    await toast.first().waitFor();
    seen.toasts = await toast.count();
    seen.message = (await toast.first().locator(".notification-list-item-message").innerText()).trim();
    seen.buttons = await toast.first().locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
    seen.status = (await status("no Python").innerText()).trim();
    await picture("no-python");
    // a command says the same, instead of doing nothing
    await page.keyboard.press("Escape");
    await run("Puppet: Preview Catalog for Node");
    await toast.first().waitFor();
    seen.again = await toast.count();
  } else {
    await status("Puppetlens").waitFor();
    lap("extension");
    await status("Puppetlens").click();
    await rows.filter({ hasText: "Preview Catalog for Node" }).first().waitFor();
    await picture(`first-menu${how && `-${how}`}`);
    await pick("Preview Catalog for Node");
    await rows.filter({ hasText: node }).first().waitFor();
    lap("nodes"); // the server is there
    await pick(node);
    await appears(/\bClass\[(main|Main)\]|(File|Package|Service)\[|\d+ resources/);
    lap("catalog");
    await page.waitForTimeout(1500); // what colours and hints come a moment later
    await picture(`first-catalog${how && `-${how}`}`);
  }
}, `failed${how && `-${how}`}`);

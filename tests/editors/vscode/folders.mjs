// Two folders in a window, which nobody trusts, then somebody does: node folders.mjs TOOLS VSIX WORKSPACE SERVER OUT
// WORKSPACE is a .code-workspace file. Prints a JSON object of what was seen, pictures go to OUT.
import path from "node:path";
import { openWindow, texts } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const more = { "security.workspace.trust.startupPrompt": "always", "security.workspace.trust.banner": "always" };
const started = await openWindow({ tools, vsix, workspace, server, out, more, trust: true });
const { page, ask, run, input, rows, goTo, picture } = started;
const seen = {};
const view = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
const offers = async () => Promise.all((await rows.all()).map(async (row) => (await row.getAttribute("aria-label")).replace(/, .*/, "") + ": " + (await row.locator(".label-description").innerText())));
const status = page.locator(".statusbar-item", { hasText: "Puppetlens" }).first();
const pane = (name) => page.locator(".pane", { has: page.locator(`.pane-header[aria-label^="${name}"]`) });
const code = page.locator(".editor-group-container").first();

/** Open a file of one of the folders. */
async function open(folder, name, text) {
  const named = rows.filter({ hasText: name }).filter({ hasText: folder }).first();
  await ask("Control+KeyP", `${folder} ${name}`, named);
  await named.click();
  await page.locator(".monaco-editor .view-line", { hasText: text }).first().waitFor();
}

/** The window is loaded again where it has no folders: now and then VS Code asks before it has read the file that names them. */
async function distrust() {
  const named = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "bank" }).first();
  for (let time = 1; time <= 3; time += 1) {
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "No, I don't trust" }).click();
    if (await named.waitFor({ timeout: 10_000 }).then(() => true, () => false)) break;
    await started.show(workspace);
  }
}

/** Asked for a node, choose the first that is offered, or none. */
async function preview(key = "Enter") {
  await run("Puppet: Preview Catalog for Node");
  await rows.filter({ hasText: "node1.example.com" }).first().waitFor();
  const offered = await offers();
  await page.keyboard.press(key);
  return offered;
}

await drive(started, seen, async () => {
  // who does not trust the authors sees all the same, and is told what differs
  await distrust();
  await open("bank", "bad.pp", "absent");
  await status.waitFor();
  await code.locator(".squiggly-error, .squiggly-warning").first().waitFor({ state: "attached" });
  await open("shop", "site.pp", "shop");
  seen.offered = await preview();
  await view.locator("h1", { hasText: "node1.example.com" }).waitFor();
  await view.locator(".line", { hasText: "Web" }).first().waitFor();
  seen.shop = await texts(view.locator("header .about .dim, header .counts .chip"));
  await view.locator(".chip.unknown").click();
  seen.hole = await texts(view.locator(".panel li"));
  await picture("restricted");
  await status.click();
  await rows.filter({ hasText: "Manage Workspace Trust" }).first().waitFor();
  seen.said = await input.getAttribute("placeholder");
  await picture("restricted-menu");
  await page.keyboard.press("Escape");

  // the other folder: its own class of the same name, its own node of the same name, which comes first there
  await open("bank", "site.pp", "bank");
  await goTo(1, 25);
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "init.pp" }).waitFor();
  await page.locator(".monaco-editor .view-line", { hasText: "from bank" }).first().waitFor();
  seen.offeredThere = await preview();
  await view.locator("header .about .dim", { hasText: "bank" }).waitFor();
  await view.locator(".line", { hasText: "Web" }).first().waitFor();
  seen.bank = await texts(view.locator("header .about .dim"));
  seen.tabs = await texts(page.locator(".tab", { hasText: "node1" }));
  // who is in a preview is asked for nodes of what it shows first, whichever code stands beside it
  await page.locator(".tab", { hasText: "node1.example.com (shop)" }).first().click();
  await view.locator("header .about .dim", { hasText: "shop" }).click();
  seen.offeredInShop = await preview("Escape");
  await page.locator(".activitybar .action-item", { has: page.locator('[aria-label^="Puppet"]') }).first().click();
  const groups = pane("Nodes").locator('.monaco-list-row[aria-level="1"]');
  await groups.nth(1).waitFor();
  seen.groups = await Promise.all((await groups.all()).map((row) => row.getAttribute("aria-label")));
  await picture("folders");

  // trusted: the file outside is read, in the view that was there
  await run("Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await page.locator(".workspace-trust-editor .workspace-trust-header", { hasText: "You trust" }).waitFor();
  await picture("trusted");
  await page.locator('.monaco-modal-editor-block [aria-label^="Close"]').first().click();
  await page.locator(".tab", { hasText: "node1.example.com (shop)" }).first().click();
  await view.locator("header .about .dim", { hasText: "shop" }).waitFor();
  await view.locator("input[type=search]").fill("outside");
  await view.locator(".line", { hasText: "what lies outside" }).first().waitFor();
  await status.click();
  await rows.filter({ hasText: "Show Output" }).first().waitFor();
  seen.trusted = await input.getAttribute("placeholder");
  await page.keyboard.press("Escape");
});

// Pictures of the extension for the pages, taken from real VS Code on the sample control repo: a story in frames, and stills.
// node pictures.mjs TOOLS VSIX WORKSPACE SERVER OUT THEME: frames are OUT/frame-NN-MILLISECONDS.png, stills OUT/NAME.png.
import path from "node:path";
import { openWindow } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const more = {
  "workbench.colorTheme": process.argv[7],
  "workbench.activityBar.location": "hidden",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "editor.fontSize": 14,
  "editor.stickyScroll.enabled": false,
  "breadcrumbs.enabled": false,
  "remote.autoForwardPorts": false, // else the status bar counts what else runs here
  "editor.scrollbar.vertical": "hidden",
  "editor.scrollbar.horizontal": "hidden",
};
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, goTo, run, runAndPick, rows, pick, picture } = started;
const code = page.locator(".editor-group-container").first();
const view = page.frameLocator("iframe.webview.ready").frameLocator("iframe");
let count = 0;
/** A frame that is shown for so long. */
const frame = async (milliseconds) => {
  await page.mouse.move(300, 640); // where it lights up nothing
  await page.waitForTimeout(150); // what is still being drawn
  await picture(`frame-${String((count += 1)).padStart(2, "0")}-${milliseconds}`);
};
/** A text comes into being, a few characters a frame. */
const typed = async (text, step = 6) => {
  for (let at = 0; at < text.length; at += step) {
    await page.keyboard.type(text.slice(at, at + step), { delay: 10 });
    await frame(120);
  }
};

await drive(started, {}, async () => {
  await open("profile/manifests/webserver.pp", "class profile::webserver");
  await page.setViewportSize({ width: 1200, height: 720 }); // while the window starts it would not be noticed
  await page.keyboard.press("Control+KeyB"); // the tree of files makes room
  await goTo(33, 1);
  await frame(900);

  // the catalog of a node beside the code
  await run("Puppet: Preview Catalog for Node");
  await rows.filter({ hasText: "web01.example.com" }).first().waitFor();
  await frame(1000);
  await pick("web01.example.com");
  await view.locator(".line").first().waitFor();
  await view.locator(".line", { hasText: "Profile::Webserver" }).first().waitFor();
  await frame(1000);
  await view.locator(".line", { hasText: "Chrony" }).first().click();
  await view.locator(".detail h2", { hasText: "Chrony" }).waitFor();
  await frame(2500);
  await picture("catalog");

  // a type that is mistyped gets its squiggle, the right one is offered
  await page.keyboard.press("Control+Digit1");
  await goTo(36, 1);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await typed("  firewall::rull { 'alt': ports => [8443] }", 9);
  await code.locator(".squiggly-error, .squiggly-warning").first().waitFor({ state: "attached" });
  await frame(1500);
  // through which classes the code was reached is known when the node was compiled
  const reached = page.locator(".marker-widget", { hasText: "is declared here" }).first();
  for (let attempt = 0; attempt < 20 && !(await reached.isVisible()); attempt += 1) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+F8");
    await page.waitForTimeout(700);
  }
  await reached.waitFor();
  await frame(2200);
  await picture("squiggle");
  await page.keyboard.press("Escape");
  await goTo(36, "  firewall::rull".length + 1);
  for (let press = 0; press < 4; press += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("ru", { delay: 60 });
  const offered = page.locator(".suggest-widget .monaco-list-row", { hasText: "firewall::rule" }).first();
  if (!(await offered.waitFor({ timeout: 5000 }).then(() => true, () => false))) await page.keyboard.press("Control+Space");
  await offered.waitFor();
  await page.waitForTimeout(400);
  await frame(1800);
  await picture("completion");
  await page.keyboard.press("Escape");
  await page.keyboard.type("le", { delay: 60 });
  await page.keyboard.press("Escape");

  // the catalog follows, and says what the edit did
  await view.locator(".chip.changed").waitFor();
  await page.keyboard.press("Escape"); // what was offered late
  await frame(1200);
  await view.locator(".chip.changed").click();
  await view.locator(".panel li").first().waitFor();
  await frame(2500);
  await picture("changed");
  await view.locator(".chip.changed").click();

  // another port of a rule: all that separates the editor from the saved files, as a tree, and side by side
  await page.keyboard.press("Control+Digit1");
  await goTo(34, "    ports => toolbox_ports('8080-8083".length + 1);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("5");
  await frame(900);
  await runAndPick("Puppet: Compare Catalog with", "web01.example.com", "The saved files");
  const tree = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
  await tree.locator(".line:has(.sign)", { hasText: "50-trial.nft" }).first().click();
  await tree.locator(".detail ins", { hasText: "8085" }).first().waitFor();
  await page.waitForTimeout(1000);
  await frame(3000);
  await picture("difference");
  await tree.locator(".buttons button", { hasText: "Side by Side" }).press("Enter");
  await page.locator(".monaco-diff-editor .view-line", { hasText: "alt" }).first().waitFor();
  await page.waitForTimeout(1000);
  await frame(3000);
  await picture("diff");
});

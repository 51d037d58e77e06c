// Drives real VS Code in headless Chromium, as a user would.
// node drive.mjs TOOLS VSIX WORKSPACE SERVER OUT: prints a JSON object of what was seen, pictures go to OUT.
import path from "node:path";
import { editing } from "./editing.mjs";
import { node } from "./node.mjs";
import { openWindow } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2).map((p) => path.resolve(p));
const started = await openWindow({ tools, vsix, workspace, server, out });
const { page, open, goTo, runAndPick, picture } = started;
const seen = {};

await drive(started, seen, async () => {
  // squiggle and Problems row of an unknown class
  await open("broken.pp", "no_such_class");
  await page.locator(".monaco-editor .squiggly-error, .monaco-editor .squiggly-warning").first().waitFor({ state: "attached" });
  await page.keyboard.press("Control+Shift+KeyM");
  const row = page.locator(".markers-panel .monaco-list-row", { hasText: "no_such_class" }).first();
  await row.waitFor();
  seen.problem = (await row.innerText()).replace(/\s+/g, " ").trim();
  await picture("diagnostic");

  // F12 on `include web`
  await open("site.pp", "include web");
  await goTo(2, 12);
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "init.pp" }).waitFor();
  seen.definition = (await page.locator(".tab.active").first().innerText()).trim();

  // the preview, and its refresh on an edit that is not saved
  await runAndPick("Puppet: Preview Catalog as Text", "node1.example.com");
  await page.locator(".monaco-editor .view-line", { hasText: "Notify[from web]" }).first().waitFor();
  seen.preview = true;
  await picture("preview");
  await page.locator(".editor-group-container").first().locator(".view-line", { hasText: "from web" }).first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("notify { 'typed just now': }", { delay: 3 });
  await page.locator(".editor-group-container").nth(1).locator(".view-line", { hasText: "Notify[typed just now]" }).first().waitFor();
  seen.refreshed = true;
  await picture("refreshed");

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
  await page.locator('.editor-group-container').first().locator('.editor-actions [aria-label^="Preview Catalog for Node"]').waitFor();
  seen.hiera = true;
  await picture("hiera");

  await node(page, seen, started);

  // what the evaluation finds stands in the file it is about, with where that was declared
  await open("web/manifests/init.pp", "from web");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("notice(1 + 'a')", { delay: 3 });
  await page.locator(".editor-group-container").first().locator(".squiggly-error").first().waitFor({ state: "attached" });
  const found = page.locator(".marker-widget", { hasText: "cannot be converted to Numeric" }).filter({ hasText: "is declared here" }).first();
  // the first squiggle may be that of the half-typed line, or of the evaluation of the class alone: go from problem to problem
  // until the preview has told where the class was declared
  const end = Date.now() + 60_000;
  do {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+F8");
  } while (!(await found.waitFor({ timeout: 2000 }).then(() => true, () => false)) && Date.now() < end);
  await found.waitFor();
  seen.related = (await found.innerText()).replace(/\s+/g, " ").trim();
  await picture("related");
  await page.keyboard.press("Escape");

  // the squiggle goes with its cause
  await open("broken.pp", "no_such_class");
  await goTo(2, 16);
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.type("broken");
  await page.locator(".editor-group-container").first().locator(".squiggly-error").first().waitFor({ state: "detached" });
  seen.repaired = true;

  await editing(page, seen, started);
});

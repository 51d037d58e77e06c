// What separates two catalogs, as a tree, in real VS Code: node difference.mjs TOOLS VSIX WORKSPACE SERVER OUT [THEME]
// prints a JSON object of what was seen, pictures go to OUT. The workspace has a commit.
import path from "node:path";
import { faultsOf, openWindow, texts } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const theme = process.argv[7];
const more = theme === undefined ? {} : { "workbench.colorTheme": theme };
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, run, goTo, runAndPick, pick, notified, again } = started;
const suffix = theme === undefined ? "" : `-${theme.replace(/\W+/g, "-").toLowerCase()}`;
const picture = (name) => started.picture(`${name}${suffix}`);
const seen = {};
const view = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
const code = page.locator(".editor-group-container").first();
const line = (text) => view.locator(".line", { hasText: text }).first();
const shown = () => texts(view.locator(".line"));
const faults = () => faultsOf(page, tools);

await drive(started, seen, async () => {
  // nothing is changed yet
  await open("init.pp", "class web");
  await runAndPick("Puppet: Compare Catalog with", "node1.example.com", "The saved files");
  await view.locator("h1", { hasText: "node1.example.com" }).waitFor();
  seen.same = await texts(view.locator(".detail .about"));

  // what is typed comes into the tree
  await code.locator(".view-line").first().click();
  for (const [at, text] of [[6, "  notify { 'typed': }\n"], [5, "  file { '/etc/b': content => generate('/bin/date') }\n"], [4, "  include web::extra\n"], [3, "  file { '/etc/web': content => \"one\\nTWO\\nthree\\n\", mode => '0600' }\n"]]) {
    await again(async (timeout = 15_000) => {
      await goTo(at, 1);
      await page.keyboard.press("Shift+ArrowDown");
      // pasted, as a bracket that is typed brings its other one; lost where something else has the keyboard at that moment
      await page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, text);
      await code.locator(".view-line", { hasText: text.trim().slice(-12) }).first().waitFor({ timeout });
    });
  }
  await line("Notify typed").waitFor();
  await line("/etc/web").waitFor();
  await view.locator(".counts > *", { hasText: "2 to add" }).waitFor(); // what was typed last is in it
  seen.header = await texts(view.locator("header h1, header .about > .dim, header .counts > *"));
  seen.lines = await shown();

  // by keyboard: into a resource, to a parameter; what is not known apart
  await line("Changed").click();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  seen.selected = (await view.locator("[aria-selected=true]").innerText()).replace(/\s+/g, " ").trim();
  seen.level = await view.locator("[aria-selected=true]").getAttribute("aria-level");
  seen.text = await texts(view.locator(".detail .text > *"));
  seen.values = await texts(view.locator(".detail :is(ins, del) .value"));
  await line("Only what is unknown").click();
  await page.keyboard.press("ArrowRight");
  seen.uncertain = (await shown()).slice(-1);
  await line("/etc/web").click();
  seen.faults = await faults();
  await picture("difference");

  // a filter, groups, and to the code
  await page.keyboard.press("/");
  await page.keyboard.type("0600");
  await view.locator(".matches", { hasText: "1 difference" }).waitFor();
  await page.keyboard.press("Escape");
  await view.locator("[role=radio]", { hasText: "Files" }).click();
  await line("modules/web/manifests/init.pp").waitFor();
  seen.files = (await shown())[0];
  await line("Notify typed").dblclick();
  await page.locator(".statusbar-item", { hasText: "Ln 6, Col 1" }).waitFor();

  // code that is broken: the last differences stay
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("}");
  await view.locator(".banner", { hasText: "Syntax error" }).waitFor();
  await line("Notify typed").waitFor();
  seen.brokenFaults = await faults();
  await picture("difference-broken");
  await page.keyboard.press("Backspace");
  await view.locator(".banner").waitFor({ state: "hidden" });

  // another side, in a view of its own
  await view.locator(".buttons button", { hasText: "Compare with" }).click();
  await pick("The last commit");
  await view.locator("header .dim", { hasText: "the last commit" }).waitFor();
  await line("Notify committed").waitFor();
  seen.revision = await texts(view.locator(".line:has(.sign)"));
  await view.locator(".buttons button", { hasText: "Compare with" }).click();
  await pick("Another node");
  await pick("node2.example.com");
  await line("node2.example.com").waitFor();
  seen.node = await texts(view.locator(".line:has(.sign)"));

  // in the catalog, and side by side
  await line("on node1.example.com").click();
  await view.locator(".actions button", { hasText: "In the Catalog" }).click();
  await view.locator("[role=tree][aria-label=Resources]").waitFor();
  await view.locator("h2", { hasText: "on node1.example.com" }).waitFor();
  await view.locator(".buttons button", { hasText: "Compare" }).click();
  await pick("The saved files");
  await view.locator(".buttons button", { hasText: "Side by Side" }).click();
  await page.locator(".monaco-diff-editor .view-line", { hasText: "Notify[typed]" }).first().waitFor();
  seen.sides = (await page.locator(".editor-group-container .tab.active").last().innerText()).trim();

  // of all nodes: those that change alike are one
  await run("Puppet: Which Nodes Does This Change");
  await (await notified("Show Differences")).locator(".monaco-button", { hasText: "Show Differences" }).click();
  await view.locator("h1", { hasText: "3 nodes" }).waitFor();
  seen.all = (await shown()).slice(0, 2);
  seen.allFaults = await faults();
  await picture("difference-all");
});

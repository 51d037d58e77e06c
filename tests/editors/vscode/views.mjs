// The views in the activity bar, as a user has them: node views.mjs TOOLS VSIX WORKSPACE SERVER OUT [THEME]
// prints a JSON object of what was seen, pictures go to OUT.
import path from "node:path";
import { openWindow, texts } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const theme = process.argv[7];
const more = theme === undefined ? {} : { "workbench.colorTheme": theme };
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, rows } = started;
const seen = {};
const view = page.frameLocator("iframe.webview.ready").frameLocator("iframe");
const pane = (name) => page.locator(".pane", { has: page.locator(`.pane-header[aria-label^="${name}"]`) });
const row = (name, text) => pane(name).locator(".monaco-list-row", { hasText: text }).first();
const focused = (text) => pane("Nodes").locator(".monaco-list-row.focused", { hasText: text }).first();
const said = async (locator) => (await locator.getAttribute("aria-label")).replace(/\s+/g, " ").trim();
const suffix = theme === undefined ? "" : `-${theme.replace(/\W+/g, "-").toLowerCase()}`;
const picture = (name) => started.picture(`${name}${suffix}`);

await drive(started, seen, async () => {
  await open("init.pp", "class web");
  await page.locator(".activitybar .action-item", { has: page.locator('[aria-label^="Puppet"]') }).first().click();

  // nothing is compiled until somebody asks; then it is told how it stands, and what is known of the classes
  await row("Nodes", "node1.example.com").waitFor();
  seen.before = await said(row("Nodes", "node1.example.com"));
  await row("Nodes", "node1.example.com").hover();
  await pane("Nodes").locator('.pane-header [aria-label="Compile All Nodes"]').click();
  await row("Nodes", "6 resources").waitFor();
  await row("Nodes", "does not compile").waitFor();
  seen.nodes = [await said(row("Nodes", "node1.example.com")), await said(row("Nodes", "node2.example.com"))];
  await row("Classes", "web").click();
  await row("Classes", "web::extra").waitFor();
  seen.classes = await said(row("Classes", "web::extra"));
  await row("Classes", "web::extra").click();
  await page.locator(".tab.active", { hasText: "extra.pp" }).waitFor();
  await page.locator(".statusbar-item", { hasText: "Ln 2, Col 7" }).waitFor();

  // by keyboard: a catalog, the active node, of whose data the third view tells, and a comparison
  await pane("Nodes").locator(".monaco-list").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await view.locator("h1", { hasText: "node1.example.com" }).waitFor();
  // what has the focus is meant, and not what is selected; which stays so
  await pane("Nodes").locator(".monaco-list").focus();
  await page.keyboard.press("ArrowDown");
  await focused("node2.example.com").waitFor();
  await page.keyboard.press("Shift+Enter");
  await page.locator(".statusbar-item", { hasText: "node2.example.com: does not compile" }).waitFor();
  seen.selected = await texts(pane("Nodes").locator(".monaco-list-row.selected .label-name"));
  await row("Nodes", "active, does not compile").waitFor(); // drawn anew: a key that is pressed meanwhile is lost
  await page.keyboard.press("ArrowUp");
  await focused("node1.example.com").waitFor();
  await page.keyboard.press("Shift+Enter");
  await row("Nodes", "active, 6 resources").waitFor();
  seen.spoken = await page.locator(".statusbar-item", { hasText: "node1.example.com: 6 resources" }).getAttribute("aria-label");
  await row("Hiera", "hides data/common.yaml").waitFor(); // though its level was empty for the other node
  seen.wins = await said(row("Hiera", "web::port"));
  seen.hidden = await said(pane("Hiera").locator(".monaco-list-row", { hasText: "web::port" }).nth(1));
  await row("Hiera", "web::port").click();
  await page.locator(".tab.active", { hasText: "node1.example.com.yaml" }).waitFor();
  await view.locator('.toggle[aria-pressed="true"]').waitFor();
  await page.waitForTimeout(1000); // colours, and what comes a moment later
  await picture("views");
  await pane("Nodes").locator(".monaco-list").focus();
  await page.keyboard.press("Alt+Enter");
  await rows.filter({ hasText: "The saved files" }).waitFor();
  await page.keyboard.press("Escape");

  // the preview's button ends it
  await view.locator(".toggle").click();
  await row("Nodes", "active").waitFor({ state: "detached" });
  await view.locator('.toggle[aria-pressed="false"]').waitFor();
  await pane("Hiera").locator(".monaco-button", { hasText: "Choose the Active Node" }).waitFor();

  // a class on a node that has it
  await row("Classes", "web::extra").locator(".monaco-tl-twistie").click();
  await pane("Classes").locator(".monaco-list-row", { hasText: "node1.example.com" }).first().click();
  await view.locator("h2", { hasText: "Web::Extra" }).waitFor();
  seen.shown = await view.locator("[aria-selected=true] .title").innerText();

  // what changed since is said
  await open("extra.pp", "class web::extra");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("class web::typed { }\n", { delay: 3 });
  await row("Classes", "web::typed").waitFor();
  await picture("views-typed");
  seen.typed = true;
});

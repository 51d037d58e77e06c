// Against what a catalog can be compared: another Puppet, other facts. In real VS Code: node others.mjs TOOLS VSIX WORKSPACE
// SERVER OUT THEME prints a JSON object of what was seen, pictures go to OUT.
import path from "node:path";
import { faultsOf, openWindow, texts } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const more = { "workbench.colorTheme": process.argv[7] };
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, goTo, runAndPick, pick, pickFile, dialog, picture } = started;
const seen = {};
const view = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
const line = (text) => view.locator(".line", { hasText: text }).first();
const header = () => texts(view.locator("header h1, header .about > .dim, header .counts > *"));
const shown = () => texts(view.locator(".line"));
const faults = () => faultsOf(page, tools);
const colour = (text) => view.locator(".counts > *", { hasText: text }).evaluate((each) => getComputedStyle(each).color);

/** From a comparison to another one of the same node. */
async function compareWith(what) {
  await view.locator(".buttons button", { hasText: "Compare with" }).click();
  await pick(what);
}

await drive(started, seen, async () => {
  // what only one of the Puppets takes: each side says what it makes of it
  await open("init.pp", "class web");
  await runAndPick("Puppet: Compare Catalog with", "node1.example.com", "Puppet 7");
  await view.locator("header .dim", { hasText: "compared with Puppet 7" }).waitFor();
  seen.refused = await header();
  seen.banner = await texts(view.locator(".banner > *"));
  seen.sides = await texts(view.locator(".detail .problems li"));
  seen.refusedFaults = await faults();
  await picture("others-refused");

  // mended while one looks on: now the two catalogs can be compared
  await goTo(2, 1);
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("  notify { 'role': }");
  await line("strict: error").waitFor();
  await view.locator(".counts > *", { hasText: "66 resources the same" }).waitFor(); // what was typed last is in it
  seen.puppet7 = await header();
  seen.puppet7Lines = await shown();
  seen.legend = await texts(view.locator(".detail .legend li"));
  seen.colours = [await colour("to add"), await colour("to change"), await colour("the same")];
  await picture("others-puppet-7");

  // a file of facts, by the dialog of the window, which begins where the environment keeps them
  await compareWith("Other facts");
  await dialog.waitFor();
  seen.dialog = await dialog.innerText();
  await view.locator("h1").waitFor();
  await pickFile(path.join(workspace, "facts", "redhat.yaml"));
  await view.locator("header .dim", { hasText: "redhat.yaml" }).waitFor();
  seen.facts = await header();
  await line("httpd").waitFor();
  seen.factsLines = (await shown()).slice(0, 8);
  await picture("others-facts");

  // among many, the lines of a long text
  await view.locator("input").fill("main.conf");
  await view.locator(".matches", { hasText: "1 difference" }).waitFor();
  await line("main.conf").click();
  await view.locator(".detail .text ins").first().waitFor();
  seen.at = await texts(view.locator(".detail .text .at"));
  seen.overflow = await view.locator(".detail").evaluate((each) => each.scrollWidth - each.clientWidth);
  seen.factsFaults = await faults();
  await picture("others-text");

  // at all widths the header says on one line with what the node is compared
  seen.heights = await view.locator("main").evaluate((main) => {
    const compared = main.querySelector("header .about > .dim");
    const heights = [400, 500, 600, 700, 800, 900, 1000].map((width) => {
      main.style.width = `${width}px`;
      return compared.offsetHeight;
    });
    return [...new Set(heights)];
  });
});

// The view of a catalog in real VS Code, as a user has it: node preview.mjs TOOLS VSIX WORKSPACE SERVER OUT [THEME]
// prints a JSON object of what was seen, pictures go to OUT.
import path from "node:path";
import { faultsOf, openWindow, texts } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const theme = process.argv[7];
const more = theme === undefined ? {} : { "workbench.colorTheme": theme };
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, run, rows, goTo, runAndPick } = started;
const suffix = theme === undefined ? "" : `-${theme.replace(/\W+/g, "-").toLowerCase()}`;
const picture = (name) => started.picture(`${name}${suffix}`);
const seen = {};
const code = page.locator(".editor-group-container").first();
const view = page.frameLocator("iframe.webview.ready").frameLocator("iframe");
const line = (text) => view.locator(".line", { hasText: text }).first();
const faults = () => faultsOf(page, tools);

await drive(started, seen, async () => {
  // from the code to a catalog that was not open
  await open("init.pp", "from web");
  await goTo(2, 5);
  await runAndPick("Puppet: Reveal in Catalog", "node1.example.com");
  await view.locator("h2", { hasText: "from web" }).waitFor();
  await run("View: Close All Editors");
  await page.locator(".tab").first().waitFor({ state: "detached" });

  // the tree comes beside the code, also where it was there first
  await runAndPick("Puppet: Preview Catalog for Node", "node1.example.com");
  await line("Class Web").waitFor();
  await open("init.pp", "from web");
  await runAndPick("Puppet: Preview Catalog for Node", "node1.example.com");
  await page.locator(".editor-group-container").nth(1).waitFor();
  await line("Class Web").waitFor();
  seen.header = await texts(view.locator("header h1, header .counts > *"));

  // where there is little room places give way, not titles, and buttons go to another line
  await page.setViewportSize({ width: 950, height: 900 });
  seen.narrow = await view.locator(".title, header").evaluateAll((parts) =>
    parts.filter((part) => {
      const all = document.createRange();
      all.selectNodeContents(part);
      return all.getBoundingClientRect().width > part.getBoundingClientRect().width;
    }).map((part) => part.textContent),
  );
  await picture("narrow");
  await page.setViewportSize({ width: 1400, height: 900 });

  seen.policy = await view.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");

  // all by keyboard: to the tree, to the class, into it
  await line("Class Web").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  seen.selected = await view.locator("[aria-selected=true]").innerText();
  seen.level = await view.locator("[aria-selected=true]").getAttribute("aria-level");
  seen.active = await view.locator("[role=tree]").getAttribute("aria-activedescendant");
  await picture("view");

  // out of the class, which is closed; a filter over values
  for (const key of ["ArrowLeft", "ArrowLeft", "/"]) await page.keyboard.press(key);
  await page.keyboard.type("port=8080");
  await view.locator(".matches", { hasText: "1 resource" }).waitFor();
  seen.found = await texts(view.locator(".line:has(mark)"));
  await page.keyboard.press("ArrowDown");
  await line("/etc/web").click();
  await view.locator("h2", { hasText: "/etc/web" }).waitFor();
  // without the filter it is among the others, though its class was closed
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await view.locator(".matches").waitFor({ state: "hidden" });
  seen.unfiltered = (await view.locator("[aria-selected=true]").innerText()).split("\n")[1];
  seen.page = await texts(view.locator(".detail tbody tr"));
  seen.related = await texts(view.locator(".detail li"));
  seen.faults = await faults();
  await picture("resource");

  // one click to what set a value
  await line("Class Web").click();
  await view.locator(".detail tr", { hasText: "port" }).locator("button").click();
  await page.locator(".tab.active", { hasText: "common.yaml" }).waitFor();
  await page.locator(".statusbar-item", { hasText: "Ln 2, Col 1" }).waitFor();
  seen.origin = true;

  // before and after an edit that is not saved; the selection stays
  await goTo(2, 1);
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("1");
  await view.locator(".detail ins", { hasText: "8081" }).waitFor();
  seen.before = await view.locator(".detail del").innerText();
  await view.locator(".chip.changed").click();
  seen.changes = await texts(view.locator(".panel li"));
  await picture("changed");
  await view.locator(".chip.changed").click();

  // broken code: the last good catalog stays, with a banner
  await code.locator(".view-line").first().click();
  await open("init.pp", "from web");
  await goTo(2, 1);
  await page.keyboard.type("notify { 'new' ", { delay: 5 });
  await view.locator(".banner", { hasText: "Syntax error" }).waitFor();
  seen.banner = (await view.locator(".banner").innerText()).replace(/\s+/g, " ");
  seen.kept = await view.locator("[aria-selected=true]").innerText();
  seen.brokenFaults = await faults();
  await picture("broken");
  await view.locator(".banner button").click();
  await page.locator(".tab.active", { hasText: "init.pp" }).waitFor();

  // mended: the banner goes, the selection stays
  for (let press = 0; press < 40 && !/^\s*notify { 'from/.test((await texts(code.locator(".view-line")))[1]); press += 1) {
    await page.keyboard.press("Control+KeyZ");
  }
  await view.locator(".banner").waitFor({ state: "hidden" });
  seen.mended = await view.locator("[aria-selected=true]").innerText();

  // from the code to the catalog
  await goTo(2, 5);
  await run("Puppet: Reveal in Catalog");
  await view.locator("h2", { hasText: "from web" }).waitFor();
  seen.revealed = await view.locator("[aria-selected=true]").innerText();

  // why one comes before the other, in the graph
  await view.locator(".buttons button", { hasText: "Graph" }).click();
  await view.locator(".picture canvas").first().waitFor();
  // a class is opened by keyboard, and what has the focus is said
  await view.locator(".picture").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"]) {
    if (/^Class\[Web\]/.test(await view.locator(".said[role=status]").innerText())) break;
    await page.keyboard.press(key);
  }
  seen.closed = await view.locator(".said[role=status]").innerText();
  await page.keyboard.press("Enter");
  seen.opened = await view.locator(".said[role=status]").innerText();
  await picture("graph-opened");
  // drawn small, the name at the mouse can be read
  seen.letters = [];
  for (const isAt of [true, false]) {
    const at = await view.locator(".picture").evaluate((host) => {
      const cy = host._cyreg.cy;
      cy.zoom(0.25);
      cy.center();
      return cy.nodes(":childless").not(".focused").first().renderedPosition();
    });
    await view.locator(".picture").hover({ position: isAt ? at : { x: 3, y: 3 } });
    await page.waitForTimeout(200);
    seen.letters.push(await view.locator(".picture").evaluate((host) => {
      const cy = host._cyreg.cy;
      return Math.round(cy.nodes(":childless").not(".focused").first().numericStyle("font-size") * cy.zoom());
    }));
    if (isAt) await picture("graph-small");
  }
  await view.locator("input[aria-label=First]").fill("File[/etc/wbe]");
  await view.locator("input[aria-label=Then]").fill("Service[web]");
  await page.keyboard.press("Enter");
  await view.locator(".why p").waitFor();
  seen.whyNot = await texts(view.locator(".why"));
  await view.locator("input[aria-label=First]").fill("File[/etc/web]");
  await view.locator("input[aria-label=Then]").fill("Service[web]");
  await page.keyboard.press("Enter");
  await view.locator(".why li").first().waitFor();
  seen.why = await texts(view.locator(".why li"));
  seen.graphFaults = await faults();
  await picture("graph");
  await page.keyboard.press("Escape");
  await view.locator("h2", { hasText: "from web" }).waitFor();

  // and the text, at the same resource, with an outline
  await view.locator(".actions button", { hasText: "Text" }).click();
  await page.locator(".tab.active", { hasText: ".catalog" }).waitFor();
  await page.locator(".view-line", { hasText: "Notify[from web]" }).first().waitFor();
  await page.locator(".view-line", { hasText: "'port=8081'" }).first().hover({ position: { x: 40, y: 9 } });
  await page.locator(".monaco-hover", { hasText: "set by modules/web/manifests/init.pp:4" }).first().waitFor();
  await page.keyboard.press("F12");
  await page.locator(".statusbar-item", { hasText: "Ln 2, Col 3" }).waitFor();
  seen.text = true;
  await runAndPick("Puppet: Preview Catalog as Text", "node1.example.com");
  await page.locator(".tab.active", { hasText: ".catalog" }).waitFor();
  const columns = await page.locator(".editor-group-container").all();
  seen.columns = await Promise.all(columns.map((each) => texts(each.locator(".tab"))));
  await page.locator(".view-line", { hasText: "Class[Web]" }).first().click();
  await page.keyboard.press("F12");
  await page.locator(".statusbar-item", { hasText: "Ln 1, Col 1" }).waitFor();

  // what is not known, messages, and a filter over many, which is seen from its beginning
  await runAndPick("Puppet: Preview Catalog for Node", "node2.example.com");
  const other = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
  await other.locator("h1", { hasText: "node2.example.com" }).waitFor();
  await other.locator(".chip.warning").click();
  seen.logs = await texts(other.locator(".panel li"));
  await other.locator(".chip.unknown").click();
  seen.holes = await texts(other.locator(".panel li"));
  seen.unknownFaults = await faults();
  await picture("unknown");
  await other.locator(".panel .link.place").first().click();
  await page.locator(".statusbar-item", { hasText: "Ln 7" }).waitFor();
  seen.hole = await page.locator(".statusbar-item", { hasText: "Ln 7" }).innerText();
  await other.locator("[role=radio]", { hasText: "Files" }).click();
  await other.locator("input[type=search]").fill("many");
  await other.locator(".line").first().waitFor();
  await other.locator(".tree").press("End");
  await other.locator(".line", { hasText: "many 199" }).waitFor();
  await other.locator("input[type=search]").fill("generate");
  await other.locator(".found").first().waitFor();
  seen.cut = await other.locator(".line .title").evaluateAll((titles) => titles.filter((each) => each.scrollWidth > each.clientWidth).length);
  await picture("found");
  await other.locator("input[type=search]").fill("notify"); // a type's name is dim, and here marked
  await other.locator(".type mark").first().waitFor();
  seen.foundFaults = await faults();
  await other.locator("input[type=search]").fill("many 1");
  seen.inFile = (await other.locator(".line", { hasText: "many 101" }).innerText()).replace(/\s+/g, " ").trim();
  seen.atTheTop = await other.locator(".tree").evaluate((tree) => tree.querySelector(".line .title").innerText + (tree.scrollTop === 0 ? "" : " is above"));

  // of a node without facts that is said, before and after
  await run("Puppet: Preview Catalog for Node");
  const without = rows.filter({ hasText: "node3.example.com" }).first();
  seen.offered = await without.locator(".label-description").innerText();
  await without.click();
  await other.locator("h1", { hasText: "node3.example.com" }).waitFor();
  seen.badge = await other.locator("header .badge").innerText();
});

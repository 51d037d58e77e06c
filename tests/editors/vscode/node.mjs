// What a person sees of the active node, and of a change to it: values, faded code, the diff view.
export async function node(page, seen, { open, goTo, run, runAndPick, picture }) {
  const group = page.locator(".editor-group-container").first();
  await open("values/manifests/init.pp", "class values");

  // nothing is shown until a node is chosen; then values stand behind the lines, and what is not reached fades
  seen.quiet = (await group.locator(".squiggly-inline-unnecessary").count()) === 0;
  await runAndPick("Puppet: Choose the Active Node", "node1.example.com");
  await group.locator(".view-line", { hasText: "= 'Debian'" }).first().waitFor();
  await group.locator(".squiggly-inline-unnecessary").first().waitFor();
  await page.locator(".statusbar-item", { hasText: "node1.example.com" }).first().waitFor();
  await goTo(3, 7);
  await page.keyboard.press("Control+KeyK");
  await page.keyboard.press("Control+KeyI");
  const hover = page.locator(".monaco-hover", { hasText: "On node1.example.com" }).first();
  await hover.waitFor();
  seen.value = (await hover.innerText()).replace(/\s+/g, " ").trim();
  await picture("active-node");
  await page.keyboard.press("Escape");

  // an edit that is not saved, against what is saved, in the editor's own diff view
  await goTo(6, 15);
  await page.keyboard.type("-new", { delay: 3 });
  await runAndPick("Puppet: Compare Catalog with", "node1.example.com", "The saved files");
  const view = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
  await view.locator(".line", { hasText: "-newapache2" }).first().waitFor();
  await view.locator(".buttons button", { hasText: "Side by Side" }).press("Enter"); // the pointer is on a tab, whose tooltip hides it
  await page.locator(".monaco-diff-editor .view-line", { hasText: "Notify[-newapache2]" }).first().waitFor();
  seen.diff = (await page.locator(".editor-group-container .tab.active").last().innerText()).trim();
  await picture("catalog-diff");
  await page.keyboard.press("Control+KeyW").catch(() => {});
  await run("Puppet: Which Nodes Does This Change");
  const told = page.locator(".notification-toast", { hasText: "node1.example.com changes" }).first();
  await told.waitFor();
  seen.changes = true;
  await picture("which-nodes");

  // a variable gets another name: the proof that no catalog changed by that
  await run("View: Focus First Editor Group");
  await goTo(3, 7);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input").first().fill("kind");
  await page.keyboard.press("Enter");
  await group.locator(".view-line", { hasText: "if $kind ==" }).first().waitFor();
  await run("Puppet: Prove That Nothing Changed");
  const proof = page.locator(".notification-toast", { hasText: "to the same catalog" }).first();
  await proof.waitFor();
  seen.proof = (await proof.locator(".notification-list-item-message").innerText()).trim();
  await picture("proof");
  await runAndPick("Puppet: Choose the Active Node", "None");
  await group.locator(".squiggly-inline-unnecessary").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+Digit1"); // what is opened next is opened there
}

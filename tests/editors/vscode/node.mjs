// What a person sees of the active node, and of a change to it: values, faded code, the diff view; and what refactorings leave.
import { texts } from "./window.mjs";

export async function node(page, seen, { open, goTo, fix, again, run, runAndPick, notified, picture }) {
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
  await notified("node1.example.com changes");
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
  const message = ".notification-list-item-message";
  const proven = () => notified("(compared with the code before the last refactoring)");
  const forget = async () => {
    await run("Notifications: Clear All Notifications");
    await page.locator(message).first().waitFor({ state: "detached" });
  };
  seen.proof = (await (await proven()).locator(message).innerText()).trim();
  await picture("proof");

  // beside an extraction it is offered
  await forget();
  await again(async (timeout) => {
    await goTo(3, 15);
    for (const _ of "'RedHat'") await page.keyboard.press("Shift+ArrowRight");
    await run("Refactor...");
    await page.locator(".action-widget .monaco-list-row", { hasText: "Extract into a variable" }).click({ timeout });
  });
  await group.locator(".view-line", { hasText: "if $kind == $value" }).first().waitFor();
  const offer = await notified("Extract into a variable: done.");
  await picture("proof-offered");
  await offer.locator(".monaco-button", { hasText: "Prove That Nothing Changed" }).click();
  seen.proofOfExtraction = (await (await proven()).locator(message).innerText()).trim();

  // of a quick fix it shows the difference
  await forget();
  await goTo(1, 15);
  await page.keyboard.press("Enter");
  await page.keyboard.type("file { '/etc/values': mode => 0644 }", { delay: 3 });
  await goTo(2, 34);
  await group.locator(".squiggly-warning").first().waitFor({ state: "attached" });
  await (await fix("Write it in quotes")).click();
  await group.locator(".view-line", { hasText: "mode => '0644'" }).first().waitFor();
  await run("Puppet: Prove That Nothing Changed");
  const differs = await proven();
  seen.proofOfFix = (await differs.locator(message).innerText()).trim();
  await differs.locator(".monaco-button", { hasText: "Show Differences" }).click();
  await view.locator("h1", { hasText: "1 node" }).waitFor();
  await view.locator(".line", { hasText: "/etc/values" }).first().click();
  seen.difference = await texts(view.locator(".line, .detail :is(ins, del) .value"));
  await picture("proof-differs");
  await runAndPick("Puppet: Choose the Active Node", "None");
  await group.locator(".squiggly-inline-unnecessary").first().waitFor({ state: "detached" });
  await page.keyboard.press("Control+Digit1"); // what is opened next is opened there
}

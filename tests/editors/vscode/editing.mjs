// What a person does while editing: completion, parameter hints, inlay hints, references, a quick fix, rename, formatting.
/** `tools` are those of `openWindow`. */
export async function editing(page, seen, { open, goTo, fix, run, picture }) {
  const group = page.locator(".editor-group-container").first();
  const line = (text) => group.locator(".view-line", { hasText: text }).first();
  // What comes into being is in the tree of files at once; the search by name looks at the disk only now and then.
  const openNew = async (file, text) => {
    await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).first().click();
    await line(text).waitFor();
  };

  // hints in the code, as soon as a file is open
  await open("edit.pp", "class web::edit");
  await line(": Array[String]").waitFor();
  await line("pattern:").waitFor();
  await picture("inlay-hints");
  seen.hints = true;

  // the menu comes while one types
  await goTo(2, 1);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("include web::ta", { delay: 30 });
  await page.locator(".suggest-widget .monaco-list-row", { hasText: "web::table" }).first().waitFor();
  await picture("completion");
  await page.keyboard.press("Enter");
  await line("include web::table").waitFor();
  seen.completion = true;

  // parameters while a call is typed; the brackets are closed by the editor
  await page.keyboard.press("Enter");
  await page.keyboard.type("$y = split('a', ", { delay: 30 });
  await page.locator(".parameter-hints-widget .parameter.active", { hasText: "$pattern" }).first().waitFor();
  seen.signature = (await page.locator(".parameter-hints-widget .signature").first().innerText()).trim();
  await picture("signature");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.type("'b'", { delay: 30 });
  await page.keyboard.press("Escape");

  // references beside the code
  await goTo(2, 12);
  await page.keyboard.press("Shift+F12");
  await page.locator(".reference-zone-widget .monaco-list-row").first().waitFor();
  seen.references = (await page.locator(".reference-zone-widget").first().innerText()).replace(/\s+/g, " ");
  await picture("references");
  await page.keyboard.press("Escape");

  // a class that is not there, and the lamp that makes it
  await goTo(4, 1);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("include web::absent", { delay: 30 });
  await page.keyboard.press("Escape");
  await group.locator(".squiggly-error, .squiggly-warning").first().waitFor({ state: "attached" });
  const created = await fix("Create class 'web::absent'"); // the squiggle may be that of a line above
  await picture("quick-fix");
  await created.click();
  await openNew("absent.pp", "class web::absent");
  seen.fixed = true;

  // a class gets another name, with its file
  await open("edit.pp", "class web::edit");
  await goTo(3, 17);
  await page.keyboard.press("F2");
  await page.locator(".rename-box input").first().fill("web::chart");
  await picture("rename");
  await page.keyboard.press("Enter");
  await line("include web::chart").waitFor();
  await openNew("chart.pp", "class web::chart");
  seen.renamed = true;

  // the style guide
  await open("edit.pp", "class web::edit");
  await run("Format Document");
  await line("mode   => '0644',").waitFor();
  await picture("formatted");
  seen.formatted = true;
}

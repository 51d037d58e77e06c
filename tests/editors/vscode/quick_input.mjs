// The list at the top of VS Code's window, by which it asks: for a file, a line, a command, or for what a command wants to know.
import path from "node:path";

/**
 * `again` does something until it comes to pass, `ask` opens it with a key and fills it in, `run` runs a command of the palette, `runAndPick` one that asks with lists, `pick`
 * chooses in the list that is open, `pickFile` in the `dialog` that asks for a file. What the window does meanwhile may close
 * the list, or have the keyboard when the key is pressed: each begins again then, and nothing is done twice, as only the last
 * choice does something.
 */
export function quickInput(page) {
  const input = page.locator(".quick-input-widget input").first();
  const rows = page.locator(".quick-input-list .monaco-list-row");
  const dialog = page.locator(".quick-input-widget .quick-input-title");
  const row = (text) => rows.filter({ hasText: text }).first();

  /** Whether something that waits came to pass. */
  const came = (waiting) => waiting.then(() => true, () => false);

  const close = () => page.keyboard.press("Escape");

  /** Do it until it comes to pass, some times, and `between` them something else; the last time its error counts. */
  async function again(work, between = close, times = 5) {
    for (let time = 1; time < times; time += 1) {
      if (await came(work(5000))) return;
      await between();
    }
    await work();
  }

  /** Opens it with a key and fills it in, until a row has the text `found`. */
  const ask = (key, text, found = rows.first()) =>
    again(async (timeout) => {
      await page.keyboard.press(key);
      await input.fill(text, { timeout });
      await found.waitFor({ timeout });
    });

  async function run(title) {
    await ask("F1", `>${title}`, page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }));
    await page.keyboard.press("Enter");
  }

  async function runAndPick(title, ...choices) {
    const last = choices.pop();
    await again(async (timeout = 15_000) => {
      await run(title);
      for (const choice of choices) await row(choice).click({ timeout: 4 * timeout });
      await row(last).waitFor({ timeout: 4 * timeout });
    });
    await row(last).click();
  }

  /**
   * While the dialog reads the folder that it begins with it writes that into its field, and chooses a row by itself: the path
   * is typed until it is what the field has, with the file among the rows.
   */
  async function pickFile(file) {
    const isTyped = ([field, typed]) => field.value === typed;
    await again(async (timeout = 15_000) => {
      await input.fill(file, { timeout });
      await row(path.basename(file)).waitFor({ timeout });
      await page.waitForFunction(isTyped, [await input.elementHandle({ timeout }), file], { timeout });
    }, () => {});
    await input.press("Enter");
    await dialog.waitFor({ state: "hidden" });
  }

  return { input, rows, dialog, again, ask, run, runAndPick, pickFile, pick: (text) => row(text).click() };
}

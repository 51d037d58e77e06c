// The list at the top of VS Code's window, by which it asks: for a file, a line, a command, or for what a command wants to know.
/**
 * `ask` opens it with a key and fills it in, `run` runs a command of the palette, `runAndPick` one that asks with lists, `pick`
 * chooses in the list that is open. What the window does meanwhile may close the list, or have the keyboard when the key is
 * pressed: each begins again then, and nothing is done twice, as only the last choice does something.
 */
export function quickInput(page) {
  const input = page.locator(".quick-input-widget input").first();
  const rows = page.locator(".quick-input-list .monaco-list-row");
  const row = (text) => rows.filter({ hasText: text }).first();

  /** Whether something that waits came to pass. */
  const came = (waiting) => waiting.then(() => true, () => false);

  /** Do it until it comes to pass, some times; the last time its error counts. */
  async function again(work, times = 5) {
    for (let time = 1; time < times; time += 1) {
      if (await came(work(5000))) return;
      await page.keyboard.press("Escape");
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

  return { input, rows, ask, run, runAndPick, pick: (text) => row(text).click() };
}

// How long the view of a catalog needs from a message to the frame that shows it, in headless Chromium; and how long the frames are
// while thousands of lines are scrolled. node measure_view.mjs TOOLS DIST [PICTURE] < STATES.json: prints {"frames", "scrolled"} in ms.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";

const [tools, dist, picture] = process.argv.slice(2);
const { chromium } = createRequire(path.join(tools, "package.json"))("playwright-core");
const states = JSON.parse(readFileSync(0, "utf8"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
await page.setContent('<html><body data-address="x"><main id="view"></main></body></html>');
await page.addStyleTag({ path: path.join(dist, "preview.css") });
await page.evaluate(() => {
  globalThis.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });
});
await page.addScriptTag({ path: path.join(dist, "preview.js") });

const frames = await page.evaluate(async (all) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const times = [];
  for (const [revision, state] of all.entries()) {
    const text = JSON.stringify({ kind: "state", state, revision });
    await frame();
    const began = performance.now();
    window.postMessage(JSON.parse(text), "*"); // as it comes from the extension: parsed, then copied
    await new Promise((resolve) => window.addEventListener("message", resolve, { once: true }));
    await frame();
    times.push(performance.now() - began);
  }
  return times;
}, states);

// a filter that nearly all have opens all: the list is scrolled from its beginning to its end
const scrolled = await page.evaluate(async () => {
  const search = document.querySelector("input[type=search]");
  search.value = "e";
  search.dispatchEvent(new Event("input"));
  const tree = document.querySelector(".tree");
  const times = [];
  let last = performance.now();
  for (let top = 0; top < tree.scrollHeight; top += Math.max(400, tree.scrollHeight / 200)) {
    tree.scrollTop = top;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return { times, lines: tree.scrollHeight / 22, elements: document.querySelectorAll(".line").length };
});
if (picture !== undefined) await page.screenshot({ path: picture });
await browser.close();
console.log(JSON.stringify({ frames, scrolled }));

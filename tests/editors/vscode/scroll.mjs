// A preview of thousands of resources, scrolled from its beginning to its end by the wheel, in real VS Code:
// node scroll.mjs TOOLS VSIX WORKSPACE SERVER OUT NODE [THEME]: prints how long the frames were, and how many lines are elements.
import path from "node:path";
import { openWindow } from "./window.mjs";
import { drive } from "./workbench.mjs";

const [tools, vsix, workspace, server, out] = process.argv.slice(2, 7).map((p) => path.resolve(p));
const [node, theme] = process.argv.slice(7);
const more = theme === undefined ? {} : { "workbench.colorTheme": theme };
const started = await openWindow({ tools, vsix, workspace, server, out, more });
const { page, open, runAndPick } = started;
const seen = {};
const view = page.frameLocator("iframe.webview.ready >> visible=true").frameLocator("iframe");
const picture = (name) => started.picture(`${name}${theme === undefined ? "" : `-${theme.replace(/\W+/g, "-").toLowerCase()}`}`);

await drive(started, seen, async () => {
  await open("manifests/site.pp", "node");
  await runAndPick("Puppet: Preview Catalog for Node", node);
  await view.locator(".counts", { hasText: "resources" }).waitFor();
  seen.counts = (await view.locator(".counts > *").first().innerText()).replace(/\D/g, "");
  await picture("many");
  await view.locator("input[type=search]").fill("e"); // nearly all have one, so all is open
  await view.locator(".matches").waitFor();
  const tree = view.locator(".tree");
  const height = await tree.evaluate((element) => {
    const frames = (globalThis.frames_ = []);
    let last = performance.now();
    const frame = (now) => {
      frames.push(now - last);
      last = now;
      globalThis.most_ = Math.max(globalThis.most_ ?? 0, document.querySelectorAll(".line").length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return element.scrollHeight;
  });
  await tree.hover();
  const step = Math.max(400, height / 150);
  for (let top = 0; top < height; top += step) {
    await page.mouse.wheel(0, step);
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(300);
  await picture("many-scrolled");
  const measured = await tree.evaluate((element) => ({ frames: globalThis.frames_, most: globalThis.most_, top: element.scrollTop, shown: element.clientHeight }));
  seen.lines = Math.round(height / 22);
  seen.elements = measured.most;
  seen.atTheEnd = measured.top + measured.shown >= height - 30;
  seen.frames = measured.frames.length;
  seen.longFrames = measured.frames.filter((each) => each > 50).length;
  seen.longest = Math.round(Math.max(...measured.frames));
});

// A server that ends by itself is started again, quietly; one that does not stop ending is told of once.
// node crash.mjs TOOLS VSIX SITE OUT: prints a JSON object of what was seen.
import { readFileSync, readdirSync } from "node:fs";
import { drive, workbench } from "./workbench.mjs";

const [tools, vsix, site, out] = process.argv.slice(2);
const started = await workbench({ tools, vsix, out, env: { PATH: "/usr/bin:/bin" } });
const { page, show, picture, scratch } = started;
const seen = { quiet: 0 };

/** The process of the server, of this VS Code alone. */
function server() {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      if (command.some((part) => part.startsWith(scratch) && part.endsWith("run.py")) && command.includes("serve")) {
        return Number(pid);
      }
    } catch {} // it ended meanwhile
  }
  return undefined;
}

async function another(than) {
  for (let tries = 0; tries < 300; tries++) {
    const pid = server();
    if (pid !== undefined && pid !== than) return pid;
    await page.waitForTimeout(200);
  }
  throw new Error("there is no server");
}

await drive(started, seen, async () => {
  const status = (text) => page.locator(".statusbar-item", { hasText: text }).first();
  const ready = () => page.locator('.statusbar-item[aria-label*="is ready"]').first().waitFor();
  const toast = page.locator(".notification-toast", { hasText: "Puppetlens" });
  await show(site);
  let pid;
  for (let time = 1; time <= 4; time++) {
    pid = await another(pid);
    await ready();
    process.kill(pid, "SIGKILL");
    if (time < 4) seen.quiet += (await toast.count()) === 0 ? 1 : 0;
    await page.locator('.statusbar-item[aria-label*="is ready"]').first().waitFor({ state: "detached" });
  }
  await toast.first().waitFor();
  seen.toasts = await toast.count();
  seen.message = (await toast.first().locator(".notification-list-item-message").innerText()).trim();
  await status("server crashed").waitFor();
  await picture("crashed");
  await toast.first().locator(".monaco-button", { hasText: "Try Again" }).click();
  await ready();
  seen.mended = true;
  await picture("mended");
}, "failed-crash");

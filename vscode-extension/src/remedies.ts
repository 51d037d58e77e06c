import * as vscode from "vscode";
import { findProgram } from "./program";
import { Remedy, Trouble, inWords } from "./troubles";

/** What the buttons need of the rest. */
export interface Helpers {
  restart(): Promise<void>;
  showOutput(): void;
  opened(): string[];
}

interface Button extends vscode.MessageItem {
  run(): Thenable<void> | void;
}

/** Says what is wrong, once, with buttons that say what they do. The same message again takes the place of the first. */
export async function tell(trouble: Trouble, helpers: Helpers): Promise<void> {
  const installer = findInstaller(helpers.opened());
  const { message, remedies } = inWords(trouble, installer);
  const buttons = remedies.map((remedy) => button(remedy, trouble, installer, helpers));
  const chosen = await vscode.window.showErrorMessage<Button>(message, ...buttons);
  await chosen?.run();
}

function button(remedy: Remedy, trouble: Trouble, installer: string | undefined, helpers: Helpers): Button {
  switch (remedy) {
    case "choose-python":
      return { title: "Choose a Python...", run: choosePython };
    case "install-python":
      return installer === undefined ? openPage() : typeCommand(installer);
    case "settings": {
      const setting = trouble.kind === "does-not-start" ? "puppetlens.pythonPath" : "puppetlens.serverPath";
      return {
        title: "Open the Setting",
        // Without `@id:` the page would show all that has the word in it.
        run: () => vscode.commands.executeCommand("workbench.action.openSettings", `@id:${setting}`),
      };
    }
    case "restart":
      return { title: "Try Again", run: helpers.restart };
    case "output":
      return { title: "Show Output", run: helpers.showOutput };
  }
}

async function choosePython(): Promise<void> {
  const chosen = await vscode.window.showOpenDialog({
    title: "The Python (3.10 or newer) that runs Puppetlens",
    openLabel: "Use This Python",
    canSelectMany: false,
  });
  if (chosen?.[0] !== undefined) {
    const settings = vscode.workspace.getConfiguration("puppetlens");
    await settings.update("pythonPath", chosen[0].fsPath, vscode.ConfigurationTarget.Global); // which restarts
  }
}

/** How Python comes to this system, by the first installer that is there. */
const INSTALLERS: Partial<Record<NodeJS.Platform, [string, string][]>> = {
  linux: [
    ["apt-get", "sudo apt-get install python3"],
    ["dnf", "sudo dnf install python3.12"],
    ["zypper", "sudo zypper install python312"],
    ["pacman", "sudo pacman -S python"],
    ["apk", "sudo apk add python3"],
  ],
  darwin: [["brew", "brew install python3"]],
  win32: [["winget", "winget install Python.Python.3.13"]],
};

/** The command that installs Python on this system, where an installer is there. */
function findInstaller(opened: string[]): string | undefined {
  return INSTALLERS[process.platform]?.find(([program]) => findProgram(program, opened) !== undefined)?.[1];
}

/** A terminal with the command typed, and not run: what is installed is for the person to say. */
function typeCommand(command: string): Button {
  return {
    title: "Type This in a Terminal",
    run: () => {
      const terminal = vscode.window.createTerminal("Install Python");
      terminal.show();
      terminal.sendText(command, false);
    },
  };
}

function openPage(): Button {
  return {
    title: "Open python.org",
    run: async () => void (await vscode.env.openExternal(vscode.Uri.parse("https://www.python.org/downloads/"))),
  };
}

import * as vscode from "vscode";
import { Server } from "./server";

interface Entry extends vscode.QuickPickItem {
  run?(): void | Thenable<unknown>;
}

const command = (label: string, name: string, detail?: string): Entry => ({
  label,
  detail,
  run: () => vscode.commands.executeCommand(name),
});

/** What a click on the status bar's item offers. */
export async function showMenu(server: Server): Promise<void> {
  const entries: Entry[] = [
    ...(server.status.hasFailed ? [{ label: "$(error) What Is Wrong, and What to Do", run: () => server.explain() }] : []),
    command("$(open-preview) Preview Catalog for Node...", "puppetlens.preview"),
    command("$(diff) Compare Catalog with...", "puppetlens.compareNode", "The saved files, a revision of git, another node, other facts"),
    command("$(vm) Choose the Active Node...", "puppetlens.chooseNode", "The code shows its values"),
    ...(vscode.workspace.isTrusted ? [] : [command("$(shield) Manage Workspace Trust", "workbench.trust.manage", "The folder is not trusted: what that changes")]),
    command("$(output) Show Output", "puppetlens.showOutput"),
    command("$(debug-restart) Restart the Server", "puppetlens.restart"),
    command("$(settings-gear) Settings", "puppetlens.openSettings"),
    command("$(book) First Steps", "puppetlens.openWalkthrough"),
  ];
  const chosen = await vscode.window.showQuickPick(entries, { title: "Puppetlens", placeHolder: server.status.sentence });
  await chosen?.run?.();
}

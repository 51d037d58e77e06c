import * as vscode from "vscode";
import { pickNode } from "../node";
import { Server } from "../server";
import { Other } from "./answer";

export const SAVED: Other = { what: "the saved files" };
export const HEAD: Other = { what: "the last commit", from: { revision: "HEAD" } };

/** Ask with what a node is to be compared. */
export async function chooseOther(server: Server, node: { name: string; root: string }): Promise<Other | undefined> {
  const choices: (vscode.QuickPickItem & { other: () => Promise<Other | undefined> })[] = [
    { label: "The saved files", other: async () => SAVED },
    { label: "The last commit", description: "HEAD", other: async () => HEAD },
    { label: "A revision of git...", other: askRevision },
    { label: "Another node...", other: () => askNode(server, node.name) },
    { label: "Other facts...", description: "a file as `puppet facts show` prints it", other: () => askFacts(node) },
    { label: "Puppet 7", other: async () => ({ what: "Puppet 7", from: { puppetVersion: "7.23.0" } }) },
    { label: "Puppet 8", other: async () => ({ what: "Puppet 8", from: { puppetVersion: "8.11.0" } }) },
  ];
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder: `Compare ${node.name} with what it gets from` });
  return chosen?.other();
}

async function askNode(server: Server, than: string): Promise<Other | undefined> {
  const node = await pickNode(server, `Compare ${than} with which node?`);
  return node === undefined ? undefined : { what: node.name, from: { node: node.name } };
}

async function askRevision(): Promise<Other | undefined> {
  const prompt = "A revision of git: a branch, a tag, a commit";
  const revision = await vscode.window.showInputBox({ prompt, placeHolder: "main" });
  return revision ? { what: revision, from: { revision } } : undefined;
}

/** Those that the environment keeps are what the dialog begins with. */
async function askFacts({ name, root }: { name: string; root: string }): Promise<Other | undefined> {
  const environment = vscode.Uri.file(root);
  const kept = vscode.Uri.joinPath(environment, "facts");
  const chosen = await vscode.window.showOpenDialog({
    title: `The facts with which to compare ${name}`,
    openLabel: "Compare",
    defaultUri: (await isFolder(kept)) ? kept : environment,
    filters: { Facts: ["json", "yaml", "yml"] },
  });
  const file = chosen?.[0];
  return file && { what: vscode.workspace.asRelativePath(file), from: { facts: file.toString() } };
}

function isFolder(uri: vscode.Uri): Thenable<boolean> {
  const isOne = ({ type }: vscode.FileStat): boolean => (type & vscode.FileType.Directory) !== 0;
  return vscode.workspace.fs.stat(uri).then(isOne, () => false); // there is none
}

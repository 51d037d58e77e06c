import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** What a web view is made of: files of `dist`, and what its `body` has as `data-`. */
export interface Made {
  script: string;
  style: string;
  title: string;
  data: Record<string, string>;
}

/** The page: nothing from elsewhere, no script without the nonce. With the id of the style sheet Cytoscape adds none of its own. */
export function page(webview: vscode.Webview, dist: vscode.Uri, made: Made): string {
  const nonce = randomBytes(16).toString("base64");
  const local = (name: string) => localFile(webview, dist, name);
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  const data = Object.entries(made.data).map(([name, value]) => ` data-${name}="${escaped(value)}"`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link id="__________cytoscape_stylesheet" rel="stylesheet" href="${local(made.style)}">
<title>${escaped(made.title)}</title>
</head>
<body${data.join("")}>
<main id="view"></main>
<script nonce="${nonce}" src="${local(made.script)}"></script>
</body>
</html>`;
}

/** The address that a web view knows a file of `dist` by. */
export function localFile(webview: vscode.Webview, dist: vscode.Uri, name: string): string {
  return webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
}

/** What stands on a view's tab: what a catalog has as text. */
export function tabIcon(extension: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  const icon = (theme: string) => vscode.Uri.joinPath(extension, "icons", `catalog-${theme}.svg`);
  return { light: icon("light"), dark: icon("dark") };
}

/** Where a view is opened: with others of ours, else beside the code. */
export function besideCode(): { viewColumn: vscode.ViewColumn; preserveFocus: boolean } {
  const isOurs = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputWebview && input.viewType.includes("puppetlens.");
  const group = isOneColumn() ? undefined : vscode.window.tabGroups.all.find((each) => each.tabs.some(isOurs));
  return { viewColumn: group?.viewColumn ?? vscode.ViewColumn.Beside, preserveFocus: true };
}

/** The views of one environment that are open, and its root. */
const roots = new Map<vscode.WebviewPanel, string>();

/** To be called with each such view. */
export function isOf(panel: vscode.WebviewPanel, root: string): void {
  roots.set(panel, root);
  panel.onDidDispose(() => roots.delete(panel));
}

/** A path in the environment that a person looks at: the active view's, else that of the code, which may only be seen. */
export function pathInSight(): string {
  const active = [...roots.keys()].find((panel) => panel.active);
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const seen = active === undefined ? (activeTextEditor ?? visibleTextEditors[0])?.document.uri.path : `${roots.get(active)}/`;
  return seen ?? "";
}

/** Bring a view that is open into sight: beside the code, where it was opened before any and would hide it. */
export async function showAgain(panel: vscode.WebviewPanel): Promise<void> {
  if (!isOneColumn()) {
    panel.reveal(undefined, true);
    return;
  }
  const moved = new Promise<void>((resolve) => {
    panel.onDidChangeViewState(() => panel.active && resolve());
    panel.onDidDispose(() => resolve());
  });
  panel.reveal(vscode.ViewColumn.Beside);
  await moved;
  await vscode.commands.executeCommand("workbench.action.keepEditor"); // else the next file there takes its place
  await vscode.commands.executeCommand("workbench.action.focusFirstEditorGroup");
}

/** Whether code has the only column: a view in it would hide the code. */
function isOneColumn(): boolean {
  return vscode.window.tabGroups.all.length === 1 && vscode.window.activeTextEditor !== undefined;
}

/** Show a place in the code, in a column that the view is not in; lines and columns are from 1. */
export async function openPlace(
  { file, line, column, aside }: { file: string; line: number; column: number; aside: boolean },
  panel: vscode.WebviewPanel,
): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const here = panel.viewColumn;
  const other = vscode.window.tabGroups.all.find((group) => group.viewColumn !== here)?.viewColumn;
  const viewColumn = aside || other === undefined ? vscode.ViewColumn.Beside : other;
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    const selection = new vscode.Range(position, position);
    const editor = await vscode.window.showTextDocument(document, { viewColumn, selection, preview: true });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

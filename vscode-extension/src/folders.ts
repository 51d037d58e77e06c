import * as vscode from "vscode";

/** The name of the opened folder that a path is in, where there are several: two checkouts are both `production`. */
export function folderOf(path: string): string | undefined {
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  return several ? vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.name : undefined;
}

/** An environment as a person tells it from others. */
export function environmentIn(environment: string, root: string): string {
  const folder = folderOf(root);
  return folder === undefined ? environment : `${environment} in ${folder}`;
}

/** A node in the same way. */
export function nodeIn(node: string, root: string): string {
  const folder = folderOf(root);
  return folder === undefined ? node : `${node} (${folder})`;
}

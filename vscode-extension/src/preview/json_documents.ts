import * as vscode from "vscode";
import { SCHEME } from "./address";
import { Catalogs } from "./catalogs";

const JSON_SCHEME = "puppet-catalog-json";

/** Read-only documents with the catalog as the agent would get it. */
export class JsonDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(JSON_SCHEME, this);

  constructor(private readonly catalogs: Catalogs) {}

  dispose(): void {
    this.registered.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const catalog = await this.catalogs.document(uri.with({ scheme: SCHEME, path: uri.path.replace(/\.json$/, "") }));
    return catalog === null ? "// There is no catalog while the code has an error." : JSON.stringify(catalog, null, 2);
  }

  /** Open it with the cursor at the resource `name`. */
  async show(uri: vscode.Uri, name: string, viewColumn: vscode.ViewColumn | undefined): Promise<void> {
    const own = uri.with({ scheme: JSON_SCHEME, path: `${uri.path}.json` });
    const opened = await vscode.workspace.openTextDocument(own);
    const document = await vscode.languages.setTextDocumentLanguage(opened, "json");
    const position = document.positionAt(offsetOf(document.getText(), name));
    const selection = new vscode.Range(position, position);
    await vscode.window.showTextDocument(document, { viewColumn, selection });
  }
}

/** Where a resource begins; 0 where it is not found. */
function offsetOf(text: string, name: string): number {
  const [, type, title] = /^([^[]+)\[(.*)\]$/s.exec(name) ?? [];
  const start = `"type": ${JSON.stringify(type)},`;
  const then = `"title": ${JSON.stringify(title)}`;
  let offset = text.indexOf(start);
  while (offset >= 0 && !text.startsWith(then, offset + start.length + text.slice(offset + start.length).search(/\S/))) {
    offset = text.indexOf(start, offset + 1);
  }
  return Math.max(0, offset);
}

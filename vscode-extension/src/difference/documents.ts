import * as vscode from "vscode";

/** Documents of this scheme hold one side of a comparison, or its text: `puppet-diff:/<title>.catalog`. */
const SCHEME = "puppet-diff";

/** Comparisons in the editor's own diff view, or as a text. */
export class DifferenceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly texts = new Map<string, string>();
  private readonly disposables = [
    this.changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
    vscode.workspace.onDidOpenTextDocument(async (document) => {
      if (document.uri.scheme === SCHEME && document.languageId !== "puppet-catalog") {
        await vscode.languages.setTextDocumentLanguage(document, "puppet-catalog");
      }
    }),
  ];
  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** A node's catalogs, that of `what` on the left, in a column of the window. */
  async sideBySide(node: string, what: string, before: string, after: string, viewColumn?: vscode.ViewColumn): Promise<void> {
    const left = this.put(`${node} (${what})`, before);
    const right = this.put(`${node} (editor)`, after);
    await vscode.commands.executeCommand("vscode.diff", left, right, `${node}: ${what} ↔ editor`, { viewColumn });
  }

  async showText(title: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(title, text));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
  }

  private put(title: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replace(/\//g, "∕")}.catalog` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }
}

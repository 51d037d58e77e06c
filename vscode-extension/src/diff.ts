import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { ActiveNode, pickNode } from "./node";
import { Server } from "./server";

/** What a refactoring runs once it is done. */
export const OFFER_PROOF = "puppetlens.offerProof";

/** Documents of this scheme hold one side of a comparison, or its text: `puppet-diff:/<title>.catalog?<key>`. */
const SCHEME = "puppet-diff";

/** What `puppetlens.diff` answers (docs/protocol.md), as far as it is shown. */
interface Difference {
  summary: string;
  same: boolean;
  certain: boolean;
  text: string;
  documents: { before: string | null; after: string | null } | null;
}

/** What a catalog is compared with, and what that is called. */
interface Other {
  what: string;
  from?: object;
}

/** Comparisons of catalogs: one node in the editor's own diff view, many as a text. */
export class Differences implements vscode.TextDocumentContentProvider, vscode.Disposable {
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

  constructor(
    private readonly server: Server,
    private readonly active: ActiveNode,
  ) {
    server.onClient((client) => this.offerProofs(client));
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Ask with what a node is compared (and which, unless one is meant), and open the two catalogs side by side. */
  async compare(meant?: { name: string; root: string }): Promise<void> {
    const node = meant ?? (await pickNode(this.server, "Compare the catalog of which node?", this.active.chosen?.node));
    const other = node === undefined ? undefined : await this.chooseOther(node.name);
    if (node === undefined || other === undefined) {
      return;
    }
    const argument = { node: node.name, environment: node.root, from: other.from, documents: true };
    const found = await this.run(`Comparing the catalog of ${node.name} with ${other.what}`, argument);
    if (found === undefined) {
      return;
    }
    const { before, after } = found.documents ?? { before: null, after: null };
    if (before === null || after === null) {
      await this.showText(`${node.name} and ${other.what}`, found.text);
    } else if (found.same) {
      void vscode.window.showInformationMessage(`${found.summary} (${other.what}).`);
    } else {
      const left = this.put(`${node.name} (${other.what})`, before);
      const right = this.put(`${node.name} (editor)`, after);
      await vscode.commands.executeCommand("vscode.diff", left, right, `${node.name}: ${other.what} ↔ editor`);
    }
  }

  /** Compile all nodes that the unsaved changes may touch, and tell which of them change. */
  async whichNodes(): Promise<void> {
    const unsaved = vscode.workspace.textDocuments.some((document) => document.isDirty);
    await this.ofAll(unsaved ? SAVED : HEAD);
  }

  /** The same, to be sure: of the last rename or code action, else of what is not saved, else since the last commit. */
  async prove(): Promise<void> {
    const params = { command: "puppetlens.lastRefactoring", arguments: [] };
    const last = await this.server.running?.sendRequest<{ files: number } | null>("workspace/executeCommand", params);
    if (last) {
      await this.ofAll({ what: "before the last refactoring", from: { refactoring: true } });
    } else {
      await this.whichNodes();
    }
  }

  /** After a rename of several files, and after a refactoring. */
  async offerProof(what: string): Promise<void> {
    const prove = "Prove That Nothing Changed";
    if ((await vscode.window.showInformationMessage(what, prove)) === prove) {
      await this.prove();
    }
  }

  private offerProofs(client: LanguageClient): void {
    client.middleware.provideRenameEdits = async (document, position, name, token, next) => {
      const edit = await next(document, position, name, token);
      if (edit && edit.size > 1) {
        void this.offerProof(`${name} is named in ${edit.size} files.`);
      }
      return edit;
    };
    client.middleware.resolveCodeAction = async (action, token, next) => {
      const resolved = await next(action, token);
      if (resolved?.edit && resolved.kind && vscode.CodeActionKind.Refactor.contains(resolved.kind)) {
        resolved.command ??= { command: OFFER_PROOF, title: "", arguments: [`${resolved.title}: done.`] };
      }
      return resolved;
    };
  }

  private async ofAll(other: Other): Promise<void> {
    const found = await this.run(`Comparing all nodes with ${other.what}`, { all: true, from: other.from });
    if (found === undefined) {
      return;
    }
    if (found.same) {
      void vscode.window.showInformationMessage(`${found.summary} (${other.what}).`);
      return;
    }
    const show = "Show Differences";
    if ((await vscode.window.showWarningMessage(`${found.summary} (${other.what}).`, show)) === show) {
      await this.showText("All nodes", found.text);
    }
  }

  private async chooseOther(node: string): Promise<Other | undefined> {
    const choices: (vscode.QuickPickItem & { other: () => Promise<Other | undefined> })[] = [
      { label: "The saved files", other: async () => SAVED },
      { label: "The last commit", description: "HEAD", other: async () => HEAD },
      { label: "A revision of git...", other: askRevision },
      { label: "Another node...", other: () => this.askNode(node) },
      { label: "Other facts...", description: "a file as `puppet facts show` prints it", other: askFacts },
      { label: "Puppet 7", other: async () => ({ what: "Puppet 7", from: { puppetVersion: "7.23.0" } }) },
      { label: "Puppet 8", other: async () => ({ what: "Puppet 8", from: { puppetVersion: "8.11.0" } }) },
    ];
    const chosen = await vscode.window.showQuickPick(choices, { placeHolder: `Compare ${node} with what it gets from` });
    return chosen?.other();
  }

  private async askNode(than: string): Promise<Other | undefined> {
    const node = await pickNode(this.server, `Compare ${than} with which node?`);
    return node === undefined ? undefined : { what: node.name, from: { node: node.name } };
  }

  private run(title: string, argument: object): Thenable<Difference | undefined> {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, (_, token) =>
      this.server.run<Difference>("puppetlens.diff", argument, token),
    );
  }

  private put(title: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${title.replace(/\//g, "∕")}.catalog` });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  private async showText(title: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(title, text));
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
  }
}

const SAVED: Other = { what: "the saved files" };
const HEAD: Other = { what: "the last commit", from: { revision: "HEAD" } };

async function askRevision(): Promise<Other | undefined> {
  const prompt = "A revision of git: a branch, a tag, a commit";
  const revision = await vscode.window.showInputBox({ prompt, placeHolder: "main" });
  return revision ? { what: revision, from: { revision } } : undefined;
}

async function askFacts(): Promise<Other | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ filters: { Facts: ["json", "yaml"] } })) ?? [];
  return file && { what: vscode.workspace.asRelativePath(file), from: { facts: file.toString() } };
}

import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { Answer, Asked, Other } from "./difference/answer";
import { DifferenceDocuments } from "./difference/documents";
import { chooseOther, HEAD, SAVED } from "./difference/others";
import { DifferencePanels } from "./difference/panels";
import { ActiveNode, pickNode } from "./node";
import { CatalogPreviews } from "./previews";
import { Server } from "./server";

/** What a refactoring runs once it is done. */
export const OFFER_PROOF = "puppetlens.offerProof";

/** Comparisons of catalogs: as a tree, in the editor's own diff view, as a text. */
export class Differences implements vscode.Disposable {
  private readonly documents = new DifferenceDocuments();
  private readonly panels: DifferencePanels;

  constructor(
    private readonly server: Server,
    private readonly active: ActiveNode,
    previews: CatalogPreviews,
    extension: vscode.Uri,
  ) {
    this.panels = new DifferencePanels(extension, {
      ask: (asked) => this.server.ask<Answer>("puppetlens.diff", argument(asked)),
      sideBySide: (asked, column) => this.sideBySide(asked, column),
      showText: (title, text) => this.documents.showText(title, text),
      other: (asked) => this.compare(asked.node ?? undefined),
      reveal: (node, name) => previews.showResource(node, name),
    });
    previews.onStale(({ comparisons }) => this.panels.outdated(comparisons ?? []));
    server.onClient((client) => {
      this.offerProofs(client);
      client.onDidChangeState(({ newState }) => newState === State.Running && this.panels.renewAll());
    });
  }

  dispose(): void {
    this.documents.dispose();
    this.panels.dispose();
  }

  /** Ask with what a node is compared (and which, unless one is meant), and show what separates the two. */
  async compare(meant?: { name: string; root: string }): Promise<void> {
    const node = meant ?? (await pickNode(this.server, "Compare the catalog of which node?", this.active.chosen?.node));
    const other = node === undefined ? undefined : await chooseOther(this.server, node);
    if (node === undefined || other === undefined) {
      return;
    }
    const asked: Asked = { node: { name: node.name, root: node.root }, other };
    const found = await this.run(asked, argument(asked));
    if (found !== undefined) {
      await this.panels.show(asked, found);
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
      await this.ofAll({ what: "the code before the last refactoring", from: { refactoring: true } });
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
    const asked: Asked = { node: null, other };
    const found = await this.run(asked, argument(asked));
    if (found === undefined) {
      return;
    }
    const sentence = `${found.summary} (compared with ${other.what}).`;
    if (found.same) {
      void vscode.window.showInformationMessage(sentence);
      return;
    }
    const show = "Show Differences";
    if ((await vscode.window.showWarningMessage(sentence, show)) === show) {
      await this.panels.show(asked, found);
    }
  }

  /** The two catalogs in the editor's own diff view. */
  private async sideBySide(asked: Asked, column: vscode.ViewColumn | undefined): Promise<void> {
    const found = await this.run(asked, { ...argument(asked), follow: false, documents: true });
    const { before, after } = found?.documents ?? {};
    const name = asked.node?.name ?? "";
    if (before && after) {
      await this.documents.sideBySide(name, asked.other.what, before, after, column);
    } else if (found !== undefined) {
      await this.documents.showText(`${name} and ${asked.other.what}`, found.text);
    }
  }

  private run({ node, other }: Asked, given: object): Thenable<Answer | undefined> {
    const title = `Comparing ${node ? `the catalog of ${node.name}` : "all nodes"} with ${other.what}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    return vscode.window.withProgress(options, (_, token) => this.server.run<Answer>("puppetlens.diff", given, token));
  }
}

/** What `puppetlens.diff` is asked. */
function argument({ node, other }: Asked): object {
  const whose = node === null ? { all: true } : { node: node.name, environment: node.root };
  return { ...whose, from: other.from, follow: true };
}

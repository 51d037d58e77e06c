import * as vscode from "vscode";
import { Catalogs } from "./catalogs";
import { nameOf, Overview, Place } from "./overview";
import { CatalogPanels } from "./panels";

/** What of a catalog comes from a line: a resource, and maybe a parameter of it. */
interface Found {
  name: string;
  parameter: string;
}

/** Code actions that lead from a line to what a shown catalog has of it. */
export class RevealInCatalog implements vscode.CodeActionProvider, vscode.Disposable {
  private readonly registered = vscode.languages.registerCodeActionsProvider(
    [{ scheme: "file", language: "puppet" }, { scheme: "file", language: "yaml" }],
    this,
    { providedCodeActionKinds: [vscode.CodeActionKind.Empty] },
  );

  constructor(private readonly catalogs: Catalogs) {}

  dispose(): void {
    this.registered.dispose();
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    for (const uri of this.catalogs.shown()) {
      const state = this.catalogs.get(uri)?.state;
      const found = state?.overview ? whatComesFrom(state.overview, document.uri.fsPath, range.start.line + 1) : undefined;
      if (state !== undefined && found !== undefined) {
        const title = `Reveal ${found.name} in the catalog of ${state.node}`;
        const action = new vscode.CodeAction(title, vscode.CodeActionKind.Empty);
        action.command = { command: "puppetlens.revealInCatalog", title };
        return [action];
      }
    }
    return [];
  }
}

/** Select in a view what the cursor is at. */
export async function revealInCatalog(catalogs: Catalogs, panels: CatalogPanels): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== "file") {
    return;
  }
  const line = editor.selection.active.line + 1;
  for (const uri of catalogs.shown()) {
    const overview = (await catalogs.wanted(uri))?.state.overview;
    const found = overview ? whatComesFrom(overview, editor.document.uri.fsPath, line) : undefined;
    if (found !== undefined) {
      (await panels.show(uri)).reveal(found.name, found.parameter);
      return;
    }
  }
  void vscode.window.showInformationMessage("Nothing in the catalogs that are shown comes from this line.");
}

/** A parameter that was set at the line, else the resource that was declared at it or next above it. */
function whatComesFrom(overview: Overview, file: string, line: number): Found | undefined {
  const number = overview.files.indexOf(file);
  if (number < 0) {
    return undefined;
  }
  const at = (place: Place | undefined): number => (place?.[0] === number ? (place[1] ?? 0) : 0);
  let above: { line: number; name: string } = { line: 0, name: "" };
  let set: Found | undefined;
  for (const resource of overview.resources) {
    const declared = at(resource.place);
    if (declared === line) {
      return { name: nameOf(resource), parameter: "" };
    }
    const parameter = resource.parameters.find((each) => [each.place, ...(each.merged ?? [])].some((place) => at(place) === line));
    set ??= parameter && { name: nameOf(resource), parameter: parameter.name };
    if (declared < line && declared > above.line) {
      above = { line: declared, name: nameOf(resource) };
    }
  }
  return set ?? (above.line > 0 ? { name: above.name, parameter: "" } : undefined);
}

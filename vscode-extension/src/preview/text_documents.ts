import * as vscode from "vscode";
import { SCHEME } from "./address";
import { Catalog, Catalogs } from "./catalogs";
import { nameOf, Parameter, Place, Resource } from "./overview";

/** A resource's lines in the text: the first, that after the last, and those of its parameters. */
interface Block {
  name: string;
  first: number;
  end: number;
  lines: Map<number, string>;
}

const RESOURCE = /^(?:@@)?([A-Za-z][\w:]*\[.*\])(?:  # .*)?$/;
const PARAMETER = /^  ([a-z]\w*) *=> /;
const PLACE = /  # (\S.*):(\d+)$|(?<=^#.*[ (])([\w./-]+\.\w+):(\d+)/;

/** Read-only documents with the catalog of a node as text: links, outline, folding, F12 and hover. */
export class TextDocuments
  implements
    vscode.TextDocumentContentProvider,
    vscode.DocumentSymbolProvider,
    vscode.FoldingRangeProvider,
    vscode.DocumentLinkProvider,
    vscode.DefinitionProvider,
    vscode.HoverProvider,
    vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(private readonly catalogs: Catalogs) {
    const documents = { scheme: SCHEME };
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentSymbolProvider(documents, this),
      vscode.languages.registerFoldingRangeProvider(documents, this),
      vscode.languages.registerDocumentLinkProvider(documents, this),
      vscode.languages.registerDefinitionProvider(documents, this),
      vscode.languages.registerHoverProvider(documents, this),
      catalogs.onDidChange((uri) => this.changed.fire(uri)),
    ];
  }

  dispose(): void {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    return (await this.catalogs.wanted(uri))?.text;
  }

  provideDocumentSymbols(document: vscode.TextDocument): vscode.DocumentSymbol[] {
    return blocks(document).map(({ name, first, end }) => {
      const head = document.lineAt(first).range;
      const kind = name.startsWith("Class[") ? vscode.SymbolKind.Class : vscode.SymbolKind.Object;
      return new vscode.DocumentSymbol(name, "", kind, head.union(document.lineAt(end - 1).range), head);
    });
  }

  provideFoldingRanges(document: vscode.TextDocument): vscode.FoldingRange[] {
    return blocks(document)
      .filter((block) => block.end - block.first > 1)
      .map((block) => new vscode.FoldingRange(block.first, block.end - 1));
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const root = this.catalogs.get(document.uri)?.state.root ?? document.uri.query;
    const links = [];
    for (let number = 0; number < document.lineCount; number += 1) {
      const line = document.lineAt(number).text;
      const found = /^(#|\S+\[)/.test(line) ? PLACE.exec(line) : null;
      const [file, at] = found === null ? [undefined, ""] : [found[1] ?? found[3], found[2] ?? found[4]];
      if (file !== undefined) {
        const start = line.indexOf(`${file}:${at}`);
        const path = file.startsWith("/") ? file : `${root}/${file}`;
        const target = vscode.Uri.file(path).with({ fragment: `L${at}` });
        links.push(new vscode.DocumentLink(new vscode.Range(number, start, number, start + file.length + at.length + 1), target));
      }
    }
    return links;
  }

  provideDefinition(document: vscode.TextDocument, position: vscode.Position): vscode.Location[] {
    const found = this.at(document, position);
    if (found === undefined) {
      return [];
    }
    const { catalog, resource, parameter } = found;
    const named = this.named(document, position, catalog);
    const places = named !== undefined ? [whereIs(named)] : [parameter?.place ?? whereIs(resource), ...(parameter?.merged ?? [])];
    return places.flatMap((place) => locationOf(catalog, place) ?? []);
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const found = this.at(document, position);
    if (found?.parameter === undefined || found.parameter.by === "") {
      return undefined;
    }
    const text = new vscode.MarkdownString();
    text.appendCodeblock(`${found.parameter.name} => ${found.parameter.text}`, "puppet");
    text.appendText(`set by ${found.parameter.by}`);
    return new vscode.Hover(text);
  }

  /** The lines of a resource in a document. */
  lineOf(document: vscode.TextDocument, name: string): number | undefined {
    return blocks(document).find((block) => block.name === name)?.first;
  }

  private at(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): { catalog: Catalog; resource: Resource; parameter: Parameter | undefined } | undefined {
    const catalog = this.catalogs.get(document.uri);
    const block = blocks(document).find(({ first, end }) => first <= position.line && position.line < end);
    const resource = catalog?.state.overview?.resources.find((each) => nameOf(each) === block?.name);
    if (catalog === undefined || block === undefined || resource === undefined) {
      return undefined;
    }
    let line = position.line;
    while (line > block.first && !block.lines.has(line)) {
      line -= 1;
    }
    const parameter = resource.parameters.find((each) => each.name === block.lines.get(line));
    return { catalog, resource, parameter };
  }

  /** The resource that is named at a place: `Service[nginx]`. */
  private named(document: vscode.TextDocument, position: vscode.Position, catalog: Catalog): Resource | undefined {
    const range = document.getWordRangeAtPosition(position, /[A-Z]\w*(?:::[A-Z]\w*)*\[[^\]]+\]/);
    const name = range === undefined ? undefined : document.getText(range);
    return catalog.state.overview?.resources.find((each) => nameOf(each) === name);
  }
}

/** Where it was declared; a class that is included is declared nowhere: where it is defined. */
function whereIs(resource: Resource): Place {
  return resource.place ?? resource.defined ?? null;
}

function locationOf(catalog: Catalog, place: Place): vscode.Location | undefined {
  const file = place === null ? undefined : catalog.state.overview?.files[place[0]];
  if (place === null || file === undefined) {
    return undefined;
  }
  return new vscode.Location(vscode.Uri.file(file), new vscode.Position((place[1] ?? 1) - 1, (place[2] ?? 1) - 1));
}

function blocks(document: vscode.TextDocument): Block[] {
  const found: Block[] = [];
  let last: Block | undefined;
  for (let number = 0; number < document.lineCount; number += 1) {
    const line = document.lineAt(number).text;
    const name = RESOURCE.exec(line)?.[1];
    if (name !== undefined) {
      last = { name, first: number, end: number + 1, lines: new Map() };
      found.push(last);
    } else if (last !== undefined && line.startsWith("  ")) {
      last.end = number + 1;
      const parameter = PARAMETER.exec(line)?.[1];
      if (parameter !== undefined) {
        last.lines.set(number, parameter);
      }
    }
  }
  return found;
}

import * as vscode from "vscode";
import { environmentIn } from "../folders";
import { Server } from "../server";
import { Address, addressOf } from "./address";
import { Answer, State, Why } from "./overview";

/** What the server says is out of date. */
export interface Stale {
  previews: { node: string; root: string; class: string | null }[];
  /** Of nodes that are compared; an older server does not tell. */
  comparisons?: { node: string; root: string }[];
}

/** A catalog that somebody looks at: the last good one stays while the code is broken. */
export interface Catalog {
  address: Address;
  state: State;
  text: string;
  /** That of the last good catalog, empty where there was none. */
  goodText: string;
  /** How many catalogs there were. */
  revision: number;
}

/** The catalogs that are shown, as a view, a text or both: each is asked for once. */
export class Catalogs implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly known = new Map<string, Catalog>();
  private readonly asked = new Map<string, Promise<Catalog | undefined>>();
  private readonly again = new Set<string>();
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly server: Server,
    private readonly isShown: (uri: vscode.Uri) => boolean,
  ) {}

  dispose(): void {
    this.changed.dispose();
  }

  get(uri: vscode.Uri): Catalog | undefined {
    return this.known.get(uri.toString());
  }

  /** Those that are shown, the one looked at last first. */
  shown(): vscode.Uri[] {
    return [...this.known.keys()].map((key) => vscode.Uri.parse(key)).filter(this.isShown).reverse();
  }

  /** The catalog, as it is known or as it comes. */
  async wanted(uri: vscode.Uri): Promise<Catalog | undefined> {
    return this.get(uri) ?? (await this.refresh(uri));
  }

  /** To be called with what the server says is out of date. What nobody looks at is forgotten. */
  outdated(stale: Stale): void {
    for (const { node, root, class: className } of stale.previews) {
      const same = [...this.known.keys()].filter((key) => {
        const address = addressOf(vscode.Uri.parse(key));
        return address.node === node && address.root === root && address.className === (className ?? "");
      });
      same.forEach((key) => this.renew(key));
    }
  }

  /** Another server runs, which knows of none of them. */
  renewAll(): void {
    [...this.known.keys()].forEach((key) => this.renew(key));
  }

  private renew(key: string): void {
    const uri = vscode.Uri.parse(key);
    if (this.isShown(uri)) {
      void this.refresh(uri);
    } else {
      this.known.delete(key);
    }
  }

  /** Ask again. One question is on its way at a time. */
  refresh(uri: vscode.Uri): Promise<Catalog | undefined> {
    const key = uri.toString();
    const running = this.asked.get(key);
    if (running !== undefined) {
      this.again.add(key);
      return running;
    }
    const asking = this.ask(uri).finally(() => {
      this.asked.delete(key);
      if (this.again.delete(key)) {
        void this.refresh(uri);
      }
    });
    this.asked.set(key, asking);
    return asking;
  }

  private async ask(uri: vscode.Uri): Promise<Catalog | undefined> {
    const address = addressOf(uri);
    const answer = await this.server.run<Answer>(...question(address, { overview: true }));
    if (answer === undefined) {
      return this.get(uri);
    }
    const last = this.get(uri);
    const good = answer.overview ?? last?.state.overview ?? null;
    const asOf = answer.overview === null ? (last?.state.asOf ?? 0) : Date.now();
    const { node, environment, root, facts, error } = answer;
    const catalog = {
      address,
      state: { node, environment: environmentIn(environment, root), root, className: address.className, facts, error, asOf, overview: good },
      text: answer.overview === null && last?.goodText ? withLastGood(answer.text, last) : answer.text,
      goodText: answer.overview === null ? (last?.goodText ?? "") : answer.text,
      revision: (last?.revision ?? 0) + (answer.overview === null ? 0 : 1),
    };
    this.known.delete(uri.toString());
    this.known.set(uri.toString(), catalog);
    this.changed.fire(uri);
    return catalog;
  }

  /** Why one resource of a shown catalog is before another. */
  async whyBefore(uri: vscode.Uri, first: string, then: string): Promise<Why | undefined> {
    const { node, root, className, parameters } = addressOf(uri);
    const about = { node, environment: root, ...(className ? { class: className, parameters } : {}) };
    return this.server.run<Why>("puppetlens.whyBefore", { ...about, first, then });
  }

  /** The catalog as the agent would get it. */
  async document(uri: vscode.Uri): Promise<object | null | undefined> {
    const answer = await this.server.run<{ catalog: object | null }>(...question(addressOf(uri), {}));
    return answer?.catalog;
  }
}

function question(address: Address, more: object): [string, object] {
  const { node, root, className, parameters } = address;
  const argument = { node, environment: root, ...more };
  return className
    ? ["puppetlens.previewClass", { ...argument, class: className, parameters }]
    : ["puppetlens.previewCatalog", argument];
}

/** A text that says what is wrong, with the last good catalog below. */
function withLastGood(wrong: string, last: Catalog): string {
  const time = new Date(last.state.asOf).toLocaleTimeString();
  return `${wrong}# Below is the last catalog without an error, of ${time}.\n${last.goodText}`;
}

import * as vscode from "vscode";

/** Documents of this scheme show a catalog: `puppet-catalog:/<root>/<node>.catalog?<root>`, of one class with `#<class> <parameters as JSON>`. */
export const SCHEME = "puppet-catalog";

/** What a preview is of. Two that are equal have equal URIs. */
export interface Address {
  node: string;
  root: string;
  className: string;
  parameters: object;
}

export function uriOf(address: { node: string; root: string; className?: string | null; parameters?: object }): vscode.Uri {
  const given = Object.keys(address.parameters ?? {}).length ? ` ${JSON.stringify(address.parameters)}` : "";
  const fragment = address.className ? address.className + given : "";
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `${address.root}/${address.node}.catalog`,
    query: address.root,
    fragment,
  });
}

export function addressOf(uri: vscode.Uri): Address {
  const node = uri.path.slice(uri.path.lastIndexOf("/") + 1).replace(/\.catalog$/, "");
  const [className, ...given] = uri.fragment.split(" ");
  return { node, root: uri.query, className, parameters: objectIn(given.join(" ")) ?? {} };
}

/** The JSON object of a text, an empty one for an empty text; undefined where it is something else. */
export function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

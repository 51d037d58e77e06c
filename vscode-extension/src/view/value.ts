import { element } from "./elements";

const TOKEN = /'(?:[^'\\]|\\.)*'|\b\d+(?:\.\d+)?\b|\b(?:true|false|undef|default)\b|<sensitive>|<encrypted>|\(unknown: [^)]*\)/gs;

/** A value with colours, as the editor has for what a debugger shows. */
export function value(text: string, mark = ""): HTMLElement {
  const shown = element("code", { class: `value ${mark}`.trim() });
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    shown.append(text.slice(end, match.index), element("span", { class: kind(match[0]) }, match[0]));
    end = match.index + match[0].length;
  }
  shown.append(text.slice(end));
  return shown;
}

function kind(token: string): string {
  if (token.startsWith("'")) {
    return "string";
  }
  if (token.startsWith("(unknown")) {
    return "unknown";
  }
  return token.startsWith("<") ? "secret" : /^\d/.test(token) ? "number" : "word";
}

import { Refused } from "./python";

/** Why there is no server. */
export type Trouble =
  | { kind: "no-python"; refused: Refused[] }
  | { kind: "no-program"; name: string }
  | { kind: "not-packed" }
  | { kind: "too-old"; what: string; version: string; wanted: string }
  | { kind: "does-not-start"; what: string; last: string }
  | { kind: "crashed"; last: string };

/** What a button does; its label says it. */
export type Remedy = "choose-python" | "install-python" | "settings" | "restart" | "output";

export interface Words {
  message: string;
  /** In two or three words, for the status bar. */
  short: string;
  remedies: Remedy[];
}

/** One message that says what is wrong, and what to do; `installer` is the command that brings Python here. */
export function inWords(trouble: Trouble, installer?: string): Words {
  switch (trouble.kind) {
    case "no-python":
      return noPython(trouble.refused, installer);
    case "no-program":
      return {
        message: `Puppetlens cannot start: there is no program "${trouble.name}", which the setting puppetlens.serverPath names. Leave the setting empty to use the server that the extension brings.`,
        short: "server not found",
        remedies: ["settings", "restart"],
      };
    case "not-packed":
      return {
        message:
          "Puppetlens cannot start: this build of the extension brings no server, and there is no `puppetlens` on the PATH. `pipx install puppetlens` installs one; or take the .vsix file that is made for this system.",
        short: "no server",
        remedies: ["settings", "restart"],
      };
    case "too-old":
      return {
        message: `${trouble.what} is puppetlens ${trouble.version}, which is too old for this extension (${trouble.wanted}). Update it, or empty the setting puppetlens.serverPath to use the server that the extension brings.`,
        short: "server too old",
        remedies: ["settings", "restart"],
      };
    case "does-not-start":
      return {
        message: `Puppetlens cannot start${lastWords(trouble.last)}. Tried: ${trouble.what}. The output has more.`,
        short: "does not start",
        remedies: ["output", "settings", "restart"],
      };
    case "crashed":
      return {
        message: `The server of Puppetlens ended several times within minutes${lastWords(trouble.last)}, and was not started again. The output has more; please report it.`,
        short: "server crashed",
        remedies: ["restart", "output"],
      };
  }
}

function noPython(refused: Refused[], installer: string | undefined): Words {
  const found = refused.map((each) => `${each.name}: ${each.reason}`).join("; ");
  const what = found === "" ? "none was found on this machine" : `none that was found fits (${found})`;
  const how = installer === undefined ? "" : ` Here \`${installer}\` installs one.`;
  return {
    message: `Puppetlens needs Python 3.10 or newer to run its server, and ${what}.${how}`,
    short: "no Python",
    remedies: ["install-python", "choose-python", "restart"],
  };
}

function lastWords(last: string): string {
  return last === "" ? "" : ` (${last})`;
}

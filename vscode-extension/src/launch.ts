import { homedir } from "node:os";
import { Executable } from "vscode-languageclient/node";
import { Bundle } from "./bundle";
import { findProgram } from "./program";
import { environment, findPython } from "./python";
import { Trouble } from "./troubles";

/** What the user and the other extensions say about where the server is. */
export interface Wishes {
  /** `puppetlens.serverPath`; empty: the packed server. */
  server: string;
  /** `puppetlens.pythonPath`; empty: the first that fits. */
  python: string;
  /** Only asked for where it is needed. */
  pythonExtension(): Promise<string | undefined>;
  opened: string[];
}

export interface Launch extends Executable {
  args: string[];
  /** For people: what is started. */
  what: string;
  /** Of a packed server: what has the same program compile Ruby, before anybody waits for it. */
  prepare?: string[];
}

/** How to start the server, or why it cannot be. Its folder is the home: never the opened one. */
export async function findLaunch(bundle: Bundle | undefined, wishes: Wishes): Promise<Launch | Trouble> {
  if (wishes.server !== "") {
    const program = findProgram(wishes.server, wishes.opened);
    return program === undefined ? { kind: "no-program", name: wishes.server } : installed(program);
  }
  if (bundle === undefined) {
    const program = findProgram("puppetlens", wishes.opened);
    return program === undefined ? { kind: "not-packed" } : installed(program);
  }
  const preferred = wishes.python === "" ? await wishes.pythonExtension() : undefined;
  const { python, refused } = await findPython(bundle, wishes.python, preferred, wishes.opened);
  if (python === undefined) {
    const program = wishes.python === "" ? findProgram("puppetlens", wishes.opened) : undefined;
    return program === undefined ? { kind: "no-python", refused } : installed(program);
  }
  return {
    command: python.program,
    args: [...python.args, bundle.script, "serve"],
    options: { cwd: homedir(), env: environment(bundle) },
    prepare: [...python.args, bundle.script, "--prepare"],
    what: `the server of this extension, by Python ${python.version} (${python.program})`,
  };
}

function installed(program: string): Launch {
  return { command: program, args: ["serve"], options: { cwd: homedir() }, what: program };
}

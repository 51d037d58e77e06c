import { execFile } from "node:child_process";
import * as path from "node:path";
import { Bundle } from "./bundle";
import { findProgram, isInOpened } from "./program";

/** A Python that runs the packed server. */
export interface Python {
  program: string;
  args: string[];
  /** `3.11.2`. */
  version: string;
}

/** A Python that was found, and cannot be used. */
export interface Refused {
  name: string;
  reason: string;
}

export interface Search {
  python?: Python;
  refused: Refused[];
}

interface Candidate {
  /** As a person knows it. */
  name: string;
  program: string;
  args: string[];
}

/** What `run.py` says of a Python before anything is started. */
type Verdict = { version: string } | { refused: string };

const PATIENCE = 20_000;
/** Newest first: where `python3` is old, a newer one often lies beside it. */
const VERSIONED = ["python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

/** The first Python that takes the packed server: the user's, the Python extension's, then those on the PATH. */
export async function findPython(
  bundle: Bundle,
  chosen: string,
  ofPythonExtension: string | undefined,
  opened: string[],
): Promise<Search> {
  const refused: Refused[] = [];
  for (const candidate of candidates(chosen, ofPythonExtension, opened, refused)) {
    const verdict = await ask(candidate, bundle);
    if ("version" in verdict) {
      return { python: { ...candidate, version: verdict.version }, refused };
    }
    refused.push({ name: candidate.name, reason: verdict.refused });
  }
  return { refused };
}

function* candidates(
  chosen: string,
  ofPythonExtension: string | undefined,
  opened: string[],
  refused: Refused[],
): Generator<Candidate> {
  if (chosen !== "") {
    const program = findProgram(chosen, opened);
    if (program === undefined) {
      refused.push({ name: `${chosen}, the setting puppetlens.pythonPath`, reason: "there is no such program" });
    } else {
      yield { name: chosen, program, args: [] };
    }
    return; // who names one wants that one
  }
  // One of the opened folder is that folder's program, whoever chose it.
  if (ofPythonExtension !== undefined && !isInOpened(ofPythonExtension, opened)) {
    yield { name: `${ofPythonExtension} (the Python extension's)`, program: ofPythonExtension, args: [] };
  }
  const names: [string, string[]][] = [["python3", []], ["py", ["-3"]], ["python", []], ...VERSIONED.map(plain)];
  const seen = new Set<string>();
  for (const [name, args] of names) {
    const program = findProgram(name, opened);
    if (program !== undefined && !seen.has(program) && !asksForTools(program)) {
      seen.add(program);
      yield { name: [name, ...args].join(" "), program, args };
    }
  }
}

function plain(name: string): [string, string[]] {
  return [name, []];
}

/** macOS has a `python3` that only opens a window which offers to install Apple's tools. */
function asksForTools(program: string): boolean {
  if (process.platform !== "darwin" || program !== "/usr/bin/python3") {
    return false;
  }
  const tools = ["/Library/Developer/CommandLineTools/usr/bin", "/Applications/Xcode.app/Contents/Developer/usr/bin"];
  return findProgram("python3", [], { path: tools.join(path.delimiter) }) === undefined;
}

function ask(candidate: Candidate, bundle: Bundle): Promise<Verdict> {
  const args = [...candidate.args, bundle.script, "--probe"];
  return new Promise((resolve) => {
    execFile(candidate.program, args, { timeout: PATIENCE, env: environment(bundle) }, (error, stdout) => {
      const line = stdout.trim().split("\n").pop() ?? "";
      try {
        resolve(JSON.parse(line) as Verdict);
      } catch {
        resolve({ refused: error === null ? "it does not answer as a Python does" : "it does not start" });
      }
    });
  });
}

/** What the packed server is started with: its own packages alone count. */
export function environment(bundle: Bundle): NodeJS.ProcessEnv {
  const { PYTHONPATH: _others, ...rest } = process.env;
  return { ...rest, PYTHONPYCACHEPREFIX: bundle.cache, PYTHONNOUSERSITE: "1", PYTHONUTF8: "1" };
}

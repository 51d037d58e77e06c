import { existsSync } from "node:fs";
import * as path from "node:path";

/** The server that is packed into the extension: `run.py`, which any Python may try, and its packages beside it. */
export interface Bundle {
  script: string;
  /** Where Python keeps what it compiles: the extension's own folder stays as it was installed. */
  cache: string;
}

/** The packed server; undefined in an extension that was built without (`npm run package`). */
export function findBundle(extension: string, storage: string): Bundle | undefined {
  const script = path.join(extension, "server", "run.py");
  return existsSync(script) ? { script, cache: path.join(storage, "python") } : undefined;
}

import * as vscode from "vscode";
import { ChildProcess, spawn } from "node:child_process";
import {
  ClientCapabilities,
  CloseAction,
  CloseHandlerResult,
  ErrorAction,
  ErrorHandler,
  LanguageClient,
  LanguageClientOptions,
  RevealOutputChannelOn,
  StaticFeature,
} from "vscode-languageclient/node";
import { Launch } from "./launch";

/** What a catalog can depend on: the server sees unsaved buffers of all of these. */
const DOCUMENTS = [
  { scheme: "file", language: "puppet" },
  { scheme: "file", language: "epp" },
  { scheme: "untitled", language: "puppet" },
  { scheme: "untitled", language: "epp" },
  { scheme: "file", language: "yaml" },
  { scheme: "file", language: "json" },
  { scheme: "file", pattern: "**/{templates,files}/**" },
  { scheme: "file", pattern: "**/lib/puppet/{functions,parser/functions}/**/*.rb" },
  { scheme: "file", pattern: "**/{Puppetfile,environment.conf}" },
];

/** What a code lens runs: the places that it counted, as the server sends them. */
export const SHOW_REFERENCES = "puppetlens.showReferences";

/** So often a server that ends is started again, within so many milliseconds. */
const ENDS = 3;
const WITHIN = 180_000;

/** Who is told what becomes of the server. */
export interface Listener {
  /** It ended by itself and is started again. */
  again(): void;
  /** It ended too often. */
  gaveUp(): void;
  progress: NonNullable<LanguageClientOptions["middleware"]>["handleWorkDoneProgress"];
}

/** A client that logs, and leaves it to this extension what a person is told. */
export class Client extends LanguageClient {
  private readonly wrote: LastLine;

  constructor(launch: Launch, settings: unknown, output: vscode.LogOutputChannel, listener: Listener) {
    const wrote = new LastLine();
    const options: LanguageClientOptions = {
      documentSelector: DOCUMENTS,
      initializationOptions: settings,
      outputChannel: output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      errorHandler: new Ends(listener, () => this.wasReady),
      initializationFailedHandler: () => false,
      middleware: { handleWorkDoneProgress: listener.progress },
    };
    super("puppetlens", "Puppetlens", () => start(launch, wrote), options);
    this.wrote = wrote;
    this.registerFeature(new OwnCommands());
  }

  /** Whether it answered once: one that never did is not started again. */
  wasReady = false;

  /** The last that it wrote to its stderr, of a Python that fails the error itself. */
  get lastWords(): string {
    return this.wrote.text;
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}

class LastLine {
  text = "";

  listen(process: ChildProcess): void {
    process.stderr?.on("data", (chunk: Buffer) => {
      const line = chunk.toString().trim().split("\n").pop()?.trim();
      this.text = line ? line.slice(0, 200) : this.text;
    });
  }
}

function start(launch: Launch, wrote: LastLine): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const process = spawn(launch.command, launch.args, { ...launch.options, shell: false });
    wrote.listen(process);
    process.once("error", reject);
    process.once("spawn", () => resolve(process));
  });
}

/** What is done when the server ends: it is started again, but not for ever. */
class Ends implements ErrorHandler {
  private ends: number[] = [];

  constructor(
    private readonly listener: Listener,
    private readonly wasReady: () => boolean,
  ) {}

  error(): { action: ErrorAction; handled: boolean } {
    return { action: ErrorAction.Continue, handled: true }; // where the connection is lost, `closed` follows
  }

  closed(): CloseHandlerResult {
    if (!this.wasReady()) {
      return { action: CloseAction.DoNotRestart, handled: true }; // `start` fails, and whoever called it tells
    }
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < WITHIN), now];
    if (this.ends.length > ENDS) {
      this.listener.gaveUp();
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.listener.again();
    return { action: CloseAction.Restart, handled: true };
  }
}

/** Tells the server which commands of its lenses there are. */
class OwnCommands implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental, commands: { commands: [SHOW_REFERENCES] } };
  }
  initialize(): void {}
  getState(): { kind: "static" } {
    return { kind: "static" };
  }
  clear(): void {}
}

import * as vscode from "vscode";
import { CancellationToken, LSPErrorCodes, ResponseError, State } from "vscode-languageclient/node";
import { findBundle } from "./bundle";
import { Client } from "./client";
import { findLaunch } from "./launch";
import { prepare } from "./preparing";
import { chosenInPythonExtension } from "./python_extension";
import { tell } from "./remedies";
import { Status } from "./status";
import { Trouble } from "./troubles";

export const SECTION = "puppetlens";

/** The server's life: it is found, started, asked, started again; and what is said where there is none. */
export class Server implements vscode.Disposable {
  private client: Client | undefined;
  private trouble: Trouble | undefined;
  /** One start after the other: two windows of settings may change at once. */
  private starting: Promise<void> = Promise.resolve();
  private readonly listeners: ((client: Client) => void)[] = [];
  readonly output = vscode.window.createOutputChannel("Puppetlens", { log: true });

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly status: Status,
  ) {}

  dispose(): void {
    this.output.dispose();
  }

  private get version(): string {
    return (this.context.extension.packageJSON as { version: string }).version;
  }

  /** The client of a server that runs. */
  get running(): Client | undefined {
    return this.client?.state === State.Running ? this.client : undefined;
  }

  /** `listener` is called with each new client, before it starts. */
  onClient(listener: (client: Client) => void): void {
    this.listeners.push(listener);
  }

  /** Start it, or start it again. Where that fails it is said once, in words for a person. */
  restart(): Promise<void> {
    this.starting = this.starting.then(() => this.begin());
    return this.starting;
  }

  async stop(): Promise<void> {
    const old = this.client;
    this.client = undefined;
    await old?.dispose().catch(() => undefined); // it may have ended by itself
  }

  /** A command of the server's; undefined where it has no answer, which was said. */
  async run<T>(
    command: string,
    argument?: object,
    token: CancellationToken = CancellationToken.None,
  ): Promise<T | undefined> {
    await this.starting;
    const client = this.running;
    if (client === undefined) {
      this.explain();
      return undefined;
    }
    try {
      const params = { command, arguments: argument === undefined ? [] : [argument] };
      return await client.sendRequest<T>("workspace/executeCommand", params, token);
    } catch (error) {
      const superseded = error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
      if (!superseded && !token.isCancellationRequested) {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
      return undefined;
    }
  }

  /** The same for what nobody waits for: nothing is said where there is no answer. */
  async ask<T>(command: string, argument?: object): Promise<T | undefined> {
    await this.starting;
    const params = { command, arguments: argument === undefined ? [] : [argument] };
    return this.running?.sendRequest<T>("workspace/executeCommand", params).catch(() => undefined);
  }

  /** Say (again) why there is no server; nothing where there is one. */
  explain(): void {
    if (this.trouble !== undefined) {
      const helpers = {
        restart: () => this.restart(),
        showOutput: () => this.output.show(),
        opened: openedFolders,
      };
      void tell(this.trouble, helpers);
    }
  }

  /** Tell the server what is set now. */
  async sendSettings(): Promise<void> {
    await this.running?.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
  }

  private async begin(): Promise<void> {
    await this.stop();
    this.trouble = undefined;
    this.status.starting();
    const chosen = vscode.workspace.getConfiguration(SECTION);
    const bundle = findBundle(this.context.extensionPath, this.context.globalStorageUri.fsPath);
    const launch = await findLaunch(bundle, {
      server: chosen.get<string>("serverPath", ""),
      python: chosen.get<string>("pythonPath", ""),
      pythonExtension: chosenInPythonExtension,
      opened: openedFolders(),
    });
    if ("kind" in launch) {
      this.fail(launch);
      return;
    }
    this.output.info(`Starting ${launch.what}`);
    const client = new Client(launch, settings(), this.output, {
      again: () => this.status.starting(),
      gaveUp: () => this.fail({ kind: "crashed", last: client.lastWords }),
      progress: (token, params, next) => {
        if (!this.status.progress(token, params)) {
          next(token, params);
        }
      },
    });
    client.onDidChangeState(({ newState }) => newState === State.Running && this.status.ready());
    this.listeners.forEach((listener) => listener(client));
    this.client = client;
    try {
      await client.start();
      client.wasReady = true;
      this.checkVersion(client, launch.what);
      prepare(launch, this.version, this.context.globalState, this.output);
    } catch (error) {
      const last = client.lastWords || (error instanceof Error ? error.message : String(error));
      this.fail({ kind: "does-not-start", what: launch.what, last });
    }
  }

  /** An installed server may be older than what this extension asks of it. */
  private checkVersion(client: Client, what: string): void {
    const version = client.initializeResult?.serverInfo?.version ?? "0";
    if (version.localeCompare(this.version, undefined, { numeric: true }) < 0) {
      this.fail({ kind: "too-old", what, version, wanted: this.version }); // it goes on: most of it works
    }
  }

  private fail(trouble: Trouble): void {
    this.trouble = trouble;
    this.status.failed(trouble);
    this.output.error(JSON.stringify(trouble));
    this.explain();
  }
}

export function openedFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

/** What the user chose; whether the folder is trusted is not the setting's to say here, but VS Code's. */
function settings(): unknown {
  const chosen = JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION))) as object;
  return { ...chosen, trusted: vscode.workspace.isTrusted };
}

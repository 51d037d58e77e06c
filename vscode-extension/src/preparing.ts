import * as vscode from "vscode";
import { spawn } from "node:child_process";
import { Launch } from "./launch";

/** The version of the extension whose Ruby was prepared. */
const KEY = "puppetlens.prepared";

/**
 * Has a packed server compile Ruby at its first start: a quarter of a minute at low priority, in which a first catalog
 * would have holes. The server does it itself where this fails.
 */
export function prepare(launch: Launch, version: string, kept: vscode.Memento, output: vscode.LogOutputChannel): void {
  const wanted = vscode.workspace.getConfiguration("puppetlens").get("ruby") === "sandbox";
  if (launch.prepare === undefined || !wanted || kept.get(KEY) === version) {
    return;
  }
  output.info("Preparing Ruby, once for this version");
  const process = spawn(launch.command, launch.prepare, { ...launch.options, stdio: "ignore", shell: false });
  process.once("error", (error) => output.warn(`Ruby is not prepared: ${error.message}`));
  process.once("exit", (status) => {
    output.info(status === 0 ? "Ruby is prepared" : `Ruby is not prepared: status ${status}`);
    void kept.update(KEY, status === 0 ? version : undefined);
  });
}

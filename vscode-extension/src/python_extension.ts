import * as vscode from "vscode";

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  environments: {
    getActiveEnvironmentPath(): { path: string };
    resolveEnvironment(path: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  };
}

/** The Python that is chosen in the Python extension; undefined where it is not installed, or says nothing. */
export async function chosenInPythonExtension(): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  try {
    const { environments } = await extension.activate();
    const found = await environments.resolveEnvironment(environments.getActiveEnvironmentPath());
    return found?.executable.uri?.fsPath;
  } catch {
    return undefined; // an older one, or one that cannot start: the PATH has another
  }
}

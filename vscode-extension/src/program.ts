import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";

/** The absolute path of a program: of a name the first on the PATH, but none in the opened folders. */
export function findProgram(
  command: string,
  opened: string[],
  path = process.env.PATH ?? "",
  extensions = process.platform === "win32" ? (process.env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""],
): string | undefined {
  if (isAbsolute(command)) {
    return command;
  }
  if (/[\\/]/.test(command)) {
    return undefined; // relative to what?
  }
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder) || opened.some((each) => isInside(folder, each))) {
      continue;
    }
    for (const extension of extensions.includes("") ? extensions : ["", ...extensions]) {
      const file = join(folder, command + extension);
      if (isProgram(file)) {
        return file;
      }
    }
  }
  return undefined;
}

function isInside(folder: string, around: string): boolean {
  const way = relative(around, folder);
  return way === "" || !(way.startsWith("..") || isAbsolute(way));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

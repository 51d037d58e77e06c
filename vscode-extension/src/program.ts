import { accessSync, constants, realpathSync, statSync } from "node:fs";
import * as path from "node:path";

/** What a machine has to say: its own, or in tests another one. */
export interface Machine {
  path: string;
  windows: boolean;
  /** The real path of a program that can be started; undefined where there is none. */
  program(file: string): string | undefined;
}

/** The machine that this runs on. */
const HERE: Machine = {
  get path() {
    return process.env.PATH ?? "";
  },
  windows: process.platform === "win32",
  program,
};

/** The absolute path of a program: of a name the first on the PATH, but none in the opened folders. */
export function findProgram(command: string, opened: string[], other: Partial<Machine> = {}): string | undefined {
  const machine = { ...HERE, ...other };
  const paths = machine.windows ? path.win32 : path.posix;
  if (paths.isAbsolute(command)) {
    return command;
  }
  if (/[\\/]/.test(command) || (machine.windows && command.includes(":"))) {
    return undefined; // relative to what?
  }
  // What Windows starts by itself; others would need a shell.
  const names = machine.windows && !/\.(exe|com)$/i.test(command) ? [`${command}.exe`, `${command}.com`] : [command];
  for (const folder of machine.path.split(paths.delimiter)) {
    if (!paths.isAbsolute(folder)) {
      continue;
    }
    for (const name of names) {
      const file = paths.join(folder, name);
      const real = machine.program(file);
      if (real !== undefined && ![file, real].some((each) => opened.some((around) => isInside(paths, each, around)))) {
        return file;
      }
    }
  }
  return undefined;
}

/** Whether a program lies in one of the opened folders, itself or what it is a link to. */
export function isInOpened(file: string, opened: string[]): boolean {
  const real = HERE.program(file) ?? file;
  return [file, real].some((each) => opened.some((around) => isInside(path, each, around)));
}

function isInside(paths: path.PlatformPath, file: string, around: string): boolean {
  const way = paths.relative(around, file);
  return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

function program(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}

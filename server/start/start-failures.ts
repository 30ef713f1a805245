import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Config, ConfigError } from "#server/config.ts";

/** Refuses a data folder that cannot be made or written. What is missing is made later, by whoever is to own it. */
export function requireDataFolder(dataDir: string): void {
  try {
    let nearest = dataDir;
    while (!statSync(nearest, { throwIfNoEntry: false })) nearest = dirname(nearest);
    if (!statSync(nearest).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
}

/** What to print when the server cannot start: plain words where it is the operator's to mend, else the error with its stack. */
export function explainStartFailure(
  error: unknown,
  config: Pick<Config, "host" | "port" | "dataDir"> | undefined,
): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `Openstall could not start: ${String(error)}`;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (config && syscall === "listen") {
    const where = `port ${config.port} of ${config.host}`;
    const other = "Set PORT to another one, for example: PORT=3001 npm start";
    if (code === "EADDRINUSE")
      return new ConfigError([`${where} is in use by another program. ${other}`]).message;
    if (code === "EACCES")
      return new ConfigError([`this account may not listen on ${where}. ${other}`]).message;
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      return new ConfigError([`HOST ${config.host} is no address of this machine`]).message;
  }
  if (config && path?.startsWith(config.dataDir)) return dataFolderError(config.dataDir, error).message;
  return `Openstall could not start: ${error.stack ?? error.message}`;
}

function dataFolderError(dataDir: string, cause: unknown): ConfigError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const account = process.getuid ? ` by user ${process.getuid()}` : "";
  return new ConfigError([
    `the data folder ${dataDir} cannot be written${account} (${code ?? message}). Set DATA_DIR to a folder of your own.`,
  ]);
}

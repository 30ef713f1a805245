import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from "node:fs";

const maxLogBytes = 5_000_000;

/** The last lines of PostgreSQL's log, for error messages. */
export function logTail(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, 1_000));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const lines = buffer.toString("utf8").trim().split("\n").slice(-6);
    return `The end of ${file}:\n${lines.join("\n")}\n`;
  } finally {
    closeSync(descriptor);
  }
}

/** Empties the log once it has grown large; call while PostgreSQL is down. */
export function limitLog(file: string): void {
  if (statSync(file).size > maxLogBytes) truncateSync(file);
}

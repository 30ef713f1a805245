import { type DestinationStream, type Logger, pino } from "pino";
import { sqlState } from "#server/database/client.ts";
import { oncePerOutage } from "./outages.ts";

/**
 * The log: one JSON line each, by default to standard output. What an error says may be made of what people typed, so
 * errors are written by `describeError`; nothing else that comes from a request belongs into a line. An outage is one line.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: ["req", "res"],
    serializers: { err: describeError },
    hooks: { logMethod: oncePerOutage() },
  };
  return destination ? pino(options, destination) : pino(options);
}

type Described = { type: string; code?: string; message?: string; stack: string[]; cause?: Described };

/** What helps to find an error's place and kind, without addresses, tokens or values. */
export function describeError(error: unknown): Described | string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const stack = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return {
    type: error.name,
    ...(code && { code }),
    message: messageOf(error),
    stack: stack.slice(0, 12).map((line) => line.trim()),
    ...(typeof cause === "object" && { cause }),
  };
}

/** A database quotes the statement's values; it is the statement, the constraint and the place that matter. */
function messageOf(error: Error): string {
  if (sqlState(error) === undefined) return withoutSecrets(error.message);
  return ["constraint", "table", "column", "routine", "query"]
    .map((name) => [name, Reflect.get(error, name) as unknown])
    .flatMap(([name, fact]) => (typeof fact === "string" ? [`${String(name)} ${fact}`] : []))
    .join(", ");
}

function withoutSecrets(message: string): string {
  return message
    .slice(0, 2_000)
    .replaceAll(/^params: .*$/gms, "")
    .replaceAll(/(?<![^\s@<>"'`:,;()])[^\s@<>"'`:,;()]+@[^\s@<>"'`,;()]+/g, "[address]")
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"']+/gi, "[url]")
    .replaceAll(/(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{32,}/g, "[token]")
    .replaceAll(/\b(?:\d[ -]?){12,19}\b/g, "[number]")
    .replaceAll(/\b\d{6}\b/g, "[code]");
}

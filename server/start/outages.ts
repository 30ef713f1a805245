import type { Logger, LogFn } from "pino";
import { isConnectionLost, sqlState } from "#server/database/client.ts";

/** An outage is over when nothing has failed for so long. */
const quietMs = 15_000;

type Outage = { since: number; leftOut: number; end: NodeJS.Timeout };

/** What leads to the database, as host and port: there are errors that name nothing else. */
const databases = new Set<string>();

/** From now on what cannot be reached at this address is the database. */
export function knowDatabase(databaseUrl: string): void {
  const url = URL.parse(databaseUrl);
  if (url) databases.add(url.port || "5432");
}

/**
 * For pino's `logMethod`: of all that fails because one service cannot be reached, the first line is written, and one more when it is over,
 * with how many were left out. Everybody who waits for a database would else say so every second.
 */
export function oncePerOutage(
  quiet = quietMs,
): (this: Logger, args: Parameters<LogFn>, method: LogFn) => void {
  const outages = new Map<string, Outage>();
  return function logMethod(args, method) {
    const service = lostService(args[0], outages);
    if (service === undefined) return method.apply(this, args);
    const outage = outages.get(service);
    if (outage) {
      outage.leftOut++;
      outage.end.refresh();
      return;
    }
    const end = setTimeout(() => {
      const over = outages.get(service);
      outages.delete(service);
      if (!over || over.leftOut === 0) return;
      const seconds = Math.max(0, Math.round((performance.now() - over.since - quiet) / 1_000));
      this.warn(
        { service, seconds, leftOut: over.leftOut },
        "an outage is over: its other lines were left out",
      );
    }, quiet);
    end.unref();
    outages.set(service, { since: performance.now(), leftOut: 0, end });
    method.apply(this, args);
  };
}

/** Which service a line tells the absence of; undefined where it tells anything else. */
function lostService(about: unknown, outages: ReadonlyMap<string, Outage>): string | undefined {
  if (typeof about !== "object" || about === null) return undefined;
  if ("err" in about) return isConnectionLost(about.err) ? serviceOf(about.err) : undefined;
  // The line of a request that could not be answered meanwhile.
  return "status" in about && about.status === 503 && outages.has("database") ? "database" : undefined;
}

function serviceOf(error: unknown): string {
  if (sqlState(error) !== undefined) return "database";
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const port = "port" in cause ? String(cause.port) : undefined;
    if (port !== undefined) return databases.has(port) ? "database" : `port ${port}`;
    if ("hostname" in cause && typeof cause.hostname === "string") return cause.hostname;
  }
  return "database";
}

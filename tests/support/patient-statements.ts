import pg from "pg";
import { afterFile } from "./after-file.ts";

type Limits = Partial<
  Record<"statement_timeout" | "lock_timeout" | "idle_in_transaction_session_timeout", string>
>;
type Connecting = { getStartupConf(): Limits; startupConfOfAServer?: () => Limits };

/** A server has a machine of its own; tests may share a slow one with others. */
const factor = 20;
let isKept = false;

// A worker runs this file once for each test file, and keeps `pg`: what was replaced before is not replaced again.
const prototype = pg.Client.prototype as unknown as Connecting;
const getStartupConf = (prototype.startupConfOfAServer ??= prototype.getStartupConf);
prototype.getStartupConf = function patient(this: Connecting) {
  const asked = getStartupConf.call(this);
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const;
  for (const name of names)
    if (!isKept && asked[name] !== undefined) asked[name] = `${Number(asked[name]) * factor}`;
  return asked;
};

/** For a test file that looks at the limits themselves: connections of this file have those of a server. */
export function keepStatementLimits(): void {
  isKept = true;
  afterFile(() => (isKept = false));
}

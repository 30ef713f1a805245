import pg from "pg";
import { ConfigError } from "#server/config.ts";
import { sessionAt } from "./session-settings.ts";

/** One connection that is no pool's. Throws `ConfigError` where it cannot be made: why, and what to do, without a password. */
export async function connectDirectly(databaseUrl: string, variable = "DATABASE_URL"): Promise<pg.Client> {
  return connectWith(databaseUrl, variable, (url) => sessionAt(url));
}

/** The same by what the driver is told for the address. */
export async function connectWith(
  databaseUrl: string,
  variable: string,
  settingsAt: (url: string) => pg.ClientConfig,
): Promise<pg.Client> {
  let where = "the server";
  try {
    const client = new pg.Client({ ...settingsAt(databaseUrl), connectionTimeoutMillis: 10_000 });
    where = `${client.host}:${client.port}`;
    // A connection that breaks later is reported by the statement that follows.
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new ConfigError([`${variable}: ${explainRefusal(error, where)}`], error);
  }
}

const uncheckable =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_ALTNAME_INVALID)/;

/** What keeps a connection to `where` from being made, for whoever is to mend it. */
export function explainRefusal(error: unknown, where: string): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ERR_INVALID_URL")
    return "not a database URL, such as postgres://user:password@host:5432/database";
  if (/unsupported startup parameter/i.test(message))
    return `${where} is a pooler that keeps no session (${message}): leave it in DATABASE_URL, and name PostgreSQL itself in DATABASE_DIRECT_URL (docs/databases.md)`;
  if (code === "28P01" || code === "28000") return `${where} rejected the user or password (${message})`;
  if (code === "3D000") return `${where} has no such database. Create it first (${message})`;
  if (code === "53300")
    return `${where} answers, and has no connection left for this user (${message}): raise that limit, or lower the pools of the processes that hold them (docs/databases.md)`;
  if (code === "57P03") return `${where} answers, and takes no connections at the moment (${message})`;
  if (message === "The server does not support SSL connections")
    return `${where} offers no TLS: have it offer some or, on a network of your own, add ?sslmode=disable`;
  if (uncheckable.test(code))
    return `${where} shows a certificate that cannot be believed (${code}): name the authority it is of by ?sslrootcert=…`;
  if (error instanceof pg.DatabaseError) return `${where} refuses the connection (${message})`;
  return `no PostgreSQL server can be reached at ${where} (${code || message})`;
}

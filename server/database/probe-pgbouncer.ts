import pg from "pg";
import { pooledAt } from "./session-settings.ts";

/** PgBouncer waits this long between two tries to log in, in seconds, unless it is told otherwise. */
export const wantedLoginRetry = 1;

/**
 * Reads how long PgBouncer waits before it tries a server again that has refused it, in seconds. Undefined when the pooler is
 * another one, or doesn't let this user read its settings (`stats_users`).
 */
export async function readLoginRetry(url: string): Promise<number | undefined> {
  const console = new URL(url);
  console.pathname = "/pgbouncer";
  const client = new pg.Client({
    ...pooledAt(console.href),
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ key: string; value: string }>("show config");
    const found = rows.find(({ key }) => key === "server_login_retry");
    return found && Number.parseFloat(found.value);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

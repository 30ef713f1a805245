import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseRunAsUser } from "#server/database/embedded/run-as-user.ts";
import { freePort } from "./free-port.ts";
import { onServer } from "./template-database.ts";

export type PgBouncer = {
  /** Every database of the server behind it is there under its name. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts PgBouncer before a server, as strict as it comes: a connection for each transaction, and none of the settings that
 * a client asks for. `more` are lines of its configuration.
 */
export async function startPgBouncer(
  program: string,
  serverUrl: string,
  more: string[] = [],
): Promise<PgBouncer> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "openstall-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  const password = server.password ? ` password=${decodeURIComponent(server.password)}` : "";
  await writeFile(
    file,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port} user=${decodeURIComponent(server.username)}${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      "pool_mode = transaction",
      "max_client_conn = 2000",
      "default_pool_size = 20",
      // Test databases come and go.
      "server_idle_timeout = 5",
      "autodb_idle_timeout = 5",
      "log_connections = 0",
      "log_disconnections = 0",
      ...more,
    ].join("\n"),
  );
  // It refuses to run as root.
  const account = chooseRunAsUser(folder, join(folder, "none"));
  if (account) for (const path of [folder, file]) await chown(path, account.uid, account.gid);
  const output: Buffer[] = [];
  const child = spawn(program, ["-q", file], { ...account, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const killAtExit = () => void child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = once(child, "close").finally(() => process.off("exit", killAtExit));
  const url = Object.assign(new URL(serverUrl), { port: String(port), password: "" }).href;
  const stop = async () => {
    // At once: whoever is still connected has no more to say.
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await onServer(url, (client) => client.query("select 1"));
      return { url, stop };
    } catch (error) {
      if (attempt < 50 && child.exitCode === null) {
        await sleep(100);
        continue;
      }
      await stop();
      throw new Error(`PgBouncer did not start: ${Buffer.concat(output).toString()}`, { cause: error });
    }
  }
}

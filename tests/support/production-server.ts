import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fastFolder } from "./fast-folder.mjs";

export type ProductionServer = {
  /** Where it answers, such as http://localhost:3210 */
  url: string;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
};

/**
 * Starts the built app on a new, seeded store of its own in a temporary folder, and waits until it is ready. The server
 * seeds it, unless `fill` has put a seeded store into the empty folder already.
 * Its output is shown when it does not become ready within two minutes, or always with `show`.
 */
export async function startProductionServer({
  port,
  show = false,
  fill,
  env = {},
}: {
  port: number;
  show?: boolean;
  fill?: (dataDir: string) => Promise<void>;
  env?: Record<string, string>;
}): Promise<ProductionServer> {
  const url = `http://localhost:${port}`;
  if (await isAnswering(`${url}/api/health`)) throw new Error(`Something is already listening on ${url}`);
  const dataDir = await mkdtemp(join(fastFolder(), "openstall-data-"));
  await fill?.(dataDir);
  const root = resolve(import.meta.dirname, "..", "..");
  const server = spawn(process.execPath, [join(root, "server", "main.ts")], {
    cwd: root,
    env: {
      ...withoutSettings(process.env),
      NODE_ENV: "production",
      PORT: `${port}`,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output.push(chunk);
      if (show) process.stderr.write(chunk);
    });
  const ended = new Promise<void>((done) => server.on("close", () => done()));
  const stop = async () => {
    const killer = setTimeout(() => server.kill("SIGKILL"), 60_000);
    server.kill("SIGTERM");
    await ended;
    clearTimeout(killer);
    await rm(dataDir, { recursive: true, force: true });
  };

  const deadline = Date.now() + 600_000;
  while (!(await isAnswering(`${url}/api/ready`))) {
    if (server.exitCode === null && server.signalCode === null && Date.now() < deadline) continue;
    const end = `exit status ${server.exitCode}, signal ${server.signalCode}`;
    await stop();
    throw new Error(`The server did not become ready (${end}):\n${Buffer.concat(output).toString()}`);
  }
  return { url, stop };
}

/** True when the address answers 200; waits a moment otherwise, so that it can be asked in a loop. */
async function isAnswering(address: string) {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    if (response.ok) return true;
  } catch {
    // Not listening yet.
  }
  await new Promise((done) => setTimeout(done, 150));
  return false;
}

/** The developer's own settings (a database, a payment account) have no place in a test store. */
function withoutSettings(env: NodeJS.ProcessEnv) {
  const own =
    /^(DATABASE_URL|PUBLIC_URL|HOST|ALLOW_SANDBOX|SMTP_URL|MAIL_FROM|OPENSTALL_DEV|STRIPE_.*|S3_.*|OIDC_.*|META_.*|INSTAGRAM_.*|X_.*)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

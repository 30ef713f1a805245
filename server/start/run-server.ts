import type { FastifyBaseLogger } from "fastify";
import { answerWhileStarting } from "./answer-while-starting.ts";
import { awaitDatabase } from "./await-database.ts";
import { type Config, ConfigError, loadConfig } from "#server/config.ts";
import { PoolBesideDesks } from "#server/database/desk-reads.ts";
import { requireLookedAfter } from "#server/database/set-back.ts";
import { createLog } from "./log.ts";
import { reportSecurityCounts } from "#server/http/security-events.ts";
import { refuseNetwork } from "#server/http/local-mode.ts";
import { startDatabase } from "./start-database.ts";
import { explainStartFailure, requireDataFolder } from "./start-failures.ts";
import type { Services } from "#server/services.ts";
import { type Started, stopOnSignal } from "./stop-on-signal.ts";

type Role = "web" | "worker";

/**
 * Starts the roles named on the command line (`web`, `worker`; both when none is named) and says where to look. A server
 * that cannot start says why and ends the process with 1. A signal ends all that was started, in the middle of a start too.
 */
export async function runServer(
  words: readonly string[],
  output: Pick<Console, "log" | "error">,
): Promise<void> {
  let config: Config | undefined;
  const started: Started = {};
  try {
    const roles = readRoles(words);
    config = loadConfig(process.env);
    requireDataFolder(config.dataDir);
    const log = createLog(config.logLevel);
    stopOnSignal(started, log);
    if (config.mode === "live") reportSecurityCounts(log);
    const opened = await start(roles, config, log, started);
    if (config.databaseUrl) await sayConnections(opened, roles, output);
    if (config.mode === "live" && !config.demo) await warnOfDemoStore(opened);
    output.log(roles.has("web") ? whereToLook(config) : "Openstall worker is running.");
  } catch (error) {
    // What fails because everything is being stopped is no failure.
    if (started.isStopping) return;
    output.error(explainStartFailure(error, config));
    await started.database?.stop().catch(() => {});
    process.exit(1);
  }
}

function readRoles(words: readonly string[]): ReadonlySet<Role> {
  const isRole = (word: string): word is Role => word === "web" || word === "worker";
  const unknown = words.filter((word) => !isRole(word));
  if (unknown.length > 0)
    throw new ConfigError([`there is no role ${unknown.join(", ")}; there are web and worker`]);
  const named = words.filter(isRole);
  return new Set(named.length > 0 ? named : ["web", "worker"]);
}

async function start(roles: ReadonlySet<Role>, config: Config, log: FastifyBaseLogger, started: Started) {
  // A proxy retries what it cannot connect, and passes on any answer: behind one, the port opens once this process can serve.
  const answersEarly = roles.has("web") && config.mode === "local" && config.trustedProxies === 0;
  const port = answersEarly ? await answerWhileStarting(config) : undefined;
  // PostgreSQL starts in a process of its own while this one loads the rest of the program.
  const embedded = startDatabase(config, log);
  started.database = embedded && { stop: async () => (await embedded).stop() };
  const [{ openServices }, startRoles] = await Promise.all([
    import("./open-services.ts"),
    import("./start-roles.ts"),
  ]);
  const { deliverSandboxEvents, prepareQueue, prepareStore, startWeb, startWorker } = startRoles;
  const opened = await openServices(config, log, undefined, embedded);
  started.services = opened;
  const { pool } = opened.services;
  await awaitDatabase("asking whether it was restored", () => requireLookedAfter(pool), { log });
  if (roles.has("web")) await awaitDatabase("preparing the store", () => prepareStore(opened), { log });
  const runJobs = () => (roles.has("worker") ? startWorker(opened) : prepareQueue(opened));
  const [worker, app] = await Promise.all([
    awaitDatabase("starting the jobs", runJobs, { log }),
    roles.has("web") ? startWeb(opened) : undefined,
  ]);
  Object.assign(started, { worker, app });
  if (app) {
    await port?.free();
    await app.listen({ host: config.host, port: config.port });
    started.deliverer = deliverSandboxEvents(opened);
  }
  const { metrics, services } = opened;
  if (metrics && config.metrics) {
    const { measureSystem, serveMetrics } = await import("#server/operation/metrics.ts");
    await measureSystem(metrics, services, poolsOf(services));
    await serveMetrics(metrics, config.metrics, log, (request, response) =>
      refuseNetwork(config, request, response),
    );
  }
  return services;
}

const poolsOf = ({ pool, sessions }: Services) => ({
  requests: pool,
  locks: sessions,
  ...(pool instanceof PoolBesideDesks && {
    desks: pool.desks,
    ...(pool.replica && { replica: pool.replica }),
  }),
});

/** What this process may come to hold of the database's connections, which others may hold, too. */
async function sayConnections(
  { access, pool, log }: Services,
  roles: ReadonlySet<Role>,
  output: Pick<Console, "log">,
): Promise<void> {
  const { describeBudget, readRoom } = await import("#server/database/connection-budget.ts");
  const { line, warning } = describeBudget(access, roles, await readRoom(pool));
  output.log(`Database connections: ${line}`);
  if (warning) log.warn(warning);
}

/** A database that was tried locally first still has it. */
async function warnOfDemoStore({ pool, log }: Services): Promise<void> {
  const { describeDemoStore, findDemoStore } = await import("#server/demo-store/find-demo-store.ts");
  const store = await findDemoStore(pool);
  if (store) log.warn(describeDemoStore(store));
}

/** What a running server says on the console. */
function whereToLook({
  publicUrl: { origin },
  mode,
  localModeOpenToNetwork,
}: Pick<Config, "publicUrl" | "mode" | "localModeOpenToNetwork">): string {
  const lines = [`Openstall is running at ${origin}`];
  if (mode === "local") {
    lines.push(
      `  Demo storefront   ${origin}/u/demo`,
      `  Sign in           ${origin}/api/login   (button "Continue as the demo creator", or a code by mail)`,
      `  Mailbox           ${origin}/dev/mailbox`,
      `  API               ${origin}/api/docs`,
      `  Test card         4242 4242 4242 4242, any future date, any code`,
      localModeOpenToNetwork
        ? "  Network           OPEN: anyone who can reach this port can read the mailbox and sign in"
        : "  Network           only this computer is answered",
    );
  }
  return lines.join("\n");
}

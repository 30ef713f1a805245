import type { FastifyBaseLogger } from "fastify";
import { awaitDatabase } from "./await-database.ts";
import { type Clock, systemClock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { openDatabase, openSessions } from "#server/database/client.ts";
import { sessionConnections } from "#server/database/connection-budget.ts";
import { slowStatements } from "#server/database/slow-statements.ts";
import { databaseAccessOf } from "#server/database/database-access.ts";
import type { EmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { watchReplica } from "#server/database/replica.ts";
import { openNotifications } from "#server/database/notifications.ts";
import { openDevClock } from "#server/dev-clock/dev-clock.ts";
import { openFileStore } from "#server/files/open-file-store.ts";
import { openOutcomes } from "#server/jobs/outcomes.ts";
import { type Metrics, openMetrics, silentMeter } from "#server/operation/metrics.ts";
import { traceOutside } from "#server/operation/traces/trace-calls.ts";
import { openTracer } from "#server/operation/traces/tracer.ts";
import { statementsIn } from "#server/operation/traces/trace-statements.ts";
import { openMailer } from "#server/mail/open-mailer.ts";
import { openPaymentGateway } from "#server/payments/open-payment-gateway.ts";
import { openPlatforms } from "#server/platforms/open-platforms.ts";
import { localSecret } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { openStorefrontCache } from "#server/pages/storefront-cache.ts";
import { knowDatabase } from "./outages.ts";
import { bringUpToDate, prepareDatabase } from "./prepare-database.ts";
import { startDatabase } from "./start-database.ts";

export type OpenServices = { services: Services; metrics?: Metrics | undefined; close(): Promise<void> };

/**
 * Opens everything the server talks to: the embedded database where none is configured (or `starting`, which somebody has
 * begun to start), migrated; then the adapter or the stand-in of each need. `close` stops what was started, in reverse.
 */
export async function openServices(
  config: Config,
  log: FastifyBaseLogger,
  machine: Clock = systemClock,
  starting: Promise<EmbeddedPostgres> | undefined = startDatabase(config, log),
): Promise<OpenServices> {
  const embedded = await starting;
  try {
    const isLocal = config.mode === "local";
    const named = databaseAccessOf(config, embedded?.url);
    // Our own is there and may be busy; another that cannot be reached is an address to correct, and said at once.
    const migrate = () => bringUpToDate(config, named);
    if (embedded) await awaitDatabase("bringing its tables up to date", migrate, { log });
    const access = embedded ? named : await prepareDatabase(config, named, log);
    const { pools, pooler } = access;
    for (const url of [access.url, access.directUrl]) knowDatabase(url);
    const tracer = config.traces && (await openTracer(config.traces, log));
    const traced = tracer && statementsIn(tracer);
    const database = openDatabase(access.url, pools.requests, {
      desks: pools.desks,
      pooler,
      replicaUrl: config.databaseReadUrl,
      isEmbedded: embedded !== undefined,
      slow: slowStatements(config, log),
      traced,
    });
    const sessions = openSessions(access.directUrl, sessionConnections, traced);
    const notifications = await awaitDatabase("listening", () => openNotifications(access), { log });
    const secret = config.appSecret ?? localSecret(config.dataDir);
    const { db, pool } = database;
    const replica = database.replica && watchReplica(database.replica, pool, log);
    const ending = { hasBegun: false };
    const metrics = config.metrics && (await openMetrics());
    const meter = metrics?.meter ?? silentMeter;
    const watched = { log, meter, tracer, ending, outcomes: openOutcomes(log) };
    const opened = { config, secret, access, db, pool, sessions, replica, notifications, ...watched };
    const devClock = isLocal ? await openDevClock(opened, machine) : undefined;
    const shared = { ...opened, devClock, clock: devClock ?? machine };
    const outside = {
      payments: await openPaymentGateway(shared, machine),
      platforms: openPlatforms(shared),
      mailer: await openMailer(shared),
      files: await openFileStore(config),
    };
    const services: Services = {
      ...shared,
      storefronts: openStorefrontCache(shared),
      ...(tracer ? traceOutside(tracer, outside, config) : outside),
    };
    return {
      services,
      metrics,
      async close() {
        await notifications.close();
        await Promise.all([database.close(), sessions.end(), tracer?.close()]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

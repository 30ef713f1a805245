import type { FastifyBaseLogger } from "fastify";
import { awaitDatabase } from "./await-database.ts";
import { type Clock, systemClock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { openDatabase } from "#server/database/client.ts";
import type { EmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { openNotifications } from "#server/database/notifications.ts";
import { openDevClock } from "#server/dev-clock/dev-clock.ts";
import { openFileStore } from "#server/files/open-file-store.ts";
import { openMailer } from "#server/mail/open-mailer.ts";
import { openPaymentGateway } from "#server/payments/open-payment-gateway.ts";
import { openPlatforms } from "#server/platforms/open-platforms.ts";
import { localSecret } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { openStorefrontCache } from "#server/pages/storefront-cache.ts";
import { startDatabase } from "./start-database.ts";

export type OpenServices = { services: Services; databaseUrl: string; close(): Promise<void> };

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
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
    const migrate = () => migrateDatabase(databaseUrl, isLocal ? "movable" : "machine");
    // Our own is there and may be busy; another that cannot be reached is an address to correct, and said at once.
    await (embedded ? awaitDatabase("bringing its tables up to date", migrate, { log }) : migrate());
    const database = openDatabase(databaseUrl, 16);
    const notifications = await awaitDatabase("listening", () => openNotifications(databaseUrl), { log });
    const secret = config.appSecret ?? localSecret(config.dataDir);
    const opened = { config, secret, db: database.db, pool: database.pool, notifications, log };
    const devClock = isLocal ? await openDevClock(opened, machine) : undefined;
    const shared = { ...opened, devClock, clock: devClock ?? machine };
    const services: Services = {
      ...shared,
      storefronts: openStorefrontCache(shared),
      payments: openPaymentGateway(shared, machine),
      platforms: openPlatforms(shared),
      mailer: openMailer(shared),
      files: openFileStore(config),
    };
    return {
      services,
      databaseUrl,
      async close() {
        await notifications.close();
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

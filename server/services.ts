import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./database/client.ts";
import type { DatabaseAccess } from "./database/database-access.ts";
import type { Notifications } from "./database/notifications.ts";
import type { Replica } from "./database/replica.ts";
import type { DevClock } from "./dev-clock/dev-clock.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Outcomes } from "./jobs/outcomes.ts";
import type { Meter } from "./operation/metrics.ts";
import type { Tracer } from "./operation/traces/tracer.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { PaymentGateway } from "./payments/payment-gateway.ts";
import type { Platforms } from "./platforms/social-platform.ts";
import type { StorefrontCache } from "./pages/storefront-cache.ts";

/** The outside world, chosen from the configuration. Handlers get it by closure. */
export type Services = {
  config: Config;
  /** Signs and seals; see `secrets.ts`. */
  secret: string;
  clock: Clock;
  /** The same clock, where it can be moved: in local mode. */
  devClock: DevClock | undefined;
  /** How the database is reached. */
  access: DatabaseAccess;
  db: Db;
  pool: pg.Pool;
  /** A few connections that keep what belongs to a session, such as a lock that outlives a transaction. */
  sessions: pg.Pool;
  /** Watches the copy that reads of creators' desks may go to; undefined where there is none. */
  replica: Replica | undefined;
  notifications: Notifications;
  /** Results of what was handed to the outside world, until they are written. */
  outcomes: Outcomes;
  /** What this process keeps of the public storefronts. */
  storefronts: StorefrontCache;
  payments: PaymentGateway;
  platforms: Platforms;
  mailer: Mailer;
  files: FileStore;
  log: FastifyBaseLogger;
  /** Counts what happens here, where somebody asks for figures. */
  meter: Meter;
  /** Tells how long each part of a request or job takes; undefined where nobody asks. */
  tracer: Tracer | undefined;
  /** Whether the process has been told to stop: it still serves, and is ready no more. */
  ending: { hasBegun: boolean };
};

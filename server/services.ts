import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./database/client.ts";
import type { Notifications } from "./database/notifications.ts";
import type { DevClock } from "./dev-clock/dev-clock.ts";
import type { FileStore } from "./files/file-store.ts";
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
  db: Db;
  pool: pg.Pool;
  notifications: Notifications;
  /** What this process keeps of the public storefronts. */
  storefronts: StorefrontCache;
  payments: PaymentGateway;
  platforms: Platforms;
  mailer: Mailer;
  files: FileStore;
  log: FastifyBaseLogger;
};

import { z } from "zod";
import { withTls } from "#server/start/transport-security.ts";

/** How many connections each part of a process may hold. */
export type PoolSizes = {
  /** Of requests, and of the worker of messages. */
  requests: number;
  /** Of reads of creators' desks; undefined for as many as the machine has cores to spare. */
  desks: number | undefined;
  /** Of jobs that somebody waits for, and of those that run by themselves. */
  jobs: number;
  scheduled: number;
  /** Of the queue itself: which job is whose. */
  queue: number;
};

const size = (fallback: number) => z.coerce.number().int().min(1).max(1_000).default(fallback);

export const databaseEnvironment = {
  DATABASE_URL: z.string().trim().min(1).optional(),
  DATABASE_DIRECT_URL: z.string().trim().min(1).optional(),
  DATABASE_READ_URL: z.string().trim().min(1).optional(),
  DATABASE_LISTEN: z.enum(["on", "off"]).default("on"),
  DATABASE_POOL: size(16),
  DATABASE_DESK_POOL: z.coerce.number().int().min(1).max(1_000).optional(),
  DATABASE_JOB_POOL: size(8),
  DATABASE_SCHEDULE_POOL: size(6),
  DATABASE_QUEUE_POOL: size(6),
};
type DatabaseEnvironment = z.infer<z.ZodObject<typeof databaseEnvironment>>;

export type DatabaseSettings = {
  /** What statements are sent to; may lead through a pooler. Undefined for the embedded server. */
  databaseUrl: string | undefined;
  /** PostgreSQL itself, where `databaseUrl` leads through a pooler that keeps no session; else undefined. */
  databaseDirectUrl: string | undefined;
  /** A copy that follows it, for reads of creators' desks; undefined where there is none. */
  databaseReadUrl: string | undefined;
  /** Whether to LISTEN; without it everything is found by looking once a second. */
  databaseListen: boolean;
  pools: PoolSizes;
};

/** `mode` as in `Config`: on a public address the database is reached over TLS. */
export function databaseSettingsOf(env: DatabaseEnvironment, mode: "local" | "live"): DatabaseSettings {
  const secured = (url: string | undefined) => (url && mode === "live" ? withTls(url) : url);
  const directUrl = env.DATABASE_DIRECT_URL === env.DATABASE_URL ? undefined : env.DATABASE_DIRECT_URL;
  return {
    databaseUrl: secured(env.DATABASE_URL),
    databaseDirectUrl: secured(directUrl),
    databaseReadUrl: secured(env.DATABASE_READ_URL),
    databaseListen: env.DATABASE_LISTEN === "on",
    pools: {
      requests: env.DATABASE_POOL,
      desks: env.DATABASE_DESK_POOL,
      jobs: env.DATABASE_JOB_POOL,
      scheduled: env.DATABASE_SCHEDULE_POOL,
      queue: env.DATABASE_QUEUE_POOL,
    },
  };
}

/** A way past the pooler alone leads nowhere. */
export const wrongDatabase = (env: DatabaseEnvironment): string[] => [
  ...(env.DATABASE_DIRECT_URL && !env.DATABASE_URL
    ? ["DATABASE_DIRECT_URL is set, but DATABASE_URL is missing. Set DATABASE_URL to the pooler's address"]
    : []),
  ...(env.DATABASE_READ_URL && !env.DATABASE_URL
    ? ["DATABASE_READ_URL is set, but DATABASE_URL is missing. Set DATABASE_URL to the primary"]
    : []),
];

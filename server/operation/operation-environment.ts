import { z } from "zod";

export const operationEnvironment = {
  DRAIN_SECONDS: z.coerce.number("must be a whole number").int().min(0).max(300).optional(),
  METRICS_PORT: z.coerce.number("must be a port").int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().trim().min(1).optional(),
  REQUEST_LOG: z.enum(["on", "off"]).default("off"),
  SLOW_STATEMENT_MS: z.coerce.number("must be a whole number").int().min(0).max(60_000).default(1_000),
};
type OperationEnvironment = z.infer<z.ZodObject<typeof operationEnvironment>>;

export type OperationSettings = {
  /** For how long a web process that is told to stop says that it is not ready, and still serves: proxies have to see it. */
  drainSeconds: number;
  /** Where Prometheus may ask for figures; undefined for nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** A line for each request, also for those that went well. */
  requestLog: boolean;
  /** From when on the log names a statement of the database; 0 for never. */
  slowStatementMs: number;
};

/** `host` is where the server itself listens. */
export const operationSettingsOf = (
  env: OperationEnvironment,
  mode: "local" | "live",
  host: string,
): OperationSettings => ({
  drainSeconds: env.DRAIN_SECONDS ?? (mode === "local" ? 0 : 8),
  metrics:
    env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST ?? host, port: env.METRICS_PORT },
  requestLog: env.REQUEST_LOG === "on",
  slowStatementMs: env.SLOW_STATEMENT_MS,
});

import { bareEmail } from "#contract/email-address.ts";
import { z } from "zod";
import { Email } from "#contract/values.ts";
import { traceEnvironment, tracesOf, type TraceSettings, wrongTraces } from "./traces/trace-environment.ts";

export const operationEnvironment = {
  DRAIN_SECONDS: z.coerce.number("must be a whole number").int().min(0).max(300).optional(),
  METRICS_PORT: z.coerce.number("must be a port").int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().trim().min(1).optional(),
  REQUEST_LOG: z.enum(["on", "off"]).default("off"),
  SLOW_STATEMENT_MS: z.coerce.number("must be a whole number").int().min(0).max(60_000).default(1_000),
  OPERATORS: z.string().trim().min(1).optional(),
  OPERATOR_NAME: z.string().trim().min(1).max(80).optional(),
  FRONT_STORE: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9_]{3,30}$/, "must be the handle of a creator, such as maya")
    .optional(),
  ...traceEnvironment,
};
type OperationEnvironment = z.infer<z.ZodObject<typeof operationEnvironment>>;

export type OperationSettings = {
  /** For how long a web process that is told to stop says that it is not ready, and still serves: proxies have to see it. */
  drainSeconds: number;
  /** Where Prometheus may ask for figures; undefined for nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Where it is told how long each part of a request or job takes; undefined for nowhere. */
  traces: TraceSettings | undefined;
  /** A line for each request, also for those that went well. */
  requestLog: boolean;
  /** From when on the log names a statement of the database; 0 for never. */
  slowStatementMs: number;
  /** Addresses of the accounts that may see `/operator`, in lower case. */
  operators: ReadonlySet<string>;
  /** What the front page shows in place of ours: whose installation it is, or one creator's store. */
  front: { name: string | undefined; store: string | undefined };
};

/** Who runs the demo on a laptop: so that the operator's desk can be seen there. */
const localOperator = "demo@example.com";

const operatorsIn = ({ OPERATORS = "" }: Pick<OperationEnvironment, "OPERATORS">): string[] =>
  OPERATORS.split(",")
    .map((address) => address.trim())
    .filter(Boolean);

/** What is wrong with all of these. */
export const wrongOperation = (
  env: OperationEnvironment,
  mode: "local" | "live",
  isPublicDemo: boolean,
): string[] => [...wrongOperators(env, isPublicDemo), ...wrongTraces(env, mode)];

/** What of `OPERATORS` is no address of an account; in a public demo anybody reads the mail with an operator's code. */
const wrongOperators = (env: OperationEnvironment, isPublicDemo: boolean): string[] => [
  ...operatorsIn(env)
    .filter((address) => !Email.safeParse(address).success)
    .map((address) => `OPERATORS: ${address} is not an email address. Separate addresses with commas`),
  ...(isPublicDemo && env.OPERATORS !== undefined
    ? [
        "OPERATORS can't be set in a public demo (ALLOW_SANDBOX without SMTP_URL): anyone could read an operator's sign-in code in its mailbox",
      ]
    : []),
];

/** `host` is where the server itself listens. */
export const operationSettingsOf = (
  env: OperationEnvironment,
  mode: "local" | "live",
  host: string,
): OperationSettings => ({
  drainSeconds: env.DRAIN_SECONDS ?? (mode === "local" ? 0 : 8),
  metrics:
    env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST ?? host, port: env.METRICS_PORT },
  traces: tracesOf(env),
  requestLog: env.REQUEST_LOG === "on",
  slowStatementMs: env.SLOW_STATEMENT_MS,
  front: { name: env.OPERATOR_NAME, store: env.FRONT_STORE },
  operators: new Set(
    env.OPERATORS === undefined && mode === "local" ? [localOperator] : operatorsIn(env).map(bareEmail),
  ),
});

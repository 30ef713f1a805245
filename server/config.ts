import { resolve } from "node:path";
import { z } from "zod";
import {
  type FileStorage,
  filesOf,
  storageEnvironment,
  exportsStorageOf,
  unpaidStorageOf,
  wrongStorage,
} from "./files/storage-environment.ts";
import { cdnEnvironment, cdnGroup, cdnOf, type CdnSettings, wrongCdn } from "./cdn/cdn-environment.ts";
import {
  databaseEnvironment,
  type DatabaseSettings,
  databaseSettingsOf,
  wrongDatabase,
} from "./database/database-environment.ts";
import { incompleteGroups, sayWhat } from "./environment-problems.ts";
import { isLoopback } from "./http/loopback.ts";
import { dkimEnvironment, wrongDkim } from "./mail/dkim.ts";
import { mailOf, type MailSettings } from "./mail/mail-settings.ts";
import {
  mailReportEnvironment,
  type MailReports,
  mailReportsOf,
  wrongMailReports,
} from "./mail/feedback/mail-environment.ts";
import {
  operationEnvironment,
  type OperationSettings,
  operationSettingsOf,
  wrongOperation,
} from "./operation/operation-environment.ts";
import { withoutUnasked } from "./operation/traces/trace-environment.ts";
import {
  type SocialApps,
  socialAppsOf,
  socialEnvironment,
  socialGroups,
  wrongSocialApps,
} from "./platforms/social-apps.ts";
import { type PaymentSettings, paymentsOf, wrongStripeKeys } from "./payments/payment-environment.ts";
import { openTransports } from "./start/transport-security.ts";

/** Everything the process is told from outside, parsed once. */
export type Config = DatabaseSettings &
  OperationSettings & {
    /** `local`: every need without its variables gets its stand-in. `live`: no stand-in, ever. */
    mode: "local" | "live";
    publicUrl: URL;
    host: string;
    port: number;
    dataDir: string;
    /** What keeps copies of stores' pages; undefined where visitors ask us. */
    cdn: CdnSettings | undefined;
    /** Reload and unbuilt pages, for contributors. */
    dev: boolean;
    /** Local mode answers other machines, too, to which it opens the mailbox, the demo account and the operator's pages. */
    localModeOpenToNetwork: boolean;
    /** How many proxies stand before us; their last addresses are believed. */
    trustedProxies: number;
    logLevel: "debug" | "info" | "warn" | "error" | "silent";
    /** A public demo: stand-ins on a public address, with a banner on every page. */
    sandboxAllowed: boolean;
    /** Where payments and mail are both pretended, here or on a public address: anybody may enter the demo store, and read the mailbox. */
    demo: boolean;
    /** Signs cookies' companions, receipt links and sealed tokens. Unset in local mode: kept in the data folder. */
    appSecret: string | undefined;
    /** The secret before it: what rests sealed with it is still read, and sealed anew. */
    previousAppSecret: string | undefined;
    payments: PaymentSettings;
    /** Creators have a plan with its limits; not where somebody runs this for themselves. */
    plans: boolean;
    /** What the platform keeps of each sale, and where the creators it pays live (ISO code in lower case). */
    payouts: { platformFeeBps: number; country: string };
    mail: MailSettings;
    mailReports: MailReports;
    files: FileStorage;
    /** What creators may store who have neither a paid plan nor sales: each of them, and all together. */
    unpaidStorage: { accountBytes: number; totalBytes: number };
    /** How much all exports of everything may store. */
    exportsStorage: { totalBytes: number };
    /** Push services besides those of the browsers' makers, as `host:port`. */
    push: { hosts: string[] };
    social: SocialApps;
    signIn:
      | { method: "code" }
      | { method: "oidc"; issuerUrl: string; clientId: string; clientSecret: string };
    /** For how long a browser hears of news before it asks again; below what a proxy in front allows an answer. */
    newsStreamSeconds: number;
    /** Multiplies every rate limit; only load tests raise it. */
    rateLimitFactor: number;
  };

/** What is wrong with the environment: every problem at once. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[], cause?: unknown) {
    super(["Openstall cannot start:", ...problems.map((problem) => `  - ${problem}`)].join("\n"), { cause });
    this.problems = problems;
  }
}

const text = z.string().trim().min(1).optional();
const Environment = z.object({
  PUBLIC_URL: text,
  HOST: text,
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATA_DIR: text,
  OPENSTALL_DEV: text,
  LOCAL_MODE_OPEN_TO_NETWORK: z.enum(["true", "false"]).default("false"),
  ...operationEnvironment,
  ...cdnEnvironment,
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  ALLOW_SANDBOX: z.enum(["true", "false"]).default("false"),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  ...databaseEnvironment,
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: z.url().optional(),
  PLANS: z.enum(["on", "off"]).default("on"),
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0),
  PAYOUT_COUNTRY: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be a country code of two letters")
    .default("us"),
  SMTP_URL: text,
  MAIL_FROM: text,
  ...storageEnvironment,
  WEB_PUSH_HOSTS: text,
  OIDC_ISSUER_URL: text,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  ...socialEnvironment,
  ...dkimEnvironment,
  ...mailReportEnvironment,
  NEWS_STREAM_SECONDS: z.coerce.number().int().min(0).max(3_600).default(600),
  RATE_LIMIT_FACTOR: z.coerce.number().min(1).default(1),
});
type Environment = z.infer<typeof Environment>;

/** Every variable that is read. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);

/** The variables of each need; all of a group or none. */
const groups = {
  payments: ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  mail: ["SMTP_URL", "MAIL_FROM"],
  files: ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  oidc: ["OIDC_ISSUER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  cdn: cdnGroup,
  ...socialGroups,
} as const satisfies Record<string, readonly (keyof Environment)[]>;

/**
 * Reads the environment. `PUBLIC_URL` alone decides the mode: a loopback address is local, any other is live.
 * Throws `ConfigError` with every problem at once.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  const asked = Object.entries(withoutUnasked(environment));
  const filled = Object.fromEntries(asked.filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(filled);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${sayWhat(issue)}`));
  }
  const env = parsed.data;
  const port = env.PORT ?? 3000;
  const publicUrl = readPublicUrl(env.PUBLIC_URL ?? `http://localhost:${port}`);
  const mode = isLoopback(publicUrl.hostname) ? "local" : "live";
  const isStandIn = (base: URL) => mode === "local" && isLoopback(base.hostname);
  const sandboxAllowed = mode === "live" && env.ALLOW_SANDBOX === "true";
  const isPublicDemo = sandboxAllowed && !env.STRIPE_SECRET_KEY && !env.SMTP_URL;
  const problems = [
    ...incompleteGroups(groups, env),
    ...wrongDatabase(env),
    ...wrongCdn(env, mode),
    ...wrongStripeKeys(env, mode),
    ...wrongStorage(env),
    ...wrongSocialApps(env, isStandIn),
    ...wrongDkim(env),
    ...wrongMailReports(env, isStandIn),
    ...wrongOperation(env, mode, isPublicDemo),
    ...(mode === "live" ? openTransports(env) : []),
  ];
  // A variable that its group lacks is named already.
  if (mode === "live")
    for (const problem of wrongInLiveMode(env, publicUrl))
      if (!problems.some((other) => other.startsWith(`${problem.split(" ")[0]} is missing`)))
        problems.push(problem);
  if (problems.length > 0) throw new ConfigError(problems);

  const host = env.HOST ?? "127.0.0.1";
  const standIns = mode === "local" || sandboxAllowed;
  return {
    mode,
    publicUrl,
    host,
    port,
    dataDir: resolve(env.DATA_DIR ?? ".data"),
    cdn: cdnOf(env),
    dev: env.OPENSTALL_DEV === "1",
    ...operationSettingsOf(env, mode, host),
    localModeOpenToNetwork: mode === "local" && env.LOCAL_MODE_OPEN_TO_NETWORK === "true",
    trustedProxies: env.TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
    sandboxAllowed,
    demo: mode === "local" || isPublicDemo,
    appSecret: env.APP_SECRET,
    previousAppSecret: env.APP_SECRET_PREVIOUS,
    ...databaseSettingsOf(env, mode),
    payments: paymentsOf(env, standIns),
    plans: env.PLANS === "on",
    payouts: { platformFeeBps: env.PLATFORM_FEE_BPS, country: env.PAYOUT_COUNTRY.toLowerCase() },
    mail: mailOf(env, mode),
    mailReports: mailReportsOf(env),
    files: filesOf(env),
    unpaidStorage: unpaidStorageOf(env),
    exportsStorage: exportsStorageOf(env),
    push: {
      hosts: (env.WEB_PUSH_HOSTS ?? "")
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    },
    social: socialAppsOf(env),
    signIn: signInOf(env),
    newsStreamSeconds: env.NEWS_STREAM_SECONDS,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
  };
}

function signInOf(env: Environment): Config["signIn"] {
  if (!env.OIDC_ISSUER_URL || !env.OIDC_CLIENT_ID || !env.OIDC_CLIENT_SECRET) return { method: "code" };
  return {
    method: "oidc",
    issuerUrl: env.OIDC_ISSUER_URL,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
  };
}

/** Stripe is not among them: without its keys checkout says that payment is unavailable. */
function wrongInLiveMode(env: Environment, publicUrl: URL): string[] {
  const required: (keyof Environment)[] =
    env.ALLOW_SANDBOX === "true"
      ? ["APP_SECRET"]
      : ["DATABASE_URL", "APP_SECRET", ...groups.mail, ...groups.files];
  const missing = required
    .filter((name) => !env[name])
    .map(
      (name) =>
        `${name} is missing. It is required because PUBLIC_URL is a public address (${publicUrl.origin})`,
    );
  if (publicUrl.protocol !== "https:")
    missing.push("PUBLIC_URL must start with https:// on a public address");
  if (env.ALLOW_SANDBOX === "true" && /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? ""))
    missing.push("ALLOW_SANDBOX is for demos, but STRIPE_SECRET_KEY is a live key. Remove one of them");
  if (env.ALLOW_SANDBOX !== "true" && /^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY ?? ""))
    missing.push(
      "STRIPE_SECRET_KEY is a test key, but PUBLIC_URL is a public address. Use a live key, or set ALLOW_SANDBOX=true for a demo",
    );
  return missing;
}

function readPublicUrl(value: string): URL {
  const url = URL.parse(value);
  if (!url)
    throw new ConfigError([
      `PUBLIC_URL is not a URL: ${value}. Write it in full, such as https://store.example.com`,
    ]);
  const plainOrigin =
    (url.protocol === "http:" || url.protocol === "https:") &&
    url.pathname === "/" &&
    !url.search &&
    !url.username;
  if (!plainOrigin)
    throw new ConfigError([
      "PUBLIC_URL must have no path, query or user name, such as https://store.example.com",
    ]);
  return url;
}

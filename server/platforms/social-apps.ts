import { z } from "zod";

const text = z.string().trim().min(1).optional();

/** The variables of the operator's apps at Meta and X. */
export const socialEnvironment = {
  META_APP_ID: text,
  META_APP_SECRET: text,
  META_VERIFY_TOKEN: text,
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must look like v26.0")
    .default("v26.0"),
  META_API_BASE: z.url().optional(),
  INSTAGRAM_APP_ID: text,
  INSTAGRAM_APP_SECRET: text,
  INSTAGRAM_LOGIN: z.enum(["instagram", "facebook"]).default("instagram"),
  X_CLIENT_ID: text,
  X_CLIENT_SECRET: text,
  X_CONSUMER_SECRET: text,
  X_BEARER_TOKEN: text,
  X_API_BASE: z.url().optional(),
};
type Environment = z.infer<z.ZodObject<typeof socialEnvironment>>;

/** All of a group or none. */
export const socialGroups = {
  meta: ["META_APP_ID", "META_APP_SECRET", "META_VERIFY_TOKEN"],
  instagram: ["INSTAGRAM_APP_ID", "INSTAGRAM_APP_SECRET"],
  x: ["X_CLIENT_ID", "X_CLIENT_SECRET", "X_CONSUMER_SECRET", "X_BEARER_TOKEN"],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

export type MetaApp = {
  appId: string;
  /** Under which ids its own messages may come back: Instagram's, or the Meta app's. */
  ownAppIds: string[];
  appSecret: string;
  /** Webhooks may be signed with any of these (Instagram's own secret, or the Meta app's). */
  signingSecrets: string[];
  verifyToken: string;
  graphVersion: string;
  /** A Graph on this very machine; undefined for the real one. */
  apiBase: URL | undefined;
};

export type XApp = {
  clientId: string;
  clientSecret: string;
  /** Signs webhooks: the API key's secret. */
  consumerSecret: string;
  /** For calls of the app itself: webhooks and subscriptions. */
  bearerToken: string;
  apiBase: URL | undefined;
};

/** The apps of this installation. A platform without one can only be tried in Demo Mode. */
export type SocialApps = {
  /** `login` says whose sign-in connects Instagram accounts: its own, or that of a Facebook Page. */
  instagram: (MetaApp & { login: "instagram" | "facebook" }) | undefined;
  facebook: MetaApp | undefined;
  twitter: XApp | undefined;
};

export function socialAppsOf(env: Environment): SocialApps {
  const base = { graphVersion: env.META_GRAPH_VERSION, apiBase: urlOf(env.META_API_BASE) };
  const { META_APP_ID: appId, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken } = env;
  const facebook =
    appId && appSecret && verifyToken
      ? { appId, ownAppIds: [appId], appSecret, signingSecrets: [appSecret], verifyToken, ...base }
      : undefined;
  return { facebook, instagram: instagramApp(env, facebook), twitter: xApp(env) };
}

function instagramApp(env: Environment, facebook: MetaApp | undefined): SocialApps["instagram"] {
  if (env.INSTAGRAM_LOGIN === "facebook") return facebook && { ...facebook, login: "facebook" };
  const { INSTAGRAM_APP_ID: appId, INSTAGRAM_APP_SECRET: appSecret } = env;
  if (!appId || !appSecret || !facebook) return undefined;
  const signingSecrets = [appSecret, ...facebook.signingSecrets];
  const ownAppIds = [appId, ...facebook.ownAppIds];
  return { ...facebook, appId, ownAppIds, appSecret, signingSecrets, login: "instagram" };
}

function xApp(env: Environment): XApp | undefined {
  const { X_CLIENT_ID: clientId, X_CLIENT_SECRET: clientSecret } = env;
  const { X_CONSUMER_SECRET: consumerSecret, X_BEARER_TOKEN: bearerToken } = env;
  if (!clientId || !clientSecret || !consumerSecret || !bearerToken) return undefined;
  return { clientId, clientSecret, consumerSecret, bearerToken, apiBase: urlOf(env.X_API_BASE) };
}

/** Tokens and messages would go wherever these point: they exist for tests, on the machine they run on. */
export function wrongSocialApps(env: Environment, isAllowed: (base: URL) => boolean): string[] {
  const problems = (["META_API_BASE", "X_API_BASE"] as const)
    .filter((name) => env[name] && !isAllowed(new URL(env[name])))
    .map((name) => `${name} is for tests alone: it must be a loopback address, with PUBLIC_URL one too`);
  if (env.INSTAGRAM_APP_ID && !env.META_APP_ID)
    problems.push("INSTAGRAM_APP_ID needs META_APP_ID, META_APP_SECRET and META_VERIFY_TOKEN beside it");
  return problems;
}

const urlOf = (base: string | undefined) => (base ? new URL(base) : undefined);

import { isLoopback } from "#server/http/loopback.ts";

/** The variables of Stripe. */
type Environment = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
};

export type PaymentSettings =
  | { provider: "sandbox" }
  | {
      provider: "stripe";
      secretKey: string;
      publishableKey: string;
      /** All of them are believed, so that one can be replaced without a gap. */
      webhookSecrets: string[];
      /** A Stripe on this very machine; undefined for the real one. */
      apiBase: URL | undefined;
    }
  | { provider: "none" };

export function paymentsOf(env: Environment, standIns: boolean): PaymentSettings {
  if (env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET) {
    return {
      provider: "stripe",
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecrets: env.STRIPE_WEBHOOK_SECRET.split(",")
        .map((secret) => secret.trim())
        .filter((secret) => secret !== ""),
      apiBase: env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : undefined,
    };
  }
  return { provider: standIns ? "sandbox" : "none" };
}

/** Keys of two modes, or a Stripe elsewhere than it may be. */
export function wrongStripeKeys(env: Environment, mode: "local" | "live"): string[] {
  const problems: string[] = [];
  const [secret = "", publishable = ""] = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLISHABLE_KEY];
  const modes = [secret, publishable].map((key) => /^(?:sk|rk|pk)_(test|live)_/.exec(key)?.[1]);
  if (secret && publishable && modes[0] !== modes[1])
    problems.push(
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY don't match: one is a test key and the other a live key",
    );
  for (const [name, value, form] of [
    ["STRIPE_SECRET_KEY", secret, /^(sk|rk)_/],
    ["STRIPE_PUBLISHABLE_KEY", publishable, /^pk_/],
    ["STRIPE_WEBHOOK_SECRET", env.STRIPE_WEBHOOK_SECRET ?? "", /^whsec_/],
  ] as const)
    if (value && !form.test(value))
      problems.push(
        `${name} must begin with ${form.source.slice(1).replace(/[()]/g, "").replace("|", "_ or ")}`,
      );
  // Keys and payments would go wherever it points: it exists for tests, on the machine they run on.
  if (env.STRIPE_API_BASE && (mode === "live" || !isLoopback(new URL(env.STRIPE_API_BASE).hostname)))
    problems.push(
      "STRIPE_API_BASE is for tests alone: it must be a loopback address, with PUBLIC_URL one too",
    );
  return problems;
}

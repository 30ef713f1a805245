import Stripe from "stripe";
import type { Config } from "#server/config.ts";

export type StripeConfig = Extract<Config["payments"], { provider: "stripe" }>;

/**
 * The one connection to Stripe. It waits 20 seconds for an answer, unless told otherwise, and asks once more, with the same idempotency key,
 * when none came; nothing about our calls is reported back.
 */
export function openStripe({ secretKey, apiBase }: StripeConfig, waitMs = 20_000): Stripe {
  return new Stripe(secretKey, {
    apiVersion: Stripe.API_VERSION,
    timeout: waitMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && {
      host: apiBase.hostname,
      port: apiBase.port,
      protocol: apiBase.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  });
}

/** Whether a key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^(sk|rk)_live_/.test(secretKey);

import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/database/client.ts";
import type pg from "pg";
import { noGateway } from "./no-gateway.ts";
import type { PaymentGateway } from "./payment-gateway.ts";
import { openSandboxGateway } from "./sandbox/sandbox-gateway.ts";

type Dependencies = { config: Config; secret: string; clock: Clock; db: Db; pool: pg.Pool };

/**
 * The provider that the configuration names. How old a provider's signature is goes by the time that both share, `machine`:
 * nobody moves the clock of Stripe.
 */
export async function openPaymentGateway(services: Dependencies, machine: Clock): Promise<PaymentGateway> {
  const { payments, payouts } = services.config;
  switch (payments.provider) {
    case "sandbox":
      return openSandboxGateway(services);
    case "none":
      return noGateway;
    case "stripe": {
      const { openStripeGateway } = await import("./stripe/stripe-gateway.ts");
      return openStripeGateway(payments, payouts.country, machine);
    }
  }
}

import type { Clock } from "#server/clock.ts";
import { type Config, ConfigError } from "#server/config.ts";
import type { Db } from "#server/database/client.ts";
import type pg from "pg";
import { noGateway } from "./no-gateway.ts";
import type { PaymentGateway } from "./payment-gateway.ts";
import { openSandboxGateway } from "./sandbox/sandbox-gateway.ts";

type World = { config: Config; secret: string; clock: Clock; db: Db; pool: pg.Pool };

/** The provider that the configuration names. Throws `ConfigError` for one that this version does not speak to. */
export function openPaymentGateway(world: World): PaymentGateway {
  switch (world.config.payments.provider) {
    case "sandbox":
      return openSandboxGateway(world);
    case "none":
      return noGateway;
    case "stripe":
      throw new ConfigError([
        "STRIPE_SECRET_KEY is set, but this version takes no payments through Stripe: leave the STRIPE_ variables out, or run a release that lists Stripe among its payment providers",
      ]);
  }
}

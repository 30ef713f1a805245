import { afterAll } from "vitest";
import { describeSubscriptions } from "#server/payments/subscription-contract.ts";
import { startStripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { openStripeGateway } from "./stripe-gateway.ts";

describeSubscriptions("Stripe", async () => {
  const server = await startStripeServer();
  afterAll(() => server.close());
  const { secretKey, publishableKey, webhookSecrets, url } = server;
  const gateway = openStripeGateway(
    { provider: "stripe", secretKey, publishableKey, webhookSecrets, apiBase: new URL(url) },
    "us",
    testClock(),
  );
  return {
    gateway,
    async pay({ clientSecret }, number) {
      await confirmInBrowser(server, clientSecret, { number });
    },
    async confirmCard({ clientSecret }, number) {
      await confirmInBrowser(server, clientSecret, { number });
    },
    async advanceDays(days) {
      server.advanceClock(new Date(server.now().getTime() + days * 24 * 60 * 60 * 1000));
    },
  };
});

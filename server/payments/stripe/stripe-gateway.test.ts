import Stripe from "stripe";
import { afterAll } from "vitest";
import { describeGateway } from "#server/payments/gateway-contract.ts";
import { startStripeServer, type StripeServer } from "#tests/support/stripe-server/start-stripe-server.ts";
import { confirmInBrowser } from "#tests/support/stripe-server/talk-to-stripe.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { openStripeGateway } from "./stripe-gateway.ts";

const clock = testClock();

/** The adapter, as the configuration would open it, with a Stripe of its own. */
async function stripeWorld() {
  const server = await startStripeServer();
  afterAll(() => server.close());
  const { secretKey, publishableKey, webhookSecrets, url } = server;
  const gateway = openStripeGateway(
    { provider: "stripe", secretKey, publishableKey, webhookSecrets, apiBase: new URL(url) },
    "us",
    clock,
  );
  return { server, gateway };
}

const paysWith = (server: StripeServer) => async (intent: { id: string; clientSecret: string }) => {
  const answer = await confirmInBrowser(server, intent.clientSecret);
  if (answer["status"] !== "succeeded") throw new Error(`the card did not pay: ${JSON.stringify(answer)}`);
};

describeGateway("Stripe", async () => {
  const { server, gateway } = await stripeWorld();
  const stripe = new Stripe(server.secretKey);
  return {
    gateway,
    pay: paysWith(server),
    signedWebhook(event, ageSeconds = 0) {
      const payload = JSON.stringify({ api_version: Stripe.API_VERSION, livemode: false, ...event });
      const header = stripe.webhooks.generateTestHeaderString({
        payload,
        secret: server.webhookSecrets[0] ?? "",
        timestamp: Math.floor(clock.now().getTime() / 1000) - ageSeconds,
      });
      return { rawBody: Buffer.from(payload), headers: { "stripe-signature": header } };
    },
  };
});

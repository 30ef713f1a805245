import { expect, test } from "vitest";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { describeGateway } from "#tests/payments/gateway-contract.ts";
import { testApp } from "#tests/support/test-app.ts";
import { signWebhook, webhookKey } from "./webhook-signature.ts";

describeGateway("the sandbox", async () => {
  const app = await testApp();
  const { payments, secret } = app.services;
  return {
    gateway: payments,
    async pay({ id, clientSecret }) {
      const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };
      const answer = await app.call(confirmSandboxPayment, {
        params: { id },
        body: { clientSecret, card, returnUrl: "http://localhost:3000/post-purchase" },
      });
      if (answer.body.status !== "succeeded" && answer.body.status !== "requires_capture")
        throw new Error(`the card did not pay: ${answer.text}`);
    },
    signedWebhook(event, ageSeconds = 0) {
      const rawBody = Buffer.from(JSON.stringify(event));
      const signedAt = new Date(app.clock.now().getTime() - ageSeconds * 1000);
      return {
        rawBody,
        headers: { "sandbox-signature": signWebhook(webhookKey(secret), rawBody, signedAt) },
      };
    },
  };
});

test("a webhook signed with another installation's secret is refused", async () => {
  const { services, clock } = await testApp();
  const rawBody = Buffer.from("{}");
  const header = signWebhook(webhookKey("another secret"), rawBody, clock.now());
  for (const bad of [header, "", "t=1", "v1=abc", header.replace("t=", "t=x"), ["a", "b"]]) {
    expect(() => services.payments.readWebhook(rawBody, { "sandbox-signature": bad })).toThrow(
      expect.objectContaining({ code: "bad_signature" }),
    );
  }
});

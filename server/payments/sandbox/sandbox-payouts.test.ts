import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { describePayouts } from "#tests/payments/payout-contract.ts";
import { testApp } from "#tests/support/test-app.ts";
import { completeOnboarding } from "./payouts.ts";

describePayouts("the sandbox", async () => {
  const app = await testApp();
  return {
    gateway: app.services.payments,
    async pay({ id, clientSecret }) {
      const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };
      const answer = await app.call(confirmSandboxPayment, {
        params: { id },
        body: { clientSecret, card, returnUrl: "http://localhost:3000/post-purchase" },
      });
      if (answer.body.status !== "succeeded") throw new Error(`the card did not pay: ${answer.text}`);
    },
    async completeOnboarding(link) {
      await completeOnboarding(app.services, link.split("/").at(-1) ?? "");
    },
  };
});

import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { testClock } from "#tests/support/test-clock.ts";
import { openStripeGateway } from "./stripe-gateway.ts";

const clock = testClock();
const config = {
  provider: "stripe" as const,
  secretKey: "sk_test_1",
  publishableKey: "pk_test_1",
  webhookSecrets: ["whsec_old", "whsec_new"],
  apiBase: undefined,
};
const gateway = openStripeGateway(config, "us", clock);
const stripe = new Stripe("sk_test_1");

const snapshot = {
  id: "evt_1",
  object: "event",
  type: "charge.dispute.created",
  api_version: Stripe.API_VERSION,
  livemode: false,
  data: { object: { id: "du_1", object: "dispute", payment_intent: "pi_1" } },
};

function signed(event: object, secret = "whsec_new") {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return [Buffer.from(payload), { "stripe-signature": header }] as const;
}
const refused = expect.objectContaining({ code: "bad_signature" });

describe("a webhook of Stripe's", () => {
  test("is believed with any of our secrets, and with no other", () => {
    for (const secret of config.webhookSecrets)
      expect(gateway.readWebhook(...signed(snapshot, secret))).toMatchObject({
        id: "evt_1",
        objectId: "du_1",
        paymentIntentId: "pi_1",
      });
    expect(() => gateway.readWebhook(...signed(snapshot, "whsec_foreign"))).toThrow(refused);
  });

  test("of another version of the interface is refused", () => {
    expect(() => gateway.readWebhook(...signed({ ...snapshot, api_version: "2024-06-20" }))).toThrow(
      /2024-06-20/,
    );
  });

  test("of live mode is refused where our key is a test key, and the other way round", () => {
    expect(() => gateway.readWebhook(...signed({ ...snapshot, livemode: true }))).toThrow(refused);
    const live = openStripeGateway({ ...config, secretKey: "rk_live_1" }, "us", clock);
    expect(() => live.readWebhook(...signed(snapshot))).toThrow(refused);
    expect(live.readWebhook(...signed({ ...snapshot, livemode: true })).id).toBe("evt_1");
  });

  test("of the thin kind names the object to fetch", () => {
    const thin = {
      id: "evt_2",
      object: "v2.core.event",
      type: "v2.core.account[requirements].updated",
      livemode: false,
      related_object: { id: "acct_1", type: "v2.core.account", url: "/v2/core/accounts/acct_1" },
    };
    expect(gateway.readWebhook(...signed(thin))).toMatchObject({
      id: "evt_2",
      type: "v2.core.account[requirements].updated",
      objectId: "acct_1",
      paymentIntentId: null,
    });
  });

  test("that is signed but is no event is refused", () => {
    for (const body of [{}, [], "text", { ...snapshot, data: {} }])
      expect(() => gateway.readWebhook(...signed(body))).toThrow(refused);
  });
});

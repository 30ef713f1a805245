import {
  cancelMembership,
  finishCardChange,
  keepMembership,
  listMemberships,
  moveMembership,
  previewMove,
  startCardChange,
  undoMove,
} from "#contract/memberships/memberships.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { goodCard } from "./buy.ts";
import { type buyPlan, planOf } from "./plan-buyer.ts";
import type { TestApp } from "./test-app.ts";

/** What the creator of a plan does with its membership. */
export async function ownerOf(app: TestApp, { creator, id, orderId }: Awaited<ReturnType<typeof buyPlan>>) {
  const { membership } = await planOf(app, creator);
  const options = { headers: { "x-order-proof": membership?.proof ?? "" } };
  const params = { id };
  const body = { orderId };
  const querystring = { orderId, billingInterval: "MONTH" as const };
  return {
    list: async () => (await app.call(listMemberships, { querystring: { orderId } }, options)).body[0],
    preview: () => app.call(previewMove, { params, querystring }, options),
    move: (agreed: { priceCents: number; chargeCents: number; at: string }) =>
      app.call(
        moveMembership,
        { params, body: { orderId, billingInterval: "MONTH" as const, ...agreed } },
        options,
      ),
    undo: () => app.call(undoMove, { params, body }, options),
    cancel: () => app.call(cancelMembership, { params, body }, options),
    keep: () => app.call(keepMembership, { params, body }, options),
    payWithGoodCard: async () => {
      const { body: form } = await app.call(startCardChange, { params, body }, options);
      await app.call(confirmSandboxPayment, {
        params: { id: form.setupIntentId },
        body: {
          clientSecret: form.clientSecret,
          card: goodCard,
          returnUrl: "http://localhost:3000/order",
        },
      });
      const { setupIntentId } = form;
      return app.call(finishCardChange, { params, body: { orderId, setupIntentId } }, options);
    },
  };
}

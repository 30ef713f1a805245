import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withdrawFromContract } from "#contract/orders/withdrawals.ts";
import { grantDueRequests } from "#server/features/orders/refund-requests/answer-refund-request.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { joinMembership, membershipOf } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";
import { endWithdrawnMembership } from "./end-withdrawn-membership.ts";

const app = await testApp();
const { pool } = app.services;

test("a membership that is withdrawn from is paid back whole and bills nothing more", async () => {
  const email = `member-${randomUUID().slice(0, 8)}@example.com`;
  const joined = await joinMembership(app, { email });
  const { browser, product, orderId, providerSubscriptionId } = joined;
  const [known] = (await pool.query("select number from order_numbers where order_id = $1", [orderId])).rows;
  const body = { name: "Mia", orderNumber: String(known.number), email };
  expect((await browser.call(withdrawFromContract, { body })).body.outcome).toBe("REQUESTED");
  app.clock.advance({ days: 5, hours: 2 });
  await grantDueRequests(app.services);
  const { rows } = await pool.query(
    "select data->>'providerSubscriptionId' as id from job_outbox where name = 'end-withdrawn-membership'",
  );
  expect(rows).toEqual([{ id: providerSubscriptionId }]);
  for (let run = 0; run < 2; run++) await endWithdrawnMembership(app.services, providerSubscriptionId);
  await deliverWebhooks(app);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled" });
  const refunds = await pool.query("select amount_cents as cents, status from refunds where order_id = $1", [
    orderId,
  ]);
  expect(refunds.rows).toEqual([{ cents: 900, status: "SUCCEEDED" }]);
  expect(await auditNow(app)).toEqual([]);
});

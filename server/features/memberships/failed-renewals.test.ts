import { expect, test } from "vitest";
import { listOrderDownloads } from "#contract/downloads/downloads.ts";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { canSeeProduct } from "#server/features/access/can-see-product.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { getMembershipBill } from "./mails/membership-bill.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { joinMembership, membershipOf, passDays } from "#tests/support/membership.ts";
import { testApp } from "#tests/support/test-app.ts";

import { syncMembership } from "./sync-membership.ts";

const app = await testApp();
const { pool, secret } = app.services;
/** Pays now, and declines whenever it is charged later. */
const failingCard = "4000000000000341";

const file = { digitalFileType: "LINK", digitalFileExternalUrl: "https://example.com/kit" } as const;
type Joined = Awaited<ReturnType<typeof joinMembership>>;

/** What the receipt's link opens now: the product, and its file. */
async function isOpen({ orderId, product }: Joined) {
  const headers = { "x-order-proof": receiptToken(secret, orderId), "x-order-id": orderId };
  const request = { headers, cookies: {} } as unknown as Parameters<typeof canSeeProduct>[1];
  const seen = await canSeeProduct(app.services, request, { productId: product.id });
  const { body } = await app.call(listOrderDownloads, { querystring: { orderId } }, { headers });
  return [seen !== undefined, body[0]?.isActive];
}
const mailsTo = async (to: string) =>
  (await app.call(listMailbox, { querystring: { to } })).body.map(({ subject }) => subject);

test("a failed renewal is retried on days 2, 7, 14 and 21 with a mail each, then the membership ends", async () => {
  const email = "late@example.com";
  const member = await joinMembership(app, {
    card: failingCard,
    email,
    product: { ...file, title: "The club" },
  });
  const daysToEnd = Math.round((member.currentPeriodEnd.getTime() - app.clock.now().getTime()) / 86_400_000);
  await passDays(app, daysToEnd);
  const attempts = async () =>
    (
      await pool.query<{ attempts: number }>(
        "select attempts from subscription_invoices where status = 'FAILED'",
      )
    ).rows[0]?.attempts;
  const seen: unknown[] = [];
  const days = [0, 1, 2, 6, 7, 13, 14, 20, 21, 22];
  for (const [step, day] of days.entries()) {
    await passDays(app, day - (days[step - 1] ?? 0));
    const { status } = await membershipOf(app, member.product.id);
    seen.push([day, status, await attempts(), ...(await isOpen(member))]);
  }
  expect(seen).toEqual([
    [0, "past_due", 1, true, true],
    [1, "past_due", 1, true, true],
    [2, "past_due", 2, true, true],
    [6, "past_due", 2, true, true],
    [7, "past_due", 3, false, false],
    [13, "past_due", 3, false, false],
    [14, "past_due", 4, false, false],
    [20, "past_due", 4, false, false],
    [21, "canceled", 5, false, false],
    [22, "canceled", 5, false, false],
  ]);
  expect(await mailsTo(email)).toEqual([
    "Your membership has ended: The club",
    ...Array.from({ length: 4 }, () => "Payment failed: The club"),
    "Your order from Robin Vale: The club",
  ]);
  await passDays(app, 60);
  expect((await pool.query("select 1 from orders where product_id = $1", [member.product.id])).rowCount).toBe(
    1,
  );
});

test("the mail about a failed renewal says when the provider tries next, whatever its settings are", async () => {
  const member = await joinMembership(app, { card: failingCard, email: "settings@example.com" });
  await passDays(app, 31);
  const bill = async () => {
    const { rows } = await pool.query<{ id: string; subscription: string }>(
      `select b.id, s.provider_subscription_id as subscription
         from subscription_invoices b join subscriptions s on s.id = b.subscription_id
        where s.product_id = $1 and b.status = 'FAILED'`,
      [member.product.id],
    );
    return { id: rows[0]?.id ?? "", subscription: rows[0]?.subscription ?? "" };
  };
  const { id, subscription } = await bill();
  const said = async () =>
    (await getMembershipBill(app.services.pool, { billId: id }, app.clock.now())).nextRetryAt;
  for (const tries of ["2031-05-06T07:08:09+00:00", null]) {
    await pool.query("update sandbox.subscriptions set next_step_at = $2 where id = $1", [
      subscription,
      tries,
    ]);
    await syncMembership(app.services, subscription);
    expect(await said()).toBe(tries);
  }
});

test("news of a renewal may come in any order, twice, or all at once: one order, one mail", async () => {
  const email = "twice@example.com";
  const { product } = await joinMembership(app, { email });
  await passDays(app, 31);
  await pool.query("update sandbox.events set delivered_at = null");
  await pool.query("update sandbox.events set id = 'again_' || id");
  await deliverWebhooks(app, 4);
  expect((await pool.query("select 1 from orders where product_id = $1", [product.id])).rowCount).toBe(2);
  expect((await mailsTo(email)).filter((subject) => subject.startsWith("Renewed"))).toHaveLength(1);
});

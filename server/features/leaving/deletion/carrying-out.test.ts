import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  getCreator,
  getCurrentUser,
  requestSignInCode,
  updateProfile,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { confirmTotal } from "#contract/checkout/checkout.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { keepMembership, listMemberships } from "#contract/memberships/memberships.ts";
import { requestRefund } from "#contract/orders/refund-requests.ts";
import { deliverWork } from "#contract/work-orders/work-orders.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { findMovedPage } from "#server/pages/moved-page.ts";
import { deliverWebhooks, openCheckout, pay, pressPay, takeEvents, sendWebhook } from "#tests/support/buy.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { leavingOf, makeOnboarded } from "#tests/support/leaving-creator.ts";
import { mailsTo } from "#tests/support/member.ts";
import { joinMembership, membershipOf } from "#tests/support/membership.ts";
import { auditNow, buyOrder } from "#tests/support/paid-order.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";

/** What fails, once each. */
const failing = new Set<"cancel" | "remove">();
const app = await testApp({}, { between: withFaults });
const { pool, files, secret } = app.services;
const { ask, keep, leave, pass, carryOut, stateOf } = leavingOf(app);

/** A provider that answers nothing, and a file store that is away, where a test says so. */
function withFaults(services: Services): Services {
  const { payments, files } = services;
  return {
    ...services,
    payments: {
      ...payments,
      subscriptions: {
        ...payments.subscriptions,
        async cancelSubscription(...asked) {
          if (failing.delete("cancel")) throw new GatewayError("unavailable", "no answer", true);
          return payments.subscriptions.cancelSubscription(...asked);
        },
      },
    },
    files: {
      ...files,
      async remove(key) {
        if (failing.delete("remove")) throw new Error("the file store is away");
        return files.remove(key);
      },
    },
  };
}

const rowOf = async (id: string) =>
  (await pool.query<Record<string, unknown>>("select * from users where id = $1", [id])).rows[0];

test("what was sold stays its buyers', and of the creator a name for receipts alone", async () => {
  const creator = await makeOnboarded(app, { firstName: "Ada", lastName: "Byron", bio: "About me" });
  const bought = await makeBoughtDownload(app, { product: { ownerId: creator.id } });
  const unsold = await makeProduct(app, { ownerId: creator.id });
  await pool.query("update payment_shares set kind = 'FOREIGN' where owner_id = $1", [creator.id]);
  const browser = await signedInBrowser(app, creator);
  await leave(creator);

  expect(await rowOf(creator.id)).toMatchObject({
    email: `${creator.id}@erased.invalid`,
    handle: expect.stringMatching(/^deleted_[0-9a-f]{20}$/),
    first_name: "Ada Byron",
    last_name: null,
    bio: null,
    erased_at: expect.any(Date),
  });
  const params = { handle: creator.handle };
  expect((await app.call(getCreator, { params })).status).toBe(404);
  expect((await app.call(listCreatorProducts, { params })).status).toBe(404);
  expect(await findMovedPage(pool, `/u/${creator.handle}`, "")).toBeUndefined();
  expect((await browser.call(getCurrentUser)).status).toBe(401);
  const products = await pool.query("select id, state from products where owner_id = $1", [creator.id]);
  expect(products.rows).toEqual([{ id: bought.product.id, state: "ARCHIVED" }]);
  expect(products.rows).not.toContainEqual(expect.objectContaining({ id: unsold.id }));

  const stored = await pool.query<{ key: string }>("select storage_key as key from uploads where id = $1", [
    bought.upload.id,
  ]);
  expect(await files.size(stored.rows[0]?.key ?? "")).toBeGreaterThan(0);
  const headers = { "x-order-proof": receiptToken(secret, bought.order.id) };
  const paymentIntentId = bought.order.paymentIntentId ?? "";
  const order = await app.call(
    getOrderByPaymentIntent,
    { params: { paymentIntentId }, querystring: { customer_email: bought.customer.email } },
    { headers },
  );
  expect([order.status, order.text]).toMatchObject([200, expect.stringContaining("Ada Byron")]);
  expect(await auditNow(app)).toEqual([]);
});

test("the address opens a new account that knows nothing of the old one, and nobody gets the handle for a year", async () => {
  const creator = await makeCreator(app, { firstName: "Ada" });
  await leave(creator);
  expect((await rowOf(creator.id))?.["first_name"]).toBeNull();
  const subjects = (await mailsTo(app, creator.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === "Your account is deleted")).toHaveLength(1);

  const anew = app.browser();
  app.clock.advance({ hours: 1 });
  await anew.call(requestSignInCode, { body: { email: creator.email } });
  await app.runJobs();
  const [mail] = await mailsTo(app, creator.email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  const { status, body } = await anew.call(verifySignInCode, { body: { email: creator.email, code } });
  expect([status, body.user]).toMatchObject([200, { firstName: null, hasSold: false, deletesAt: null }]);
  expect(body.user.id).not.toBe(creator.id);
  expect(body.user.handle).not.toBe(creator.handle);
  const taken = await anew.call(updateProfile, { body: { handle: creator.handle } });
  expect([taken.status, taken.body]).toMatchObject([422, { fields: { handle: "This handle is taken" } }]);
});

test("members have what they paid for to its end, are told so, and are charged no more", async () => {
  const creator = await makeOnboarded(app, { firstName: "Ada" });
  const email = `member-${creator.handle}@example.com`;
  const { product, browser, orderId, id, currentPeriodEnd } = await joinMembership(app, {
    product: { ownerId: creator.id },
    email,
  });
  await leave(creator);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  const [mail] = (await mailsTo(app, email)).filter(({ text }) => text.includes("has closed their store"));
  expect(mail?.text).toContain("Nothing more will be charged.");
  const mine = async () => (await browser.call(listMemberships, { querystring: { orderId } })).body[0];
  expect(await mine()).toMatchObject({
    state: "ENDING",
    isOpen: true,
    isSellerGone: true,
    creatorName: "Ada Vale",
  });
  expect(await browser.call(keepMembership, { params: { id }, body: { orderId } })).toMatchObject({
    status: 409,
    body: { code: "SELLER_GONE" },
  });
  app.clock.advance({ seconds: (currentPeriodEnd.getTime() - app.clock.now().getTime()) / 1000 + 60 });
  await billWhatIsDue(app.services);
  await deliverWebhooks(app);
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "canceled" });
  const { rowCount } = await pool.query("select from orders where subscription_id = $1", [id]);
  expect(rowCount).toBe(1);
  expect(await auditNow(app)).toEqual([]);
});

test("news of a renewal that comes after all that is written down as ever", async () => {
  const creator = await makeOnboarded(app);
  const { product, currentPeriodEnd } = await joinMembership(app, { product: { ownerId: creator.id } });
  app.clock.advance({
    seconds: (currentPeriodEnd.getTime() - app.clock.now().getTime()) / 1000 - 3 * 86_400,
  });
  expect((await ask(creator)).status).toBe(201);
  app.clock.advance({ days: 3, minutes: 5 });
  await billWhatIsDue(app.services);
  const late = await takeEvents(app);
  await pass({ days: 4 });
  expect(await stateOf(creator)).toBe("ERASED");
  for (const event of late) expect(await sendWebhook(app, event)).toBe(200);
  await app.runJobs();
  expect(await membershipOf(app, product.id)).toMatchObject({ status: "active", cancelAtPeriodEnd: true });
  expect(await auditNow(app)).toEqual([]);
});

test("a provider and a file store that do not answer are asked again, and two workers at once do the same once", async () => {
  const creator = await makeOnboarded(app);
  await joinMembership(app, { product: { ownerId: creator.id } });
  const bought = await makeBoughtDownload(app, { product: { ownerId: creator.id } });
  await pool.query(
    "update payment_shares set kind = 'FOREIGN' where owner_id = $1 and order_payment_id in (select id from order_payments where order_id = $2)",
    [creator.id, bought.order.id],
  );
  const spare = await makeBoughtDownload(app, { product: { ownerId: creator.id } }).then(
    ({ upload }) => upload,
  );
  await pool.query("update payment_shares set kind = 'FOREIGN' where owner_id = $1 and kind = 'NEW'", [
    creator.id,
  ]);
  expect(spare.id).not.toBe(bought.upload.id);
  expect((await ask(creator)).status).toBe(201);
  app.clock.advance({ days: 7, minutes: 1 });
  for (const fault of ["cancel", "remove"] as const) {
    failing.add(fault);
    await pool.query(
      "insert into uploads (owner_id, storage_key, original_name, mime_type, size_bytes, state, stored_at, seen_at, sha256) select owner_id, 'uploads/x/' || gen_random_uuid(), original_name, mime_type, 1, state, stored_at, seen_at, sha256 from uploads where id = $1",
      [bought.upload.id],
    );
    await runAsWorker();
    expect([await stateOf(creator), failing.size]).toEqual(["ERASING", 0]);
  }
  await Promise.all([runAsWorker(), runAsWorker(), runAsWorker()]);
  expect(await stateOf(creator)).toBe("ERASED");
  await app.runJobs();
  const gone = (await mailsTo(app, creator.email)).filter(
    ({ subject }) => subject === "Your account is deleted",
  );
  expect(gone).toHaveLength(1);
  expect(await auditNow(app)).toEqual([]);
});

/** With what fails; `carryOut` is that of a worker whose world is whole. */
async function runAsWorker(): Promise<void> {
  const { carryOutDeletions } = await import("./carry-out-deletions.ts");
  await carryOutDeletions.handle(withFaults(app.services), {});
}

test("kept at the very minute of the deletion it is either kept or gone, and never half of each", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const creator = await makeCreator(app);
    const product = await makeProduct(app, { ownerId: creator.id });
    await ask(creator);
    app.clock.advance({ days: 7, minutes: 1 });
    const [kept] = await Promise.all([keep(creator).catch(() => ({ status: 401 })), carryOut()]);
    const { rows } = await pool.query("select state from products where id = $1", [product.id]);
    const state = await stateOf(creator);
    if (kept.status === 200) expect([state, rows]).toEqual([undefined, [{ state: "PUBLISHED" }]]);
    else expect([state, rows]).toEqual(["ERASED", []]);
    outcomes.add(kept.status === 200 ? "kept" : "gone");
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

describe("a payment that was under way", () => {
  test("made before the store was closed completes, and what cannot be delivered keeps the account until it is", async () => {
    const creator = await makeOnboarded(app);
    const service = await makeService(app, { questions: [] }, { ownerId: creator.id });
    const browser = app.browser();
    const checkout = await openCheckout(browser, service.id);
    await pressPay(browser, checkout);
    expect((await ask(creator)).status).toBe(201);
    // Who had not pressed pay by then cannot any more.
    const other = app.browser();
    await expect(openCheckout(other, service.id)).rejects.toThrow("404");
    await pay(browser, checkout);
    await deliverWebhooks(app);
    await pass({ days: 7, minutes: 1 });
    expect(await stateOf(creator)).toBe("ASKED");
    const { rows } = await pool.query<{ id: string }>(
      "select order_item_id as id from work_orders where owner_id = $1",
      [creator.id],
    );
    const params = { id: rows[0]?.id ?? "" };
    const body = { message: "Here it is", idempotencyKey: randomUUID() };
    const delivered = await app.as(creator).call(deliverWork, { params, body });
    expect([delivered.status, delivered.text]).toMatchObject([200, expect.anything()]);
    await pass({ minutes: 5 });
    expect(await stateOf(creator)).toBe("ERASED");
    expect(await auditNow(app)).toEqual([]);
  });

  test("that still may come is waited for at the minute of the deletion", async () => {
    const creator = await makeOnboarded(app);
    const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
    const browser = app.browser();
    const checkout = await openCheckout(browser, product.id);
    await pressPay(browser, checkout);
    await ask(creator);
    await pool.query("update checkout_sessions set expires_at = $2 where session_id = $1", [
      checkout.checkoutSessionId,
      new Date(app.clock.now().getTime() + 9 * 86_400_000),
    ]);
    await pass({ days: 7, minutes: 1 });
    expect(await stateOf(creator)).toBe("ASKED");
    await pay(browser, checkout);
    await deliverWebhooks(app);
    await pass({ minutes: 5 });
    expect(await stateOf(creator)).toBe("ERASED");
    const { rows } = await pool.query("select status from orders where owner_id = $1", [creator.id]);
    expect(rows).toEqual([{ status: "PAID" }]);
    expect(await auditNow(app)).toEqual([]);
  });

  test("that comes when nobody can deliver it any more goes back by itself", async () => {
    const creator = await makeOnboarded(app);
    const service = await makeService(app, { questions: [] }, { ownerId: creator.id });
    const { id, read } = await buyOrder(app, { creator, main: service });
    expect((await read()).status).toBe("PAID");
    // As if it had come in the minute after the last look.
    await pool.query(
      `insert into account_deletions (owner_id, state, asked_at, due_at, begun_at, closed_with)
       values ($1, 'ERASING', $2, $2, $3, '{"productIds": [], "socialAccountIds": [], "mailings": []}')`,
      [creator.id, app.clock.now(), new Date(app.clock.now().getTime() - 3_600_000)],
    );
    await carryOut();
    await app.runJobs();
    const { rows } = await pool.query(
      "select status, refunded_cents = total_cents as whole from orders where id = $1",
      [id],
    );
    expect(rows).toEqual([{ status: "REFUNDED", whole: true }]);
    expect(await stateOf(creator)).toBe("ERASED");
    expect(await auditNow(app)).toEqual([]);
  });
});

test("what was promised is granted to who asks a seller that is gone, and nothing else can be asked of them", async () => {
  const creator = await makeOnboarded(app);
  const product = await makeProduct(app, { ownerId: creator.id, type: "DOWNLOAD" });
  const { id, browser } = await buyOrder(app, { creator, main: product });
  await leave(creator);
  const { rows } = await pool.query<{ id: string }>("select id from order_items where order_id = $1", [id]);
  const body = { orderItemId: rows[0]?.id ?? "", message: "Not for me" };
  const asked = await browser.call(requestRefund, { params: { id }, body });
  expect([asked.status, asked.body]).toMatchObject([200, { status: "REQUESTED", isPromised: true }]);
  await pass({ days: 7 });
  const { grantDueRequests } =
    await import("#server/features/orders/refund-requests/answer-refund-request.ts");
  await grantDueRequests(app.services);
  await app.runJobs();
  const order = await pool.query("select status from orders where id = $1", [id]);
  expect(order.rows).toEqual([{ status: "REFUNDED" }]);
  expect(await auditNow(app)).toEqual([]);

  const later = await makeOnboarded(app);
  const sold = await buyOrder(app, { creator: later, product: { type: "DOWNLOAD" } });
  app.clock.advance({ days: 40 });
  await leave(later);
  const lines = await pool.query<{ id: string }>("select id from order_items where order_id = $1", [sold.id]);
  const receipt = { "x-order-proof": receiptToken(secret, sold.id) };
  const refused = await app.call(
    requestRefund,
    { params: { id: sold.id }, body: { ...body, orderItemId: lines.rows[0]?.id ?? "" } },
    { headers: receipt },
  );
  expect([refused.status, refused.body]).toMatchObject([409, { code: "NOT_REFUNDABLE" }]);
  // A withdrawal, such as of a parcel, which waits for its seller elsewhere.
  const withdrawn = await pool.query<{ is_promised: boolean }>(
    `insert into refund_requests (owner_id, order_id, order_item_id, message, is_promised, answer_by, created_at)
     values ($1, $2, $3, '', false, $4, $4) returning is_promised`,
    [later.id, sold.id, lines.rows[0]?.id, app.clock.now()],
  );
  expect(withdrawn.rows).toEqual([{ is_promised: true }]);
});

test("pay that is pressed once the store is closed is refused before anything is charged", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const browser = app.browser();
  const { checkoutSessionId, cartVersion, totalCents } = await openCheckout(browser, product.id);
  await ask(creator);
  const pressed = await browser.call(confirmTotal, {
    params: { checkoutSessionId },
    body: { cartVersion, totalCents, customerName: "A Buyer" },
  });
  expect(pressed.status).toBe(404);
});

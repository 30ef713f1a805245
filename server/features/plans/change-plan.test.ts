import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { requestRefund } from "#contract/orders/refund-requests.ts";
import { auditBooks } from "#server/features/ledger/audit.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import { billWhatIsDue } from "#server/payments/sandbox/bill-subscriptions.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { passDays } from "#tests/support/membership.ts";
import { buyPlan, planOf, planProduct } from "#tests/support/plan-buyer.ts";
import { ownerOf } from "#tests/support/plan-owner.ts";
import { testApp } from "#tests/support/test-app.ts";
import { savePlans } from "./save-plans.ts";

const app = await testApp();
const cardThatFailsLater = "4000000000000341";

beforeAll(async () => {
  await planProduct(app, "PRO");
});

const mailsTo = async (creatorId: string) =>
  (
    await app.services.pool.query<{ news: string }>(
      `select m.data ->> 'news' as news from mail_outbox m join subscriptions s on s.id = (m.data ->> 'subscriptionId')::uuid
        where s.plan_for = $1 and m.template = 'membership-changed' order by m.created_at, m.id`,
      [creatorId],
    )
  ).rows.map(({ news }) => news);

describe("upgrading", () => {
  test("charges Enterprise less what is left of Pro, to the cent that was shown, and holds at once", async () => {
    const bought = await buyPlan(app, "PRO");
    await passDays(app, 10);
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    expect(preview).toMatchObject({ priceCents: 9_900, currency: "usd" });
    expect(preview.chargeCents + preview.creditCents).toBe(9_900);
    // Of a month of 28 to 31 days, 10 are over.
    expect(preview.creditCents).toBeGreaterThanOrEqual(1_860);
    expect(preview.creditCents).toBeLessThanOrEqual(1_970);
    expect((await planOf(app, bought.creator)).plan).toBe("PRO");

    expect((await owner.move(preview)).body).toMatchObject({
      isPaid: true,
      membership: {
        product: { title: "Openstall Enterprise" },
        priceCents: 9_900,
        otherPlan: { title: "Openstall Pro", isLater: true },
      },
    });
    await deliverWebhooks(app, 3);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "ENTERPRISE",
      receipts: [
        { title: "Openstall Enterprise", totalCents: preview.chargeCents },
        { title: "Openstall Pro", totalCents: 2_900 },
      ],
    });
    expect(await mailsTo(bought.creator.id)).toEqual(["MOVED"]);
    const mails = await app.call(listMailbox, { querystring: { to: "office@example.com" } });
    expect(mails.body.map(({ subject }) => subject)).toContain("Your new plan: Openstall Enterprise");
    await passDays(app, 32);
    expect((await planOf(app, bought.creator)).receipts[0]).toMatchObject({ totalCents: 9_900 });
    const { provider } = app.services.payments;
    expect(await auditBooks(app.services.pool, { provider })).toEqual([]);
  });

  test("in two tabs at once is charged once", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    const answers = await Promise.all([owner.move(preview), owner.move(preview), owner.move(preview)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await deliverWebhooks(app);
    expect((await planOf(app, bought.creator)).receipts).toHaveLength(2);
  });

  test("for another amount than was shown charges nothing", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    const refused = await owner.move({ ...preview, chargeCents: preview.chargeCents - 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: "AMOUNT_CHANGED" } });
    expect((await owner.list())?.product.title).toBe("Openstall Pro");
    expect((await owner.move(preview)).body).toMatchObject({ isPaid: true });
  });

  test("with a card that does not pay leaves Pro as it was", async () => {
    const bought = await buyPlan(app, "PRO", { card: cardThatFailsLater });
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    expect((await owner.move(preview)).body).toMatchObject({ isPaid: false });
    await deliverWebhooks(app);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "PRO",
      receipts: [{ title: "Openstall Pro" }],
    });
  });

  test("whose answer is lost is found by the news of it", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    const { subscriptions } = app.services.payments;
    const { getSubscription } = subscriptions;
    // The provider has charged, and is silent from then on.
    let silent = false;
    const { changePlan } = subscriptions;
    subscriptions.changePlan = async (...given) => {
      const outcome = await changePlan(...given);
      silent = true;
      return outcome;
    };
    subscriptions.getSubscription = async (id) => {
      if (silent) throw new Error("silence");
      return getSubscription(id);
    };
    try {
      await owner.move(preview);
    } finally {
      Object.assign(subscriptions, { changePlan, getSubscription });
    }
    expect((await planOf(app, bought.creator)).plan).toBe("PRO");
    await deliverWebhooks(app);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "ENTERPRISE",
      receipts: [{ title: "Openstall Enterprise" }, { title: "Openstall Pro" }],
    });
  });

  test("that was charged without an answer, and was tried again in vain, is found by the news of it", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    const { subscriptions } = app.services.payments;
    const { changePlan } = subscriptions;
    subscriptions.changePlan = async (...given) => {
      await changePlan(...given);
      throw new GatewayError("unavailable", "silence", true);
    };
    try {
      expect((await owner.move(preview)).status).toBe(503);
    } finally {
      Object.assign(subscriptions, { changePlan });
    }
    app.clock.advance({ minutes: 3 });
    expect((await owner.move(preview)).status).toBe(409);
    await deliverWebhooks(app);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "ENTERPRISE",
      receipts: [{ title: "Openstall Enterprise" }, { title: "Openstall Pro" }],
    });
  });

  test("leaves a bill of Pro, of which the news comes late, one of Pro", async () => {
    const { pool } = app.services;
    const bought = await buyPlan(app, "PRO");
    app.clock.advance({ days: 32 });
    await billWhatIsDue(app.services);
    await pool.query("delete from sandbox.events where delivered_at is null");
    const { latestInvoice } = await app.services.payments.subscriptions.getSubscription(bought.providerId);
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    await syncMembership(app.services, bought.providerId, latestInvoice?.id);
    const { plan, receipts } = await planOf(app, bought.creator);
    expect(plan).toBe("ENTERPRISE");
    expect(receipts.map(({ title }) => title).sort()).toEqual([
      "Openstall Enterprise",
      "Openstall Pro",
      "Openstall Pro",
    ]);
  });
});

describe("downgrading", () => {
  test("begins with the next payment, charges nothing before, and deletes nothing", async () => {
    const bought = await buyPlan(app, "ENTERPRISE");
    for (let made = 0; made < 3; made++) await makeProduct(app, { ownerId: bought.creator.id });
    const owner = await ownerOf(app, bought);
    const preview = (await owner.preview()).body;
    expect(preview).toMatchObject({ chargeCents: 0, creditCents: 0, priceCents: 2_900 });
    expect((await owner.move(preview)).body.membership).toMatchObject({
      product: { title: "Openstall Enterprise" },
      otherPlan: null,
      nextPlan: { title: "Openstall Pro", priceCents: 2_900 },
    });
    await deliverWebhooks(app);
    expect((await planOf(app, bought.creator)).plan).toBe("ENTERPRISE");
    await passDays(app, 32);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "PRO",
      receipts: [{ title: "Openstall Pro", totalCents: 2_900 }, { totalCents: 9_900 }],
    });
    expect((await app.as(bought.creator).call(listMyProducts)).body).toHaveLength(3);
    expect(await mailsTo(bought.creator.id)).toEqual(["MOVE_PLANNED"]);
  });

  test("begins once it is paid, not while its bill is a draft, and is told once", async () => {
    const bought = await buyPlan(app, "ENTERPRISE");
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    // The job that was queued with it finds it done.
    app.clock.advance({ minutes: 2 });
    await app.runJobs();
    const { subscriptions } = app.services.payments;
    const { getSubscription, getInvoice, setNextPlan } = subscriptions;
    const asked: unknown[] = [];
    subscriptions.setNextPlan = async (...given) => {
      asked.push(given);
      return setNextPlan(...given);
    };
    const asDraft = <Bill>(bill: Bill) => ({ ...bill, status: "draft" as const, attempts: 0, intent: null });
    subscriptions.getInvoice = async (id) => asDraft(await getInvoice(id));
    subscriptions.getSubscription = async (id) => {
      const found = await getSubscription(id);
      return { ...found, latestInvoice: found.latestInvoice && asDraft(found.latestInvoice) };
    };
    try {
      await passDays(app, 32);
      expect(await owner.list()).toMatchObject({
        product: { title: "Openstall Enterprise" },
        priceCents: 9_900,
      });
      expect((await planOf(app, bought.creator)).plan).toBe("ENTERPRISE");
      await app.runJobs();
      expect(asked).toEqual([]);
    } finally {
      Object.assign(subscriptions, { getSubscription, getInvoice, setNextPlan });
    }
    await syncMembership(app.services, bought.providerId);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "PRO",
      receipts: [{ title: "Openstall Pro", totalCents: 2_900 }, { totalCents: 9_900 }],
    });
    expect(await owner.list()).toMatchObject({ priceCents: 2_900, nextPlan: null });
    expect(await mailsTo(bought.creator.id)).toEqual(["MOVE_PLANNED"]);
  });

  test("whose payment fails leaves the dearer plan for the days of grace", async () => {
    const bought = await buyPlan(app, "ENTERPRISE", { card: cardThatFailsLater });
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    await passDays(app, 32);
    expect(await owner.list()).toMatchObject({ state: "PAST_DUE", failedPayment: { amountCents: 2_900 } });
    expect((await planOf(app, bought.creator)).plan).toBe("ENTERPRISE");
    await passDays(app, 8);
    expect((await planOf(app, bought.creator)).plan).toBe("STARTER");
    expect((await owner.payWithGoodCard()).body).toMatchObject({ isPaid: true });
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "PRO",
      receipts: [{ title: "Openstall Pro", totalCents: 2_900 }, { totalCents: 9_900 }],
    });
  });

  test("is taken back before it begins", async () => {
    const bought = await buyPlan(app, "ENTERPRISE");
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    expect((await owner.undo()).body).toMatchObject({ nextPlan: null, otherPlan: { isLater: true } });
    await passDays(app, 32);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "ENTERPRISE",
      receipts: [{ totalCents: 9_900 }, { totalCents: 9_900 }],
    });
  });

  test("is still agreed to after a cancellation that was taken back", async () => {
    const bought = await buyPlan(app, "ENTERPRISE");
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    await owner.cancel();
    expect((await owner.keep()).body).toMatchObject({ nextPlan: { title: "Openstall Pro" } });
    await app.runJobs();
    await passDays(app, 32);
    expect((await planOf(app, bought.creator)).plan).toBe("PRO");
  });
});

describe("the plan that holds", () => {
  test("lasts to the end of the month after a cancellation, which can be taken back", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    expect((await owner.cancel()).body.state).toBe("ENDING");
    const ending = { plan: "PRO", membership: { endsAt: expect.any(String) } };
    expect(await planOf(app, bought.creator)).toMatchObject(ending);
    expect((await owner.keep()).body.state).toBe("ACTIVE");
    expect((await planOf(app, bought.creator)).membership?.endsAt).toBeNull();
    await owner.cancel();
    await passDays(app, 32);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "STARTER",
      membership: { isRunning: false },
      products: { limit: 1 },
    });
  });

  test("has seven days of grace when a renewal fails, to the minute, and comes back once it is paid", async () => {
    const bought = await buyPlan(app, "PRO", { card: cardThatFailsLater });
    app.clock.advance({ days: 32 });
    await billWhatIsDue(app.services);
    await deliverWebhooks(app);
    const { rows } = await app.services.pool.query<{ until: Date }>(
      "select grace_until(past_due_at) as until from subscriptions where id = $1",
      [bought.id],
    );
    const until = rows[0]?.until ?? new Date(0);
    app.clock.advance({ seconds: Math.floor((until.getTime() - app.clock.now().getTime()) / 1000) - 60 });
    expect((await planOf(app, bought.creator)).plan).toBe("PRO");
    app.clock.advance({ seconds: 61 });
    expect((await planOf(app, bought.creator)).plan).toBe("STARTER");
    await (await ownerOf(app, bought)).payWithGoodCard();
    expect((await planOf(app, bought.creator)).plan).toBe("PRO");
  });

  test("ends with a refund of all that was paid last, at the provider's, and not with any other", async () => {
    const { payments, pool } = app.services;
    const bought = await buyPlan(app, "PRO");
    await passDays(app, 32);
    const { rows } = await pool.query<{ intent: string }>(
      "select payment_intent_id as intent from orders where subscription_id = $1 order by paid_at",
      [bought.id],
    );
    const [earlier = "", last = ""] = rows.map(({ intent }) => intent);
    const refund = async (paymentIntentId: string, amountCents?: number) => {
      await payments.refund({
        paymentIntentId,
        idempotencyKey: randomUUID(),
        ...(amountCents && { amountCents }),
      });
      await deliverWebhooks(app);
    };
    await refund(earlier);
    await refund(last, 900);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "PRO",
      membership: { isRunning: true },
      receipts: [{ refundedCents: 900 }, { refundedCents: 2_900 }],
    });
    await refund(last);
    expect(await planOf(app, bought.creator)).toMatchObject({
      plan: "STARTER",
      membership: { isRunning: false },
    });
    await passDays(app, 32);
    expect((await planOf(app, bought.creator)).receipts).toHaveLength(2);
  });

  test("is not asked back at a desk that nobody sits at", async () => {
    const bought = await buyPlan(app, "PRO");
    const { rows } = await app.services.pool.query<{ id: string }>(
      "select id from order_items where order_id = $1",
      [bought.orderId],
    );
    const { membership } = await planOf(app, bought.creator);
    const asked = await app.call(
      requestRefund,
      { params: { id: bought.orderId }, body: { orderItemId: rows[0]?.id ?? "", message: "" } },
      { headers: { "x-order-proof": membership?.proof ?? "" } },
    );
    expect(asked).toMatchObject({ status: 409, body: { code: "NOT_REFUNDABLE" } });
  });

  test("ends with a dispute until that is won", async () => {
    const { pool } = app.services;
    const disputed = await buyPlan(app, "ENTERPRISE");
    await pool.query("update orders set disputed = true where id = $1", [disputed.orderId]);
    expect((await planOf(app, disputed.creator)).plan).toBe("STARTER");
    await pool.query("update orders set disputed = false where id = $1", [disputed.orderId]);
    expect((await planOf(app, disputed.creator)).plan).toBe("ENTERPRISE");
  });

  test("after an upgrade whose payment is disputed is not made up for by the months before", async () => {
    const bought = await buyPlan(app, "PRO");
    const owner = await ownerOf(app, bought);
    await owner.move((await owner.preview()).body);
    await deliverWebhooks(app);
    const [newest] = (await planOf(app, bought.creator)).receipts;
    await app.services.pool.query("update orders set disputed = true where id = $1", [newest?.orderId]);
    expect((await planOf(app, bought.creator)).plan).toBe("STARTER");
  });

  test("is the greater one of what was given and what is paid", async () => {
    const { creator } = await buyPlan(app, "PRO", { fields: { givenPlan: "ENTERPRISE" } });
    expect(await planOf(app, creator)).toMatchObject({ plan: "ENTERPRISE", isGiven: true });
    const { creator: given } = await buyPlan(app, "ENTERPRISE", { fields: { givenPlan: "PRO" } });
    expect(await planOf(app, given)).toMatchObject({ plan: "ENTERPRISE", isGiven: false });
  });
});

// Last: the price is another one from here on.
test("another price is for new buyers: who pays already goes on with theirs", async () => {
  const bought = await buyPlan(app, "PRO");
  const again = await savePlans(app.services, { prices: { PRO: 3_900 } });
  expect(again).toMatchObject([
    { plan: "PRO", priceCents: 3_900, isChanged: true },
    { plan: "ENTERPRISE", priceCents: 9_900, isChanged: false },
  ]);
  expect(await planOf(app, bought.creator)).toMatchObject({
    membership: { priceCents: 2_900 },
    offers: [{ priceCents: 3_900 }, { priceCents: 9_900 }],
  });
  await passDays(app, 32);
  expect((await planOf(app, bought.creator)).receipts.map(({ totalCents }) => totalCents)).toEqual([
    2_900, 2_900,
  ]);
  const { creator } = await buyPlan(app, "PRO");
  expect((await planOf(app, creator)).receipts).toMatchObject([{ totalCents: 3_900 }]);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { saveNote } from "#contract/courses/lesson-notes.ts";
import { getLibrary } from "#contract/library/library.ts";
import { getMailDelivery } from "#contract/mail-delivery/mail-delivery.ts";
import { getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { cancelMembership } from "#contract/memberships/memberships.ts";
import { withdrawFromContract } from "#contract/orders/withdrawals.ts";
import { mostTagsOfPerson, tagCustomer } from "#contract/tags/tags.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { lockTagsOf } from "#server/features/tags/lock-tags.ts";
import { releaseWaitingMails } from "#server/mail/release-mails.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { deliverWebhooks } from "#tests/support/buy.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import {
  buyerSeen,
  buyUnder,
  confirmCorrection,
  correctionCode,
  correctTo,
  makeSlip,
  returnMail,
  returnSecret,
  someone,
} from "#tests/support/returned-mail.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp(returnSecret);
const { pool } = app.services;

const withdraw = async (browser: Caller, orderId: string, email: string) => {
  const { rows } = await pool.query<{ number: number }>(
    "select number from order_numbers where order_id = $1",
    [orderId],
  );
  const body = { name: "Ana Buyer", orderNumber: String(rows[0]?.number), email };
  const { body: answer } = await browser.call(withdrawFromContract, { body });
  expect(answer.outcome).toBe("REQUESTED");
  await app.runJobs();
};
/** The mails of the outbox to an address, by their templates. */
const templatesTo = async (email: string) =>
  (
    await pool.query<{ template: string }>(
      "select template from mail_outbox where lower(recipient) = lower($1) order by template",
      [email],
    )
  ).rows.map(({ template }) => template);

test("whoever mistyped their address sees that its mail came back, proves the right one, and has all they bought there", async () => {
  const { creator, me, course, browser, wrong, order } = await makeSlip(app);
  const extra = await makeProduct(app, { ownerId: creator.id });
  // The browser fills in the same slip at the next checkout.
  const second = await buyUnder(app, browser, extra.id, wrong);
  expect(await buyerSeen(browser, order.reference)).toMatchObject({ email: wrong, returned: "CORRECTABLE" });
  const noted = await browser.call(saveNote, {
    params: { lessonId: course.lessons[0]?.id ?? "", noteId: randomUUID() },
    body: { text: "Mine", seconds: null },
  });
  expect(noted.status, noted.text).toBe(200);
  const [customer] = (await me.call(listCustomers)).body;
  await me.call(tagCustomer, { params: { id: customer?.id ?? "" }, body: { name: "VIP" } });

  const right = someone("ana.right");
  await correctTo(app, browser, order.id, right);
  expect(await buyerSeen(browser, order.reference)).toMatchObject({ email: right, returned: null });
  expect(await buyerSeen(browser, second.reference)).toMatchObject({ email: right, returned: null });
  // The page that is still open names the address as it was typed.
  for (const [customer_email, status] of [
    [wrong, 200],
    [right, 200],
    ["another@example.com", 404],
  ] as const) {
    const params = { paymentIntentId: order.reference };
    const { status: seen } = await browser.call(getOrderByPaymentIntent, {
      params,
      querystring: { customer_email },
    });
    expect([customer_email, seen]).toEqual([customer_email, status]);
  }
  // A receipt of each, and of nothing else.
  const receipts = (await mailsTo(app, right)).filter(({ text }) => text.includes("#rt="));
  expect(receipts).toHaveLength(2);

  const customers = (await me.call(listCustomers)).body;
  expect(customers.map(({ email, orders }) => [email, orders.length])).toEqual([[right, 2]]);
  expect(customers[0]).toMatchObject({ isReturned: false, tags: [{ name: "VIP" }] });
  const page = (await me.call(getOrder, { params: { id: order.id } })).body;
  expect(page).toMatchObject({ isReturned: false, customer: { email: right } });
  expect(page.timeline).toContainEqual(
    expect.objectContaining({ kind: "ADDRESS_CORRECTED", detail: { from: wrong } }),
  );

  const elsewhere = await provenBrowser(app, right);
  const [shelf] = (await elsewhere.call(getLibrary)).body.shelves;
  expect([shelf?.courses.length, shelf?.orderCount]).toEqual([1, 2]);
  const { rows } = await pool.query(
    `select (select count(*)::int from lesson_notes n join customers c on c.id = n.customer_id where c.email = $1) as notes,
            (select count(*)::int from course_students s join customers c on c.id = s.customer_id where c.email = $1) as student,
            (select count(*)::int from course_students s where s.owner_id = $2) as students,
            (select count(*)::int from customers where email = $3) as slips`,
    [right, creator.id, wrong],
  );
  expect(rows[0]).toEqual({ notes: 1, student: 1, students: 1, slips: 0 });
  expect(await auditNow(app)).toEqual([]);
});

test("what others bought under the same wrong address stays theirs", async () => {
  const { me, course, browser, wrong, order } = await makeSlip(app);
  const stranger = app.browser();
  const theirs = await buyUnder(app, stranger, course.id, wrong);
  const right = someone("right");
  await correctTo(app, browser, order.id, right);
  expect(await buyerSeen(stranger, theirs.reference)).toMatchObject({
    email: wrong,
    returned: "CORRECTABLE",
  });
  const customers = (await me.call(listCustomers)).body;
  expect(new Set(customers.map(({ email, isReturned }) => `${email} ${isReturned}`))).toEqual(
    new Set([`${right} false`, `${wrong} true`]),
  );
});

test("somebody who has bought before has both, and a free order counts as proved", async () => {
  const creator = await makeCreator(app);
  const gift = await makeProduct(app, { ownerId: creator.id, priceCents: 0 });
  const { email: right } = await makeBuyer(app);
  const browser = app.browser();
  const wrong = someone("wrong");
  const orderId = await takeFree(browser, gift.id, wrong);
  await app.runJobs();
  await returnMail(app, wrong);
  await correctTo(app, browser, orderId, right.toUpperCase());
  const { rows } = await pool.query(
    `select o.address_proven as proven, c.email, (select count(*)::int from orders where customer_id = c.id) as orders
       from orders o join customers c on c.id = o.customer_id where o.id = $1`,
    [orderId],
  );
  expect(rows).toEqual([{ proven: true, email: right, orders: 2 }]);
});

test("a creator sees which addresses do not exist with what was bought by them, and nobody else's", async () => {
  const { me, browser, wrong, order } = await makeSlip(app);
  const [customer] = (await me.call(listCustomers)).body;
  expect(customer).toMatchObject({ email: wrong, isReturned: true });
  expect((await me.call(getCustomer, { params: { id: customer?.id ?? "" } })).body.isReturned).toBe(true);
  expect((await me.call(getOrder, { params: { id: order.id } })).body.isReturned).toBe(true);
  expect((await me.call(getMailDelivery)).body.bounced).toEqual([
    { email: wrong, at: expect.any(String), customerId: customer?.id, orderCount: 1 },
  ]);
  const other = app.as(await makeCreator(app));
  expect((await other.call(getMailDelivery)).body.bounced).toEqual([]);
  await correctTo(app, browser, order.id, someone("right"));
  expect((await me.call(getMailDelivery)).body.bounced).toEqual([]);
});

test("a membership goes along with its bills, those that are to come too", async () => {
  const wrong = someone("member.wrong");
  const { browser, product, orderId } = await joinMembership(app, {
    email: wrong,
    product: { trialDays: 7 },
  });
  await passDays(app, 8);
  await returnMail(app, wrong);
  const right = someone("member.right");
  await pool.query(
    `with own as (select id from subscriptions where order_id = $1)
     insert into mail_outbox (event, recipient, template, data, state)
     select 'change of ' || id, $2, 'membership-changed', jsonb_build_object('subscriptionId', id), 'SENT' from own
      union all
     select 'failure of ' || b.id, $2, 'renewal-failed', jsonb_build_object('billId', b.id), 'SENT'
       from subscription_invoices b join own on own.id = b.subscription_id`,
    [orderId, wrong],
  );
  const told = await templatesTo(wrong);
  expect(new Set(told)).toEqual(new Set(["receipt", "membership-changed", "renewal", "renewal-failed"]));
  await correctTo(app, browser, orderId, right);
  expect(await templatesTo(wrong)).toEqual([]);
  expect(await templatesTo(right)).toEqual([...told, "receipt"].toSorted());
  await passDays(app, 31);
  const { rows } = await pool.query<{ email: string }>(
    "select c.email from orders o join customers c on c.id = o.customer_id where o.product_id = $1",
    [product.id],
  );
  // The trial, its first payment, and a month later the second one.
  expect(rows.map(({ email }) => email)).toEqual([right, right, right]);
  const { rows: open } = await pool.query(
    "select distinct c.email from open_access($2) a join customers c on c.id = a.customer_id where a.product_id = $1",
    [product.id, app.clock.now()],
  );
  expect(open).toEqual([{ email: right }]);
  expect(await auditNow(app)).toEqual([]);
});

test.each(["first", "second"] as const)(
  "keeps one of two memberships where the address of the %s is corrected, and refunds the other",
  async (which) => {
    const product = await makeProduct(app, {
      type: "MEMBERSHIP",
      billingInterval: "MONTH",
      priceCents: 900,
      yearlyPriceCents: 9_000,
    });
    const [wrong, right] = [someone("club.wrong"), someone("club.right")];
    const slipBrowser = app.browser();
    const joins = [
      async () => {
        const slip = await buyUnder(app, slipBrowser, product.id, wrong);
        await returnMail(app, wrong);
        return slip;
      },
      async () => buyUnder(app, app.browser(), product.id, right.replace("@", "+news@")),
    ];
    if (which === "second") joins.reverse();
    const joined = [];
    for (const join of joins) joined.push(await join());
    const slip = joined[which === "first" ? 0 : 1];
    await correctTo(app, slipBrowser, slip?.id ?? "", right);
    await deliverWebhooks(app);
    await app.runJobs();
    const standing = async () =>
      (
        await pool.query<{ status: string }>(
          "select status from subscriptions where product_id = $1 order by created_at",
          [product.id],
        )
      ).rows.map(({ status }) => status);
    expect(await standing()).toEqual(["active", "canceled"]);
    const refunded = await Promise.all(
      joined.map(
        async ({ reference }) => (await app.services.payments.findPayment(reference))?.refundedCents,
      ),
    );
    expect(refunded).toEqual([0, 900]);
    expect(await templatesTo(which === "first" ? right : right.replace("@", "+news@"))).toContain(
      "already-member",
    );
    await passDays(app, 32);
    const { rows } = await pool.query("select from orders where product_id = $1 and status = 'PAID'", [
      product.id,
    ]);
    expect(rows, "the first membership and its renewal").toHaveLength(2);
    expect(await auditNow(app)).toEqual([]);
  },
);

test("keeps the membership that goes on where the other one is ending", async () => {
  const [wrong, right] = [someone("ending.wrong"), someone("ending.right")];
  const ending = await joinMembership(app, { email: right });
  await ending.browser.call(cancelMembership, {
    params: { id: ending.id },
    body: { orderId: ending.orderId },
  });
  const browser = app.browser();
  const slip = await buyUnder(app, browser, ending.product.id, wrong);
  await returnMail(app, wrong);
  await correctTo(app, browser, slip.id, right);
  await deliverWebhooks(app);
  const { rows } = await pool.query(
    "select status from subscriptions where product_id = $1 order by created_at",
    [ending.product.id],
  );
  expect(rows).toEqual([{ status: "canceled" }, { status: "active" }]);
  const refundedOf = async (reference: string | null) =>
    (await app.services.payments.findPayment(reference ?? ""))?.refundedCents;
  expect(await refundedOf(ending.checkout.paymentIntentId)).toBe(900);
  expect(await refundedOf(slip.reference)).toBe(0);
  expect(await auditNow(app)).toEqual([]);
});

test("what was told of the order is told of the right address, and what both were told, once", async () => {
  const { browser, wrong, order } = await makeSlip(app);
  await withdraw(browser, order.id, wrong);
  const right = someone("right");
  await pool.query(
    `insert into mail_outbox (event, recipient, template, data, state)
     select 'parcel of ' || i.id, to_mail, 'shipped', jsonb_build_object('orderItemId', i.id), 'SENT'
       from order_items i cross join unnest($2::text[]) to_mail where i.order_id = $1`,
    [order.id, [wrong, wrong.toUpperCase(), right]],
  );
  await correctTo(app, browser, order.id, right);
  expect(await templatesTo(wrong)).toEqual([]);
  expect(await templatesTo(right)).toEqual(["receipt", "receipt", "shipped", "withdrawal"]);
});

test("a receipt that waits is mailed once: of what moves to the right address, of what others took to the wrong one", async () => {
  for (const order of [
    ["mine", "theirs"],
    ["theirs", "mine"],
    ["mine", "mine"],
  ] as const) {
    const { id: ownerId } = await makeCreator(app);
    const gift = () => makeProduct(app, { ownerId, priceCents: 0 });
    const browsers = { mine: app.browser(), theirs: app.browser() };
    const wrong = someone("wrong");
    const first = await takeFree(browsers.mine, (await gift()).id, wrong);
    await app.runJobs();
    await returnMail(app, wrong);
    const taken = [];
    for (const whose of order) {
      taken.push({ whose, id: await takeFree(browsers[whose], (await gift()).id, wrong) });
      await app.runJobs();
    }
    const right = someone("right");
    await correctTo(app, browsers.mine, first, right);
    app.clock.advance({ minutes: 11 });
    await releaseWaitingMails(app.services);
    await app.runJobs();
    const linksTo = async (to: string, text: string) =>
      (await mailsTo(app, to)).flatMap((mail) => mail.text.match(text) ?? []);
    expect(await linksTo(right, `free_${first}`)).toHaveLength(1);
    const counted = "select from mail_outbox where recipient = $1 and counted_at is not null";
    expect((await pool.query(counted, [right])).rows, "what never arrived takes no place of a day").toEqual(
      [],
    );
    for (const { whose, id } of taken)
      expect([
        order,
        (await linksTo(right, `free_${id}`)).length,
        (await linksTo(wrong, `free_${id}`)).length,
      ]).toEqual([order, ...(whose === "mine" ? [1, 0] : [0, 1])]);
  }
});

test("where it is the right address after all, its mails are sent again and the timeline names no other", async () => {
  const creator = await makeCreator(app);
  const gift = await makeProduct(app, { ownerId: creator.id, priceCents: 0 });
  const browser = app.browser();
  const email = someone("right");
  const orderId = await takeFree(browser, gift.id, email);
  await app.runJobs();
  await returnMail(app, email);
  await correctTo(app, browser, orderId, email);
  const { rows } = await pool.query("select address_proven as proven from orders where id = $1", [orderId]);
  expect(rows).toEqual([{ proven: true }]);
  const { timeline } = (await app.as(creator).call(getOrder, { params: { id: orderId } })).body;
  expect(timeline.map(({ kind, detail }) => [kind, detail])).toContainEqual(["RECEIPT_SENT", { email }]);
  expect(timeline.map(({ kind }) => kind)).not.toContain("ADDRESS_CORRECTED");
  expect((await mailsTo(app, email)).filter(({ text }) => text.includes("#rt="))).toHaveLength(2);
});

test("tags go along up to the most of a person, after those that the creator gives at this moment", async () => {
  const { creator, me, course, browser, wrong, order } = await makeSlip(app);
  const right = someone("right");
  await buyUnder(app, app.browser(), course.id, right);
  const tag = async (email: string, name: string) => {
    const id = (await me.call(listCustomers)).body.find((one) => one.email === email)?.id ?? "";
    expect((await me.call(tagCustomer, { params: { id }, body: { name } })).status).toBe(200);
  };
  for (let n = 2; n < mostTagsOfPerson; n++) await tag(right, `known ${n}`);
  for (const name of ["one", "two", "three"]) await tag(wrong, name);
  const code = await correctionCode(app, browser, order.id, right);
  const correcting = await inTransaction(pool, async (client) => {
    await lockTagsOf(client, creator.id);
    const answer = confirmCorrection(browser, order.id, right, code);
    await eventually(async () => {
      const { rows } = await pool.query(`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`);
      expect(rows).toHaveLength(1);
    });
    await client.query(
      `insert into person_tags (owner_id, tag_id, mailbox) select owner_id, id, $2 from tags where owner_id = $1 and name = 'one'`,
      [creator.id, right],
    );
    return { answer };
  });
  expect((await correcting.answer).status).toBe(200);
  const customers = (await me.call(listCustomers)).body;
  expect(customers.map(({ email, tags }) => [email, tags.length])).toEqual([[right, mostTagsOfPerson]]);
});

test("who has their data removed afterwards leaves the slip nowhere either", async () => {
  const { browser, wrong, order } = await makeSlip(app);
  await withdraw(browser, order.id, wrong);
  const right = someone("right");
  await correctTo(app, browser, order.id, right);
  const elsewhere = await provenBrowser(app, right);
  expect((await elsewhere.call(eraseMember, { body: { email: right } })).status).toBe(200);
  // The provider is asked to forget them, too.
  await app.runJobs();
  expect(await keptAbout(pool, wrong)).toEqual([]);
  expect(await keptAbout(pool, right)).toEqual([]);
});

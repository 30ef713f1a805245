import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { saveNote } from "#contract/courses/lesson-notes.ts";
import { getLibrary } from "#contract/library/library.ts";
import { getMailDelivery } from "#contract/mail-delivery/mail-delivery.ts";
import { getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { tagCustomer } from "#contract/tags/tags.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { joinMembership, passDays } from "#tests/support/membership.ts";
import { auditNow } from "#tests/support/paid-order.ts";
import {
  buyerSeen,
  buyUnder,
  correctTo,
  makeSlip,
  returnMail,
  returnSecret,
  someone,
} from "#tests/support/returned-mail.ts";
import { takeFree } from "#tests/support/take-free.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp(returnSecret);
const { pool } = app.services;

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
  await correctTo(app, browser, orderId, right);
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

test("who has their data removed afterwards leaves the slip nowhere either", async () => {
  const { browser, wrong, order } = await makeSlip(app);
  const right = someone("right");
  await correctTo(app, browser, order.id, right);
  const elsewhere = await provenBrowser(app, right);
  expect((await elsewhere.call(eraseMember, { body: { email: right } })).status).toBe(200);
  // The provider is asked to forget them, too.
  await app.runJobs();
  expect(await keptAbout(pool, wrong)).toEqual([]);
  expect(await keptAbout(pool, right)).toEqual([]);
});

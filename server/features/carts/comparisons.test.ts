import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import { getCartComparison, saveCartComparison } from "#contract/carts/comparison.ts";
import { saveCartSequence, sendCartEmail } from "#contract/carts/sequences.ts";
import { cartComparisonUnits } from "#server/database/schema/cart-comparisons.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";
import { firstSteps } from "./sequences.ts";
import { settleCarts } from "./settle-carts.ts";

const app = await testApp();
const { db, pool } = app.services;
const people = 60;

test("half of the people are held back, each on one side; the sums close, and a purchase counts within seven days by its mailbox alone", async () => {
  const creator = await makeCreator(app, { postalAddress: "1 Long Lane" });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const desk = app.as(creator);
  const read = async () => (await desk.call(getCartComparison)).body;
  expect(await read()).toMatchObject({ isOn: false, percent: 10, state: "OFF", startedAt: null });
  const save = (body: { isOn: boolean; percent: number }) => desk.call(saveCartComparison, { body });
  expect((await save({ isOn: true, percent: 51 })).status).toBe(422);
  const [, begun] = await Promise.all([save({ isOn: true, percent: 50 }), save({ isOn: true, percent: 50 })]);
  expect(begun.body).toMatchObject({ isOn: true, percent: 50, state: "COLLECTING" });

  await desk.call(saveCartSequence, { body: { kind: "LEFT", isOn: true, steps: firstSteps.LEFT } });
  app.clock.advance({ minutes: 1 });
  const carts = [];
  for (let n = 0; n < people; n++)
    carts.push(
      await makeCart(app, product, {
        email: `compared-${n}@example.com`,
        leftAt: app.clock.now(),
        abandonedAt: null,
      }),
    );
  const pass = async (minutes: number) => {
    app.clock.advance({ minutes });
    await recordLeftCarts(app.services);
    await queueCartMails(app.services);
    await sendPromotions(app.services, undefined);
  };
  await pass(61);
  const units = await db.select().from(cartComparisonUnits);
  expect(units).toHaveLength(people);
  const held = new Set(units.filter(({ isHeldBack }) => isHeldBack).map(({ cartId }) => cartId));
  expect(held.size).toBeGreaterThan(15);
  expect(held.size).toBeLessThan(45);
  const got = new Set((await db.select().from(mailbox)).map(({ to }) => to));
  for (const { id, email } of carts) expect(got.has(email), email).toBe(!held.has(id));

  // Who is held back stays so, by hand and for other carts, too; the desk says why.
  const heldCart = carts.find(({ id }) => held.has(id));
  if (!heldCart) throw new Error("nobody is held back");
  expect((await desk.call(sendCartEmail, { params: { id: heldCart.id } })).status).toBe(409);
  const { body } = await desk.call(listAbandonedCarts, { querystring: { q: heldCart.email } });
  expect(body.carts).toMatchObject([{ isStopped: true, stopReason: expect.stringContaining("held back") }]);
  const other = await makeProduct(app, { ownerId: creator.id });
  await makeCart(app, other, { email: heldCart.email, leftAt: app.clock.now(), abandonedAt: null });
  await pass(61);
  expect(await db.$count(mailbox, eq(mailbox.to, heldCart.email))).toBe(0);

  const buy = async (email: string, linkedCartId?: string) => {
    const order = await makeOrder(app, { items: [{ product }], email: `b-${email}` });
    const bought = { ownerId: creator.id, productIds: [product.id], email, orderId: order.id };
    await inTransaction(pool, (client) =>
      settleCarts(client, { ...bought, linkedCartId, now: app.clock.now() }),
    );
  };
  const mailed = carts.filter(({ id }) => !held.has(id));
  await buy(heldCart.email);
  await buy(mailed[0]?.email ?? "");
  // By its link and another address: nobody without a mail can do that.
  await buy("another@example.com", mailed[1]?.id);
  expect((await read()).mailed).toEqual({ people: 0, bought: 0 });
  await pass(8 * 24 * 60);
  await buy(mailed[2]?.email ?? "");
  const counted = await read();
  expect(counted).toMatchObject({
    mailed: { people: mailed.length, bought: 1 },
    heldBack: { people: held.size, bought: 1 },
    state: "COLLECTING",
    peopleAMonth: people,
  });

  // Another share is another comparison; the end of one lets everybody hear again.
  expect((await save({ isOn: true, percent: 10 })).body.mailed.people).toBe(0);
  expect((await save({ isOn: false, percent: 10 })).body).toMatchObject({ isOn: false, state: "COLLECTING" });
});

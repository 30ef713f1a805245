import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import {
  confirmSubscription,
  joinList,
  joinListByForm,
  unsubscribe,
} from "#contract/mailing-list/mailing-list.ts";
import { products } from "#server/database/schema/catalog.ts";
import { mailbox, mailOutbox } from "#server/database/schema/delivery.ts";
import { productWaiters, subscribers } from "#server/database/schema/mailing-lists.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueOpenings } from "./queue-openings.ts";

const app = await testApp();
const { db } = app.services;
let creator: Awaited<ReturnType<typeof makeCreator>>;
let kit: Awaited<ReturnType<typeof makeProduct>>;
beforeEach(async () => {
  creator = await makeCreator(app);
  kit = await makeProduct(app, { ownerId: creator.id, title: "The kit", comingSoon: true });
});

const someone = () => `someone-${randomUUID().slice(0, 8)}@example.com`;
const handle = () => creator.handle ?? "";
const wait = (email: string, productId = kit.id) =>
  app.browser().call(joinList, { params: { handle: handle() }, body: { email, productId } });
const mailsTo = async (email: string) => {
  await app.runJobs();
  return db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt);
};
const confirm = async (email: string) => {
  const code = (await mailsTo(email)).at(-1)?.subject.slice(0, 6) ?? "";
  const answer = await app
    .browser()
    .call(confirmSubscription, { params: { handle: handle() }, body: { email, code } });
  expect(answer.status).toBe(200);
};
const open = (productId = kit.id) =>
  db.update(products).set({ comingSoon: false, opensAt: null }).where(eq(products.id, productId));
const close = () => db.update(products).set({ comingSoon: true }).where(eq(products.id, kit.id));
const openings = async (email: string) => {
  await queueOpenings(app.services);
  app.clock.advance({ minutes: 2 });
  return (await mailsTo(email)).filter(({ subject }) => subject === "Open now: The kit");
};

test("who waits and has confirmed is told once when it opens, and not before", async () => {
  const [email, unconfirmed] = [someone(), someone()];
  expect((await wait(email)).status).toBe(200);
  // Pressed twice, it is one wish.
  await wait(email);
  await wait(unconfirmed);
  await confirm(email);
  expect(await openings(email)).toHaveLength(0);
  expect((await app.as(creator).call(listMyProducts)).body).toMatchObject([{ waiting: 1 }]);
  await open();
  const [mail, ...more] = await openings(email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(`/u/${handle()}/${kit.slug}`);
  expect(await openings(email)).toHaveLength(1);
  expect(await openings(unconfirmed)).toHaveLength(0);
  // Who confirms afterwards hears of it then.
  await confirm(unconfirmed);
  expect(await openings(unconfirmed)).toHaveLength(1);
  // Announced and opened again, it is no news to who was told.
  await close();
  await wait(email);
  await open();
  expect(await openings(email)).toHaveLength(1);
});

test("two at once queue one mail, and a mail that was not sent since it closed again can be asked for", async () => {
  const email = someone();
  await wait(email);
  await confirm(email);
  await open();
  await Promise.all(Array.from({ length: 4 }, () => queueOpenings(app.services)));
  const queued = await db.select().from(mailOutbox).where(eq(mailOutbox.template, "product-open"));
  expect(queued.filter(({ recipient }) => recipient === email)).toHaveLength(1);
  await close();
  expect(await openings(email)).toHaveLength(0);
  await wait(email);
  await open();
  expect(await openings(email)).toHaveLength(1);
});

test("nobody is told who left the list, who owns it, or whose address was removed", async () => {
  const [left, owner, gone, refusing] = [someone(), someone(), someone(), someone()];
  for (const email of [left, owner, gone, refusing]) {
    await wait(email);
    await confirm(email);
  }
  const stop = /unsubscribe#token=(\S+)/.exec((await mailsTo(left))[0]?.text ?? "")?.[1] ?? "";
  expect((await app.call(unsubscribe, { params: { token: stop }, querystring: {} })).status).toBe(200);
  await makeOrder(app, { items: [{ product: kit }], email: owner });
  await db.delete(subscribers).where(eq(subscribers.email, gone));
  // To every store here.
  await app.services.pool.query(
    "insert into suppressions (address_hash, reason, created_at) values (address_hash(mailbox_of($1)), 'UNSUBSCRIBED', $2)",
    [refusing, new Date(app.clock.now().getTime() + 60_000)],
  );
  await open();
  for (const email of [left, owner, gone, refusing]) expect(await openings(email)).toHaveLength(0);
  const waited = await db.select().from(productWaiters).where(eq(productWaiters.productId, kit.id));
  expect(waited.every(({ settledAt }) => settledAt !== null)).toBe(true);
});

test("only what is to come can be waited for where the list is closed, and only at its own creator", async () => {
  const sold = await makeProduct(app, { ownerId: creator.id });
  const draft = await makeProduct(app, { ownerId: creator.id, comingSoon: true, state: "DRAFT" });
  const foreign = await makeProduct(app, { comingSoon: true });
  for (const { id } of [sold, draft, foreign]) expect((await wait(someone(), id)).status).toBe(404);
  expect(await db.select().from(productWaiters).where(eq(productWaiters.productId, foreign.id))).toEqual([]);
});

test("the form of a page without a script leads to the code, or back to what was typed", async () => {
  const send = (
    form: Record<string, string>,
    { product = kit.id, type = "application/x-www-form-urlencoded" } = {},
  ) =>
    app.app.inject({
      method: "POST",
      url: `${joinListByForm.url.replace(":handle", handle())}?product=${product}`,
      headers: { "content-type": type, "sec-fetch-site": "same-origin" },
      payload: new URLSearchParams(form).toString(),
    });
  const email = someone();
  const page = `/u/${handle()}/join?product=${kit.id}`;
  const sent = await send({ email: ` ${email} `, website: "" });
  expect([sent.statusCode, sent.headers.location]).toEqual([
    303,
    `${page}#asked=${encodeURIComponent(email)}`,
  ]);
  expect(await mailsTo(email)).toHaveLength(1);
  const wrong = await send({ email: "nobody" });
  expect([wrong.statusCode, wrong.headers.location]).toEqual([303, `${page}#email=nobody`]);
  const lost = await send({ email }, { product: "x" });
  expect(lost.headers.location).toBe(`/u/${handle()}/join#email=${encodeURIComponent(email)}`);
  expect((await send({ email }, { type: "text/plain" })).statusCode).toBe(415);
  // A program that fills in every field hears the same, and causes nothing.
  const bot = someone();
  expect((await send({ email: bot, website: "x" })).headers.location).toContain("#asked=");
  expect(await mailsTo(bot)).toHaveLength(0);
});

test("a hundred leave every ten seconds, creators in turns, and those who do not confirm hold up nobody", async () => {
  const other = await makeProduct(app, { comingSoon: true });
  const crowd = async (product: typeof kit, count: number, state: "SUBSCRIBED" | "PENDING") => {
    const now = app.clock.now();
    const made = await db
      .insert(subscribers)
      .values(
        Array.from({ length: count }, () => ({
          ownerId: product.ownerId,
          email: someone(),
          state,
          consentText: "Yes",
          askedAt: now,
          ...(state === "SUBSCRIBED" && { confirmedAt: now }),
        })),
      )
      .returning({ subscriberId: subscribers.id });
    await db
      .insert(productWaiters)
      .values(made.map((row) => ({ ...row, productId: product.id, createdAt: now })));
  };
  await crowd(kit, 700, "PENDING");
  await crowd(kit, 700, "SUBSCRIBED");
  await crowd(other, 10, "SUBSCRIBED");
  await Promise.all([open(), open(other.id)]);
  const queuedAt = async (now: Date) => {
    await queueOpenings({ ...app.services, clock: { now: () => now } });
    const rows = await db.select().from(mailOutbox).where(eq(mailOutbox.createdAt, now));
    return rows.filter(({ template }) => template === "product-open");
  };
  const begun = app.clock.now();
  const first = await queuedAt(begun);
  expect(first).toHaveLength(600);
  const atOnce = first.filter(({ dueAt }) => dueAt?.getTime() === begun.getTime());
  expect(atOnce).toHaveLength(100);
  const mailed = new Set(atOnce.map(({ recipient }) => recipient));
  const ofOther = await db.select().from(subscribers).where(eq(subscribers.ownerId, other.ownerId));
  expect(ofOther.filter(({ email }) => mailed.has(email))).toHaveLength(10);
  expect(await queuedAt(new Date(begun.getTime() + 60_000))).toHaveLength(110);
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { listAbandonedCarts } from "#contract/carts/carts.ts";
import {
  listCartSequences,
  previewCartMail,
  saveCartSequence,
  sendCartEmail,
  sendTestCartMail,
  stopCartSequence,
} from "#contract/carts/sequences.ts";
import { saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { unsubscribe } from "#contract/mailing-list/mailing-list.ts";
import { abandonedCarts, cartMails } from "#server/database/schema/carts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { deliverWebhooks, goodCard, openCheckout, pay, pressPay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueCartMails, queueNextMail } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";
import { firstSteps } from "./sequences.ts";
import { settleCarts } from "./settle-carts.ts";

const app = await testApp();
const { db, pool } = app.services;
let people = 0;
const someone = () => `left-${(people += 1)}@example.com`;

/** A shop whose sequence is on, and a checkout of it that was left a minute ago. */
async function openShop({ isOn = true } = {}) {
  const creator = await makeCreator(app, { postalAddress: "1 Long Lane" });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const desk = app.as(creator);
  const body = { kind: "LEFT" as const, isOn, steps: firstSteps.LEFT };
  expect((await desk.call(saveCartSequence, { body })).status).toBe(200);
  app.clock.advance({ minutes: 1 });
  const leave = (email: string) =>
    makeCart(app, product, { email, leftAt: app.clock.now(), abandonedAt: null });
  return { creator, product, desk, leave };
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes });
  await recordLeftCarts(app.services);
  await queueCartMails(app.services);
  await sendPromotions(app.services, undefined);
};
const mailsTo = (email: string) =>
  db.select().from(mailbox).where(eq(mailbox.to, email)).orderBy(mailbox.sentAt);
const cartOf = async (id: string) => {
  const [cart] = await db.select().from(abandonedCarts).where(eq(abandonedCarts.id, id));
  return cart;
};
const dayMinutes = 24 * 60;

test("three mails after 1, 24 and 72 hours, the last with a code of its own, and none after them", async () => {
  const { leave, desk, product } = await openShop();
  const email = someone();
  const cart = await leave(email);
  await pass(59);
  expect(await mailsTo(email)).toEqual([]);
  await pass(2);
  expect(await mailsTo(email)).toMatchObject([{ subject: `You left ${product.title}` }]);
  const { carts } = (await desk.call(listAbandonedCarts, { querystring: {} })).body;
  expect(carts).toMatchObject([{ status: "EMAIL_SENT", recoveryEmailsSent: 1 }]);
  // Later ones wait for the day where the buyer is.
  for (let n = 0; n < 6 * 24; n++) await pass(60);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(3);
  const { madeCode } = (await cartOf(cart.id)) ?? {};
  expect(madeCode).toMatch(/^[A-Z2-9]{10}$/);
  expect(mails[2]?.text).toContain(madeCode);
  expect(mails[0]?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
});

test("whose payment failed is written to with the words for that, and by that sequence alone", async () => {
  const { product, desk } = await openShop();
  const declined = async (email: string) => {
    const browser = app.browser();
    const choice = { orderBumps: [], couponCode: "", affiliateCode: "", link: "" };
    await browser.call(saveCheckoutDraft, {
      params: { productId: product.id },
      body: { revision: 0, email, hasActed: true, timeZone: "UTC", choice },
    });
    const checkout = await openCheckout(browser, product.id, email);
    await pressPay(browser, checkout);
    await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
    await deliverWebhooks(app);
  };
  const email = someone();
  await declined(email);
  // Its sequence is off: that of checkouts that were left says nothing of it.
  for (let hours = 0; hours < 4; hours++) await pass(61);
  expect(await mailsTo(email)).toEqual([]);
  const { carts } = (await desk.call(listAbandonedCarts, { querystring: {} })).body;
  expect(carts).toMatchObject([{ email, kind: "FAILED", status: "ABANDONED" }]);
  const body = { kind: "FAILED" as const, isOn: true, steps: firstSteps.FAILED };
  expect((await desk.call(saveCartSequence, { body })).status).toBe(200);
  app.clock.advance({ minutes: 1 });
  const again = someone();
  await declined(again);
  await pass(61);
  await pass(2);
  const [mail, ...others] = await mailsTo(again);
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/payment/i);
  expect(mail?.subject).not.toMatch(/^You left/);
  expect(await mailsTo(email)).toEqual([]);
});

test("switching a sequence on mails nobody who left before", async () => {
  const { leave, desk } = await openShop({ isOn: false });
  const email = someone();
  await leave(email);
  await pass(61);
  const [left] = (await desk.call(listCartSequences)).body;
  await desk.call(saveCartSequence, { body: { kind: "LEFT", isOn: true, steps: left?.steps ?? [] } });
  await pass(2 * dayMinutes);
  expect(await mailsTo(email)).toEqual([]);
});

test("an order that is written in the instant of the claim is waited for, and no mail leaves", async () => {
  const { creator, product, leave } = await openShop();
  const email = someone();
  const cart = await leave(email);
  app.clock.advance({ minutes: 61 });
  await recordLeftCarts(app.services);
  const order = await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId: creator.id }) }],
  });
  const { promise: written, resolve: commit } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hasLocked } = Promise.withResolvers<void>();
  const paying = inTransaction(pool, async (client) => {
    await settleCarts(client, {
      ownerId: creator.id,
      productIds: [product.id],
      email: email.replace("@", "+x@"),
      orderId: order.id,
      linkedCartId: undefined,
      now: app.clock.now(),
    });
    hasLocked();
    await written;
  });
  await locked;
  const claiming = queueNextMail(app.services, cart.id, "TIME");
  await new Promise((resolve) => setTimeout(resolve, 100));
  commit();
  await paying;
  expect(await claiming).toBeUndefined();
  await sendPromotions(app.services, undefined);
  expect(await mailsTo(email)).toEqual([]);
  expect(await db.$count(cartMails, eq(cartMails.cartId, cart.id))).toBe(0);
});

test("two claims at once write one mail, and a payment after the claim stops it before it is sent", async () => {
  const { creator, product, leave } = await openShop();
  const email = someone();
  const cart = await leave(email);
  app.clock.advance({ minutes: 61 });
  await recordLeftCarts(app.services);
  await Promise.all([1, 2, 3, 4].map(() => queueNextMail(app.services, cart.id, "TIME")));
  expect(await db.$count(cartMails, eq(cartMails.cartId, cart.id))).toBe(1);
  const order = await makeOrder(app, { items: [{ product }] });
  const bought = { ownerId: creator.id, productIds: [product.id], email, orderId: order.id };
  await inTransaction(pool, (client) =>
    settleCarts(client, { ...bought, linkedCartId: undefined, now: app.clock.now() }),
  );
  await sendPromotions(app.services, undefined);
  expect(await mailsTo(email)).toEqual([]);
});

test("who owns it, also by a tagged address, who unsubscribed, and what is not on sale get no mail", async () => {
  const { desk, product, leave } = await openShop();
  const [owner, gone, late] = [someone(), someone(), someone()];
  await makeOrder(app, { items: [{ product }], email: owner.replace("@", "+shop@") });
  const owned = await leave(owner);
  const left = await leave(gone);
  await pass(61);
  const [first] = await mailsTo(gone);
  const token = String(first?.headers["List-Unsubscribe"]).match(/unsubscribe\/([\w-]+)>/)?.[1] ?? "";
  expect((await app.call(unsubscribe, { params: { token }, querystring: {} })).body).toMatchObject({
    success: true,
  });
  const listed = (await desk.call(listAbandonedCarts, { querystring: { q: gone } })).body.carts;
  expect(listed).toMatchObject([
    { isStopped: true, nextEmailAt: null, stopReason: expect.stringMatching(/no more of your mails/) },
  ]);
  const notOnSale = await leave(late);
  await db.update(products).set({ state: "DRAFT" }).where(eq(products.id, product.id));
  await pass(61);
  await db.update(products).set({ state: "PUBLISHED" }).where(eq(products.id, product.id));
  for (let n = 0; n < 48; n++) await pass(60);
  expect([await mailsTo(owner), await mailsTo(late)]).toEqual([[], []]);
  expect(await mailsTo(gone)).toHaveLength(1);
  expect([await cartOf(owned.id), await cartOf(left.id), await cartOf(notOnSale.id)]).toMatchObject([
    { stopped: "OWNED" },
    { stopped: "UNSUBSCRIBED" },
    { stopped: "NOT_ON_SALE" },
  ]);
});

test("Send Now sends the next mail, once an hour; Stop Sequence ends it", async () => {
  const { desk, leave } = await openShop({ isOn: false });
  const email = someone();
  const cart = await leave(email);
  await pass(61);
  const params = { id: cart.id };
  expect((await desk.call(sendCartEmail, { params })).status).toBe(200);
  await sendPromotions(app.services, undefined);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await desk.call(sendCartEmail, { params })).status).toBe(409);
  app.clock.advance({ minutes: 61 });
  expect((await desk.call(sendCartEmail, { params })).status).toBe(200);
  expect((await desk.call(stopCartSequence, { params })).body).toMatchObject({ isStopped: true });
  app.clock.advance({ minutes: 61 });
  expect((await desk.call(sendCartEmail, { params })).status).toBe(409);
  await sendPromotions(app.services, undefined);
  // What was claimed and not sent when it was stopped does not leave either.
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a sequence is refused whose delays do not grow, that names a code it has not, or an unknown placeholder", async () => {
  const { desk } = await openShop();
  const [first] = firstSteps.LEFT;
  if (!first) throw new Error("there is no first step");
  const save = (steps: (typeof first)[]) =>
    desk.call(saveCartSequence, { body: { kind: "LEFT", isOn: true, steps } });
  expect((await save([first, first])).body).toMatchObject({
    fields: { "steps.1.delayMinutes": expect.any(String) },
  });
  expect((await save([{ ...first, content: documentOfText("Take {code}") }])).status).toBe(422);
  expect((await save([{ ...first, content: documentOfText("Dear {name_of_dog}") }])).status).toBe(422);
  expect((await save([{ ...first, content: documentOfText("  ") }])).status).toBe(422);
  expect((await save([{ ...first, subject: "Go to {link}" }])).body).toMatchObject({
    fields: { "steps.0.subject": expect.stringContaining("{link} is not known here") },
  });
  expect((await save([])).status).toBe(422);
});

type Content = (typeof firstSteps.LEFT)[number]["content"];
const doc = (...content: Content["content"]): Content => ({ type: "doc", content });
const linked = (text: string, href: string): Content["content"][number] => ({
  type: "paragraph",
  content: [{ type: "text", text, marks: [{ type: "link", attrs: { href } }] }],
});
const button = (href: string) => ({ type: "button" as const, attrs: { label: "Go on", href } });

test("a mail about a cart leads to no other site, and no word of it becomes a link", async () => {
  const { desk, creator } = await openShop();
  const send = (content: Content) =>
    desk.call(sendTestCartMail, { body: { subject: "Look at win.example", content } });
  const youtube = { provider: "youtube" as const, videoId: "dQw4w9WgXcQ", title: "" };
  for (const content of [
    doc(linked("Win", "https://evil.example")),
    doc(linked("Write", "mailto:me@evil.example")),
    doc({ type: "blockquote", content: [button("https://evil.example")] }),
    doc({ type: "video", attrs: youtube }),
  ])
    expect((await send(content)).body).toMatchObject({ fields: { content: expect.any(String) } });
  const typed =
    "Go to https://evil.example/win or www.evil.example, {first_name|evil.example}, me@evil.example";
  expect((await send(doc(linked("Our page", "/u/maya"), ...documentOfText(typed).content))).status).toBe(200);
  await app.runJobs();
  const [mail] = await mailsTo(creator.email);
  expect(mail?.html).toContain("/u/maya");
  for (const part of [mail?.html, mail?.text, mail?.subject]) {
    expect(part).not.toMatch(/evil\.example|win\.example|@evil/);
    expect(part).toMatch(/(evil|win)\. example/);
  }
});

test("every mail leads back to the checkout: by what its text shows for it, else by a button below", async () => {
  const { desk, leave } = await openShop();
  const shown = async (content: Content) =>
    (await desk.call(previewCartMail, { body: { subject: "Hi", content } })).text;
  const label = { type: "button" as const, attrs: { label: "See {link}", href: "/u/maya" } };
  for (const content of [documentOfText("Words"), doc(label), doc(linked("See {link}", "/u/maya"))])
    expect(await shown(content)).toContain("Back to your checkout");
  const withCode = documentOfText("Use {code}: {link}");
  for (const content of [
    doc(button("/{link}")),
    doc(linked("There", "/{link}")),
    documentOfText("Go: {link}"),
    withCode,
  ])
    expect(await shown(content)).not.toContain("Back to your checkout");
  // No code was made: the paragraph that names it is left out.
  const email = someone();
  await leave(email);
  app.clock.advance({ minutes: 61 });
  await recordLeftCarts(app.services);
  await queueCartMails(app.services);
  await db.update(cartMails).set({ content: withCode, code: null }).where(eq(cartMails.email, email));
  await sendPromotions(app.services, undefined);
  expect((await mailsTo(email))[0]?.text).toMatch(/Back to your checkout: http\S+\/api\/cart-links\//);
});

test("products of a mail are the creator's own", async () => {
  const { desk, product } = await openShop();
  const other = await makeProduct(app, { ownerId: (await makeCreator(app)).id });
  const shown = (productId: string) =>
    desk.call(previewCartMail, {
      body: { subject: "Hi", content: doc({ type: "product", attrs: { productId } }) },
    });
  expect((await shown(product.id)).text).toContain(`><bdi>${product.title}</bdi></a>`);
  expect((await shown(other.id)).status).toBe(422);
});

test("a plain text of before is read as it was, in mails that were claimed then, too, and saved as a document", async () => {
  const { desk, leave, creator } = await openShop();
  const body = "Hi {first_name},\n\none line\nand another at {price}: a <b>\n\n\nThe end of {store}";
  const steps = JSON.stringify([
    { delayMinutes: 60, subject: "You left {product}", body, couponPercent: null },
  ]);
  await pool.query("update cart_sequences set steps = $1 where owner_id = $2", [steps, creator.id]);
  const [sequence] = (await desk.call(listCartSequences)).body;
  const [step] = sequence?.steps ?? [];
  expect(step).toEqual({
    delayMinutes: 60,
    subject: "You left {product}",
    content: documentOfText(body),
    couponPercent: null,
  });
  const [early, late] = [someone(), someone()];
  await leave(early);
  app.clock.advance({ minutes: 61 });
  await recordLeftCarts(app.services);
  await queueCartMails(app.services);
  await pool.query("update cart_mails set content = null, body = $1 where email = $2", [body, early]);
  await leave(late);
  await pass(61);
  const said = "Hi there,\n\none line\nand another at $50.00: a <b>\n\nThe end of ";
  for (const email of [early, late]) expect((await mailsTo(email))[0]?.text).toContain(said);
  expect((await desk.call(saveCartSequence, { body: sequence! })).status).toBe(200);
  const { rows } = await pool.query<{ steps: object[] }>(
    "select steps from cart_sequences where owner_id = $1 and kind = 'LEFT'",
    [creator.id],
  );
  expect(rows[0]?.steps).toEqual([step]);
});

test("a preview and a test mail are what would leave", async () => {
  const { desk, creator, product } = await openShop();
  const words = { subject: "You left {product}", content: documentOfText("Hi {first_name}") };
  const preview = await desk.call(previewCartMail, { body: words });
  expect(preview.text).toContain("Hi Ada");
  expect(preview.headers["content-security-policy"]).toContain("default-src 'none'");
  await desk.call(sendTestCartMail, { body: words });
  await app.runJobs();
  expect(await mailsTo(creator.email)).toMatchObject([
    { subject: `You left ${product.title}`, text: expect.stringContaining("Hi Ada") },
  ]);
});

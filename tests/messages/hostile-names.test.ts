import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cartTemplates } from "#contract/carts/cart-texts.ts";
import { previewCartMail, saveCartSequence, sendTestCartMail } from "#contract/carts/sequences.ts";
import { sendTestMailing } from "#contract/mailings/mailings.ts";
import { users } from "#server/database/schema/accounts.ts";
import { posts } from "#server/database/schema/posts.ts";
import { queueCartMails } from "#server/features/carts/queue-cart-mails.ts";
import { recordLeftCarts } from "#server/features/carts/record-left-carts.ts";
import { checkHeaders } from "#server/mail/mail-headers.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { letGoBy, makeAutomaticMail } from "#tests/support/automatic-mail-factory.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCoupon } from "#tests/support/coupon-factory.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { makeMailing, makeTrustedCreator, paragraphs, startNow } from "#tests/support/mailing-factory.ts";
import { mailsTo } from "#tests/support/member.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { services, clock } = app;

type Product = Awaited<ReturnType<typeof makeProduct>>;
type Mail = Awaited<ReturnType<typeof mailsTo>>[number];

const every = "{first_name}, {product} of {store}: {code}";

/**
 * Every mail that a cart, a mailing or an automatic mail sends, where the buyer, the product, the post, the store, its address
 * and the coupon are all called so.
 */
async function mailsOf(name: string): Promise<Mail[]> {
  const creator = await makeTrustedCreator(app);
  const desk = app.as(creator);
  const ownerId = creator.id;
  const called = { firstName: name, lastName: name, postalAddress: `${name.slice(0, 250)}\nSpringfield` };
  await services.db.update(users).set(called).where(eq(users.id, ownerId));
  // As long as titles may be.
  const product = await makeProduct(app, { ownerId, title: name.slice(0, 200), priceCents: 5_000 });
  const code = name
    .replaceAll(/[^!-~]/g, "")
    .slice(0, 40)
    .padEnd(3, "X");
  const coupon = await makeCoupon(app, { ownerId, code });
  const words = { subject: every, content: documentOfText(`Hi ${every}\n\nand {price}`) };
  const steps = [{ ...words, delayMinutes: 60, couponPercent: 10 }];
  const saved = await desk.call(saveCartSequence, { body: { kind: "LEFT", isOn: true, steps } });
  expect(saved.status).toBe(200);
  clock.advance({ minutes: 1 });

  const [left, buyer, second, member] = ["left", "buyer", "second", "member"].map(
    (who) => `${who}-${randomUUID()}@example.com`,
  ) as [string, string, string, string];
  const leftAt = clock.now();
  await makeCart(app, product, { email: left, customerName: name, leftAt, abandonedAt: null });
  clock.advance({ minutes: 62 });
  await recordLeftCarts(services);
  await queueCartMails(services);

  await makeOrder(app, { items: [{ product }], email: buyer, customerName: name });
  const draft = await makeMailing(app, creator, {
    subject: every,
    productId: product.id,
    couponId: coupon.id,
    content: {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: `Hi ${every}` }] },
        { type: "product", attrs: { productId: product.id } },
        { type: "button", attrs: { label: every, href: "/{link}" } },
      ],
    },
    audience: {
      match: "ALL",
      conditions: [{ type: "bought", is: true, productId: product.id, since: null }],
    },
  });
  await startNow(app, creator, draft);
  await causeMails(creator, { product, second, member, name });
  await sendPromotions(services, undefined);
  expect((await desk.call(sendTestCartMail, { body: words })).status).toBe(200);
  expect((await desk.call(sendTestMailing, { params: { id: draft.id } })).status).toBe(200);
  await app.runJobs();
  return (
    await Promise.all([left, buyer, second, member, creator.email].map((to) => mailsTo(app, to)))
  ).flat();
}

/** What was bought, and a post that a member can read, have mails of their own. */
async function causeMails(
  creator: { id: string },
  { product, second, member, name }: { product: Product; second: string; member: string; name: string },
): Promise<void> {
  const ownerId = creator.id;
  // No coupon is chosen, of which it could be a code.
  const subject = every.replace(": {code}", "");
  const content = paragraphs(`Hi ${subject}`);
  for (const kind of ["AFTER_PURCHASE", "NEW_POST"] as const)
    await makeAutomaticMail(app, creator, { kind, days: 0, subject, content });
  clock.advance({ seconds: 1 });
  const circle = await makeProduct(app, { ownerId, title: "Circle", type: "MEMBERSHIP", priceCents: 900 });
  await makeOrder(app, { items: [{ product }], email: second, customerName: name });
  const joined = new Date(clock.now().getTime() - 86_400_000);
  await makeOrder(app, {
    items: [{ product: circle }],
    email: member,
    customerName: name,
    createdAt: joined,
  });
  await services.db
    .insert(posts)
    .values({ ownerId, productId: circle.id, title: name.slice(0, 200), publishedAt: clock.now() });
  await letGoBy(app, { minutes: 1 });
}

/** Of what a mail program makes a link or an address, but for those of this store. */
const linked = /evil[.。]\S|@evil|:[/／]{2}(?!localhost|127)/i;
const hidden = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/;

const names = {
  "of HTML": `<img src=x onerror=alert(1)><script>alert(1)</script>"'></a>`,
  "with line breaks": "Ana\r\nBcc: everyone@evil.example\r\n\r\n<html>",
  "written backwards": "Ana\u202Egnp.evil\u2066.example\u2069",
  "of 300 characters": "Ж".repeat(300),
  "of a spreadsheet": '=HYPERLINK("https://evil.example","Win")',
  "of placeholders": "{price}{code}{store}{link}{first_name}",
  "of an address": "me@evil.example",
};

test.each(Object.entries(names))(
  "a name %s is neutral in the subject, the sender and both parts of every mail that a creator writes",
  async (_, name) => {
    const mails = await mailsOf(name);
    expect(mails).toHaveLength(6);
    for (const mail of mails) {
      const { subject, from, html, text, to, headers } = mail;
      for (const line of [subject, from.replace(/ <mail@openstall\.example>$/, "")]) {
        expect(line).not.toMatch(linked);
        expect(line).not.toMatch(hidden);
        expect(line).not.toMatch(/[\p{Cc}@]/u);
      }
      const sent = { to, subject, text, html, messageId: "1", headers };
      expect(() => checkHeaders(sent)).not.toThrow();
      expect(headers).not.toHaveProperty("Bcc");
      expect(html).not.toMatch(/<script|<img src=x|<html>.*<html/is);
      // Without addresses of this store, and what keeps inboxes from showing the text behind the preview.
      const ours = /https?:\/\/(www\.w3\.org|localhost)\S*/g;
      for (const part of [html.replaceAll(/<div>[^<]*<\/div>/g, ""), text].map((all) =>
        all.replaceAll(ours, ""),
      )) {
        expect(part).not.toMatch(linked);
        expect(part).not.toMatch(hidden);
      }
      expect(text.trim().length).toBeGreaterThan(100);
      expect(Buffer.byteLength(html)).toBeLessThan(90_000);
    }
    // What is filled in is not filled in again.
    if (name.startsWith("{price}")) {
      for (const { text } of mails) expect(text).toContain("{price}{code}{store}{link}{first_name}");
      for (const { text, subject } of mails) expect(`${subject} ${text}`).not.toContain("Hi {price}");
    }
  },
);

test("every mail that is offered for a cart is below 90 kB and has a text part", async () => {
  const creator = await makeTrustedCreator(app);
  for (const { subject, content } of cartTemplates)
    expect((await app.as(creator).call(sendTestCartMail, { body: { subject, content } })).status).toBe(200);
  await app.runJobs();
  const mails = await mailsTo(app, creator.email);
  expect(mails).toHaveLength(cartTemplates.length);
  for (const { html, text } of mails) {
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
    expect(text).toContain("Back to your checkout:");
  }
});

test("a mail about carts that mail programs would cut, with the link that ends it, is refused where it is written", async () => {
  const creator = await makeTrustedCreator(app);
  const desk = app.as(creator);
  const words = { subject: "Ж".repeat(120), content: tableOf(500) };
  const steps = [{ ...words, delayMinutes: 60, couponPercent: null }];
  const said = expect.stringContaining("more than 90 kB");
  expect(
    (await desk.call(saveCartSequence, { body: { kind: "LEFT", isOn: false, steps } })).body,
  ).toMatchObject({
    fields: { "steps.0.content": said },
  });
  for (const call of [previewCartMail, sendTestCartMail])
    expect(JSON.parse((await desk.call(call, { body: words })).text)).toMatchObject({
      fields: { content: said },
    });
});

/** Cells, each of which has its style in the HTML of a mail. */
const tableOf = (cells: number) => ({
  type: "doc",
  content: [
    {
      type: "table",
      content: Array.from({ length: cells }, () => ({
        type: "tableRow",
        content: [
          {
            type: "tableCell",
            content: [{ type: "paragraph", content: [{ type: "text", text: "x" }] }],
          },
        ],
      })),
    },
  ],
});

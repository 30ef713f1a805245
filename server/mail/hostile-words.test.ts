import fc from "fast-check";
import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { createProduct } from "#contract/catalog/catalog.ts";
import { Handle } from "#contract/values.ts";
import { updateProfile } from "#contract/accounts/accounts.ts";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { orderItems, orders } from "#server/database/schema/orders.ts";
import { reviews } from "#server/database/schema/reviews.ts";
import { storeUpload } from "#server/features/files/store-upload.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { domainIn, linkIn } from "#tests/support/link-signs.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { fileNameInText, inertHeader, inertLine, titleInSubject } from "./hostile-words.ts";
import { checkHeaders } from "./mail-headers.ts";
import { renderMail } from "./render-mail.ts";
import { storeName } from "./sender-name.ts";

test("a title is cut at 60 characters, and no mail program makes a link of it", () => {
  expect(titleInSubject("Light & Lens 1.5")).toBe("Light & Lens 1.5");
  expect(titleInSubject("Log in at evil.com/now")).toBe("Log in at evil. com/now");
  expect(titleInSubject("https://evil.com me@evil.com")).toBe("https: evil. com me(at)evil. com");
  expect(titleInSubject("https:\u200D//evil")).toBe("https: evil");
  expect(Array.from(titleInSubject("Ж".repeat(200)))).toHaveLength(60);
});

test("keeps the dot of a name in a header, unless a domain ends behind it", () => {
  expect(inertHeader("Your order from Node.js Academy: 1.Chapter")).toBe(
    "Your order from Node.js Academy: 1.Chapter",
  );
  expect(inertHeader("Log in at evil.com, evil。рф or https://evil")).toBe(
    "Log in at evil. com, evil. рф or https: evil",
  );
});

/** Words as robbers put them together, among any others. */
const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        ...'evil com www . 。 ． ｡ @ ＠ ﹫ : / // :// https http mailto < > " \\ , ; % = ? é ᾳ 🦊 ن 字'.split(
          " ",
        ),
        ...Array.from(
          " \r\n\t\0\u0085\u2028\u2029\u00AD\u200B\u200C\u200D\u200E\u202E\u2060\u2066\uFEFF\uFFF9",
        ),
        "\r\nBcc: everyone@evil.com",
        "\r\n\r\n<html>",
        "=?utf-8?q?=0D=0ABcc:?=",
        "PayPal",
        "\uD800",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);

const hidden = /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

test("whatever words there are, a line of them holds no link, no address and nothing hidden", () => {
  fc.assert(
    fc.property(words, (text) => {
      const line = inertLine(text);
      expect(linkIn(line)).toBeUndefined();
      expect(line).not.toMatch(hidden);
      expect(line.isWellFormed()).toBe(true);
      expect(inertLine(line)).toBe(line);
    }),
    { numRuns: 10_000 },
  );
});

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db } = app.services;

test("whatever names, handle and title the contract accepts, the headers of a receipt are inert", async () => {
  const { id: ownerId } = await makeCreator(app);
  const product = await makeProduct(app, { ownerId, priceCents: 0 });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  const profile = updateProfile.schema.body;
  const title = createProduct.schema.body.shape.title;
  await fc.assert(
    fc.asyncProperty(words, words, words, words, async (firstName, lastName, productTitle, customerName) => {
      const name = profile.safeParse({ firstName, lastName });
      const called = title.safeParse(productTitle);
      fc.pre(
        name.success &&
          called.success &&
          ![firstName, lastName, productTitle, customerName].join("").includes("\0"),
      );
      if (!name.success || !called.success) return;
      await db
        .update(users)
        .set({ firstName: name.data.firstName, lastName: name.data.lastName })
        .where(eq(users.id, ownerId));
      await db.update(products).set({ title: called.data }).where(eq(products.id, product.id));
      await db
        .update(orders)
        .set({ customerName: customerName.toWellFormed() })
        .where(eq(orders.id, order.id));
      const mail = await renderMail(app.services, "receipt", { orderId: order.id });
      for (const line of [mail.subject, mail.fromName ?? ""]) {
        expect(domainIn(line)).toBeUndefined();
        // Titles and names that run from right to left are kept apart by a pair of marks, which nobody but us can write.
        expect(line.replaceAll(/\u2068([^\u2066-\u2069]*)\u2069/gu, "$1")).not.toMatch(hidden);
      }
      expect(() => checkHeaders({ ...mail, messageId: "1", to: "buyer@example.com" })).not.toThrow();
      expect(mail.fromName).toMatch(/^.{1,60} via Openstall$/u);
    }),
    { numRuns: 300 },
  );
});

test("a receipt carries its creator's name, dots and brands included, in every place", async () => {
  const { id: ownerId } = await makeCreator(app, { firstName: "Node.js", lastName: "Chase Academy" });
  const product = await makeProduct(app, { ownerId, priceCents: 0, title: "Guide" });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  const receipt = await renderMail(app.services, "receipt", { orderId: order.id });
  expect(receipt.fromName).toBe("Node.js Chase Academy via Openstall");
  expect(receipt.subject).toBe("Your order from Node.js Chase Academy: Guide");
  expect(receipt.text).toContain("Sold by Node.js Chase Academy");
});

test("names and titles in Hebrew are kept apart in a subject, and not in a sender's name", async () => {
  const { id: ownerId } = await makeCreator(app, { firstName: "דוד", lastName: "לוי" });
  const product = await makeProduct(app, { ownerId, priceCents: 0, title: "מדריך צילום!" });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  const receipt = await renderMail(app.services, "receipt", { orderId: order.id });
  expect(receipt.fromName).toBe("דוד לוי via Openstall");
  expect(receipt.subject).toBe("Your order from \u2068דוד לוי\u2069: \u2068מדריך צילום!\u2069");
});

test("a header drops marks of direction where they are not in pairs, or hide a link", () => {
  expect(inertHeader("New: \u2068שלום")).toBe("New: שלום");
  expect(inertHeader("New: \u2069שלום\u2068")).toBe("New: שלום");
  expect(inertHeader("See evil.\u2068com\u2069")).toBe("See evil. com");
});

test("a file keeps the ending that people know it by, unless a mail program took it for a domain", () => {
  const names = [
    "grid 2.pdf",
    "Guide.EPUB",
    "evil.example.pdf",
    "guide.zip",
    "https://evil.example/x.png",
    ".pdf",
  ];
  expect(names.map(fileNameInText)).toEqual([
    "grid 2.pdf",
    "Guide.EPUB",
    "evil. example.pdf",
    "guide. zip",
    "https: evil. example/x.png",
    ". pdf",
  ]);
});

test("of titles, names of files, codes of coupons and reviews no mail makes a link", async () => {
  const hostile = "Log in at https://evil.example/now or evil.example, me@evil.example\u202e";
  const { id: ownerId } = await makeCreator(app);
  const fields = { ownerId, priceCents: 0, title: hostile, requiresShipping: true };
  const uploads = { ownerId, originalName: "evil.example.pdf", mimeType: "application/pdf" };
  const upload = await storeUpload(app.services, { ...uploads, data: Buffer.from("%PDF-1.7") });
  const file = { digitalFileType: "UPLOAD", digitalFileId: upload.id } as const;
  const product = await makeProduct(app, { ...fields, ...file, digitalFileName: "evil.example/now" });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  const [line] = order.items;
  const [download] = order.downloads;
  await db
    .update(orderItems)
    .set({ shippedAt: app.clock.now(), trackingUrl: "https://evil.example/parcel" })
    .where(eq(orderItems.id, line?.id ?? ""));
  await db.update(orders).set({ couponCode: "HTTPS://EVIL.EXAMPLE" }).where(eq(orders.id, order.id));
  await db
    .update(orderItems)
    .set({ unitPriceCents: 500, discountCents: 500 })
    .where(eq(orderItems.id, line?.id ?? ""));
  const { customerId } = order;
  const productId = product.id;
  const review = { productId, customerId, rating: 1, text: `Hm\n${hostile}`, authorName: "me@evil.example" };
  await db.insert(reviews).values(review);
  const mails = [
    await renderMail(app.services, "receipt", { orderId: order.id }),
    await renderMail(app.services, "receipt", { orderId: order.id, alsoOrderIds: [order.id] }),
    await renderMail(app.services, "shipped", { orderItemId: line?.id ?? "" }),
    await renderMail(app.services, "file-version", { downloadId: download?.id ?? "", uploadId: upload.id }),
    await renderMail(app.services, "new-review", { productId, customerId }),
  ];
  for (const { subject, text, html } of mails)
    for (const part of [subject, text, html])
      expect(part).not.toMatch(/evil[.]example|https:..evil|me@evil|\u202e/i);
  expect(mails[0]?.text).toContain("Coupon HTTPS: EVIL. EXAMPLE");

  // Whoever paid, or has proved the address, follows their parcel from the mail.
  await db.update(orders).set({ addressProven: true }).where(eq(orders.id, order.id));
  const proven = await renderMail(app.services, "shipped", { orderItemId: line?.id ?? "" });
  expect(proven.text).toContain("https://evil.example/parcel");
});

test("every handle is plain", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_]{3,30}$/), (text) => {
      expect(Handle.safeParse(text).success).toBe(true);
      expect([text, "A store"]).toContain(
        storeName({ name: "me@evil.com", handle: text, isPlatform: false, isNameApproved: false }),
      );
      expect(inertLine(text)).toBe(text);
    }),
  );
});

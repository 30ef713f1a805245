import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#server/database/schema/accounts.ts";
import { products } from "#server/database/schema/catalog.ts";
import { access, subscriptions } from "#server/database/schema/access.ts";
import { mailOutbox } from "#server/database/schema/delivery.ts";
import { orderItems, orders } from "#server/database/schema/orders.ts";
import { refunds } from "#server/database/schema/refunds.ts";
import { checkHeaders } from "#server/mail/mail-headers.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { renderCode } from "#server/mail/code-mail.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { db, secret } = app.services;

const receiptOf = (orderId: string) => renderMail(app.services, "receipt", { orderId });

/** What a reader sees of a mail's HTML, on one line. */
const seen = (html: string) =>
  html
    .replaceAll(/<(style|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");

test("a receipt says what was bought, what it cost, who sold it and what comes next", async () => {
  const { id: ownerId } = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const ebook = await makeProduct(app, {
    ownerId,
    title: "Light & Lens",
    type: "DOWNLOAD",
    priceCents: 4_900,
  });
  const course = await makeProduct(app, {
    ownerId,
    title: "Shoot in RAW",
    type: "COURSE",
    priceCents: 123_456,
  });
  const prints = await makeProduct(app, { ownerId, title: "Postcards", type: "PHYSICAL", priceCents: 1_000 });
  const order = await makeOrder(app, {
    customerName: "Sam O'Neil",
    email: "sam+lens@example.com",
    paidAt: new Date("2026-03-09T23:30:00Z"),
    paymentIntentId: "pi_receipt_facts",
    card: { brand: "visa", last4: "4242" },
    items: [
      {
        product: ebook,
        discountCents: 490,
        download: { maxDownloads: 3, expiresAt: new Date("2026-04-08T23:30:00Z") },
      },
      { product: course },
      { product: prints, itemType: "UPSELL", quantity: 2 },
    ],
  });

  const { subject, fromName, text, html } = await receiptOf(order.id);
  expect(subject).toBe("Your order from Maya Chen: Light & Lens");
  expect(fromName).toBe("Maya Chen via Openstall");
  for (const words of [text.replaceAll(/\s+/g, " "), seen(html)]) {
    expect(words).toContain("Hi Sam O'Neil, thank you for your order.");
    expect(words).toMatch(/Light & Lens:? .*\$44\.10/);
    expect(words).toContain("$49.00 less $4.90");
    expect(words).toMatch(/Shoot in RAW:? .*\$1,234\.56/);
    expect(words).toContain("Added at checkout");
    expect(words).toMatch(/Postcards:? .*\$20\.00/);
    expect(words).toContain("Added after checkout · 2 × $10.00");
    expect(words).toMatch(/Total savings:? \$4\.90/);
    expect(words).toMatch(/Total paid:? \$1,298\.66/);
    expect(words).toContain("Paid on March 9, 2026 with Visa ending in 4242.");
    expect(words).toContain("What's next");
    expect(words).toContain("Download Light & Lens from your order, up to 3 times until April 8, 2026.");
    expect(words).toContain("Start learning: your course opens from your order.");
    expect(words).toContain("Postcards will be shipped. A mail tells you when it is on its way.");
    expect(words).toContain("Order 1001");
  }
});

test("a booking, an event, a service and a link are no files: the receipt says what each is, and no link to a meeting ends", async () => {
  const { id: ownerId } = await makeCreator(app);
  const paidAt = new Date("2026-03-09T23:30:00Z");
  const expiresAt = new Date("2026-04-08T23:30:00Z");
  const make = (title: string, fields: Partial<typeof products.$inferInsert>) =>
    makeProduct(app, { ownerId, title, ...fields });
  const link = { digitalFileType: "LINK", digitalFileExternalUrl: "https://cal.example/me" } as const;
  const download = { maxDownloads: 3, expiresAt };
  const order = await makeOrder(app, {
    paidAt,
    items: [
      { product: await make("Portfolio call", { type: "BOOKING_LINK", ...link }), download },
      { product: await make("Live critique", { type: "EVENT", ...link }), download },
      { product: await make("Photo walk", { type: "EVENT", deliveryNote: "At the old bridge, 9:00" }) },
      { product: await make("Retouching", { type: "SERVICE", deliveryNote: "Send me your files" }) },
      { product: await make("Mentoring", { type: "SERVICE" }) },
      { product: await make("Preset pack", { type: "DOWNLOAD", ...link }), download },
    ],
  });
  const { text, html } = await receiptOf(order.id);
  for (const words of [text, seen(html)]) {
    for (const step of [
      "Choose your time for Portfolio call: the booking link is in your order.",
      "Join Live critique: the link to the event is in your order.",
      "Your order says where and when Photo walk takes place.",
      "Your order says how Retouching goes on.",
      "Mentoring: answer this mail to agree on how and when.",
      "Open Preset pack from your order, up to 3 times until April 8, 2026.",
    ])
      expect(words).toContain(step);
    expect(words).not.toMatch(/Download |unknown|remaining|It is there until/);
  }
});

const dated = {
  type: "EVENT",
  eventStartsAt: new Date("2026-03-14T18:00:00Z"),
  eventEndsAt: new Date("2026-03-14T20:30:00Z"),
  eventZone: "Europe/Berlin",
  eventPlace: "Mitte 1, Berlin",
  eventLink: "https://meet.example.com/secret-room",
} as const;
const whenItIs = "Sat, Mar 14, 2026, 7:00 PM – 9:30 PM, Berlin time (UTC+1) · Mitte 1, Berlin";

test("the receipt of an event says when and where it is, and leads into it and to its file, until it is taken back", async () => {
  const { order } = await makeBoughtDownload(app, { product: { ...dated, title: "Live critique" } });
  const { text, html } = await receiptOf(order.id);
  expect(text).toContain(`Join Live critique:\n${dated.eventLink}`);
  expect(html).toContain(`href="${dated.eventLink}"`);
  for (const words of [text, seen(html)]) {
    expect(words).toContain(whenItIs);
    expect(words).toContain("Join Live critique: the link to the event is in your order.");
    expect(words).toContain("Download Live critique from your order, ");
    expect(words).not.toContain("answer this mail");
  }
  await db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, order.id));
  const later = await receiptOf(order.id);
  for (const words of [later.text, later.html]) {
    expect(words).toContain("Mitte 1, Berlin");
    expect(words).not.toMatch(/secret-room|the link to the event|answer this mail/);
  }
});

test("a seller's thanks stand in the receipt of what was paid for, as plain text, and in no stranger's mailbox", async () => {
  const thanksNote = "Welcome in!\n<b>Ask me</b> anything.";
  const product = await makeProduct(app, { thanksNote });
  const { text, html } = await receiptOf((await makeOrder(app, { items: [{ product }] })).id);
  expect(text).toContain(thanksNote);
  expect(html).toContain("&lt;b&gt;Ask me&lt;/b&gt; anything.");
  const gift = await makeProduct(app, { thanksNote, priceCents: 0 });
  const free = await receiptOf(
    (await makeOrder(app, { items: [{ product: gift }], paymentIntentId: null })).id,
  );
  for (const words of [free.text, free.html]) expect(words).not.toContain("Ask me");
});

test("an event without a link is where its order says; of a free one anybody's mailbox learns when it is, but no link", async () => {
  const walk = await makeProduct(app, { ...dated, eventLink: null, title: "Photo walk" });
  const { text } = await receiptOf((await makeOrder(app, { items: [{ product: walk }] })).id);
  expect(text).toContain(whenItIs);
  expect(text).toContain("Your order says where and when Photo walk takes place.");
  const free = await makeProduct(app, { ...dated, title: "Open evening", priceCents: 0 });
  const orders = [];
  for (let n = 0; n < 2; n++)
    orders.push(await makeOrder(app, { items: [{ product: free }], paymentIntentId: null }));
  const [first, second] = orders.map(({ id }) => id);
  const alone = await receiptOf(first ?? "");
  const collected = await renderMail(app.services, "receipt", {
    orderId: first ?? "",
    alsoOrderIds: [second ?? ""],
  });
  for (const mail of [alone, collected])
    for (const words of [mail.text, mail.html]) {
      expect(words).toContain(whenItIs);
      expect(words).not.toContain("secret-room");
    }
});

test("answers to every mail on a creator's behalf reach the creator, and those of nobody else's", async () => {
  const { id: ownerId, email } = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const product = await makeProduct(app, { ownerId, type: "PHYSICAL", requiresShipping: true });
  const order = await makeOrder(app, { items: [{ product }] });
  const free = await makeOrder(app, {
    items: [{ product: await makeProduct(app, { ownerId, priceCents: 0 }) }],
    paymentIntentId: null,
  });
  const [item] = order.items;
  await db.update(orderItems).set({ shippedAt: new Date() }).where(eq(orderItems.orderId, order.id));
  const requestKey = randomUUID();
  await db.insert(refunds).values({
    orderId: order.id,
    ownerId,
    orderItemId: item?.id ?? "",
    orderPaymentId: order.payment?.id ?? "",
    amountCents: 500,
    status: "SUCCEEDED",
    requestKey,
  });
  const affiliate = await makeAffiliate(app, { ownerId });
  for (const [template, data] of [
    ["receipt", { orderId: order.id }],
    ["receipt", { orderId: order.id, alsoOrderIds: [free.id] }],
    ["refund", { orderId: order.id, requestKey }],
    ["shipped", { orderItemId: item?.id }],
    ["affiliate-invitation", { affiliateId: affiliate.id }],
  ] as const) {
    const mail = await renderMail(app.services, template, data);
    expect(mail).toMatchObject({ fromName: "Maya Chen via Openstall", replyTo: email });
  }
  const code = await renderCode({ code: "048213", purpose: "CREATOR_SIGN_IN", minutes: 10 });
  expect(code).not.toHaveProperty("replyTo");
});

test("the receipt of an add-on names it alone, with the sum of the order, under the mail that told of the order", async () => {
  const { id: ownerId } = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const ebook = await makeProduct(app, { ownerId, title: "Light & Lens", priceCents: 4_900 });
  const workshop = await makeProduct(app, { ownerId, title: "Workshop", type: "EVENT", priceCents: 3_500 });
  const order = await makeOrder(app, {
    couponCode: "SPRING20",
    items: [
      { product: ebook, discountCents: 980 },
      { product: workshop, itemType: "UPSELL" },
    ],
  });
  const upsellId = randomUUID();
  await db.update(orderItems).set({ offerId: upsellId }).where(eq(orderItems.productId, workshop.id));

  const { subject, text, html } = await renderMail(app.services, "receipt", { orderId: order.id, upsellId });
  expect(subject).toBe("Added to your order from Maya Chen: Workshop");
  expect(seen(html)).toContain("Your add-on is in your order");
  for (const words of [text.replaceAll(/\s+/g, " "), seen(html)]) {
    expect(words).not.toContain("Light & Lens");
    expect(words).toMatch(/Workshop:? .*\$35\.00/);
    expect(words).toMatch(/Total paid for the whole order:? \$74\.20/);
  }
  const [first] = await db
    .insert(mailOutbox)
    .values({
      event: `receipt:${order.id}`,
      recipient: "sam@example.com",
      template: "receipt",
      data: { orderId: order.id },
    })
    .onConflictDoUpdate({ target: [mailOutbox.event, mailOutbox.recipient], set: { template: "receipt" } })
    .returning({ id: mailOutbox.id });
  const added = await renderMail(app.services, "receipt", { orderId: order.id, upsellId });
  expect(added.inReplyTo).toBe(first?.id);
  expect(await receiptOf(order.id)).not.toHaveProperty("inReplyTo");
});

test("a receipt's link opens this order, with its token in the fragment alone, and no link leads elsewhere but to the members area and the withdrawal", async () => {
  const order = await makeOrder(app, { email: "sam+lens@example.com", paymentIntentId: "pi_link" });
  const { text, html } = await receiptOf(order.id);
  const token = keyedToken(secret, "receipt", order.id);
  const link = `http://localhost:3000/success?payment_intent=pi_link&customer_email=sam%2Blens%40example.com#rt=${token}`;
  expect(text.split("\n")).toContain(link);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  expect(links.slice(0, 3)).toEqual([link, `${link}&receipt=pdf`, "http://localhost:3000/members"]);
  // What proves the order stays in the fragment there, too.
  expect(links.slice(3).map((href) => href?.split("#"))).toEqual([
    [
      expect.stringMatching(/^http:\/\/localhost:3000\/withdraw\?order=1001&store=\w+$/),
      `email=sam%2Blens%40example.com&rt=${token}`,
    ],
  ]);
  expect(text).toContain("Withdraw from contract here:\nhttp://localhost:3000/withdraw?");
  expect(text.split("\n")).toContain("http://localhost:3000/members");
  expect(seen(html)).toContain("View your order");
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b/);
});

test("an English sentence that begins with an Arabic title still runs from left to right", async () => {
  const product = await makeProduct(app, { title: "دليل التصوير", type: "SERVICE", priceCents: 900 });
  const order = await makeOrder(app, { items: [{ product }] });
  const { html } = await receiptOf(order.id);
  expect(html).toMatch(/<p[^>]*dir="ltr"[^>]*>\u2068دليل التصوير\u2069: answer this mail/);
});

test("a receipt leads straight into a course, names the seller, and says where a parcel goes", async () => {
  const { id: ownerId, handle } = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const course = await makeProduct(app, { ownerId, title: "Shoot in RAW", type: "COURSE", priceCents: 900 });
  const prints = await makeProduct(app, { ownerId, title: "Postcards", type: "PHYSICAL", priceCents: 1_000 });
  const order = await makeOrder(app, { items: [{ product: course }, { product: prints }] });
  const shippingAddress = {
    name: "Sam Lee",
    line1: "1 High St",
    line2: "",
    city: "Portland",
    region: "OR",
    postalCode: "97201",
    country: "US",
  };
  await db.update(orders).set({ shippingAddress }).where(eq(orders.id, order.id));
  const { text, html, replyTo } = await receiptOf(order.id);
  const token = keyedToken(secret, "receipt", order.id);
  const way = `http://localhost:3000/course/${course.slug}?store=${handle}#order=${order.id}&rt=${token}`;
  expect(text.split("\n")).toContain(way);
  expect(html.replaceAll("&amp;", "&")).toContain(`href="${way}"`);
  expect(replyTo).toContain("@");
  for (const words of [text, seen(html)]) {
    expect(words).toContain("Sold by Maya Chen.");
    expect(words).toContain("Ships to: Sam Lee, 1 High St, Portland, OR 97201, United States");
  }
});

test("a member's receipt says what is charged next, and how to end it", async () => {
  const { id: ownerId } = await makeCreator(app);
  const circle = await makeProduct(app, {
    ownerId,
    type: "MEMBERSHIP",
    billingInterval: "MONTH",
    priceCents: 900,
  });
  const order = await makeOrder(app, { items: [{ product: circle }] });
  await db.insert(subscriptions).values({
    customerId: order.customerId,
    ownerId,
    productId: circle.id,
    orderId: order.id,
    providerSubscriptionId: `sub_${order.id}`,
    status: "active",
    priceCents: 900,
    billingInterval: "MONTH",
    currentPeriodEnd: new Date("2026-04-09T12:00:00Z"),
  });
  const { text } = await receiptOf(order.id);
  expect(text).toContain(
    "The next payment of $9.00 is due on April 9, 2026, and then each month. To pause or cancel",
  );
});

test("an order without a payment is named by its own id, and costs nothing", async () => {
  const product = await makeProduct(app, { priceCents: 0 });
  const order = await makeOrder(app, { items: [{ product }], paymentIntentId: null });
  const { text } = await receiptOf(order.id);
  expect(text).toContain(`payment_intent=free_${order.id}&`);
  expect(text).toContain("Total paid: $0.00");
  expect(text).toContain("Ordered on ");
});

test("what users wrote is text: no tag, no header, no link comes of it", async () => {
  const { id: ownerId } = await makeCreator(app);
  const product = await makeProduct(app, { ownerId });
  const order = await makeOrder(app, { items: [{ product }], customerName: "<b>Sam</b>" });
  const evil = '"><script>alert(1)</script>\r\nBcc: everyone@example.com\u2028{{7*7}}${7*7}';
  await db.update(users).set({ firstName: evil, lastName: null }).where(eq(users.id, ownerId));
  await db.update(products).set({ title: evil }).where(eq(products.id, product.id));

  const mail = await receiptOf(order.id);
  expect(() => checkHeaders({ ...mail, messageId: "1", to: "buyer@example.com" })).not.toThrow();
  expect(mail.html).not.toMatch(/<script|<b>/);
  expect(mail.html).toContain("&lt;script&gt;");
  expect(mail.html).toContain("{{7*7}}${7*7}");
  expect(mail.text).not.toMatch(/^Bcc:/m);
});

test("a long title and a long name are cut at 60 characters each in a subject", async () => {
  const { id: ownerId } = await makeCreator(app, { firstName: "🦊".repeat(90), lastName: null });
  const product = await makeProduct(app, { ownerId, title: "Ж".repeat(200) });
  const { subject, fromName } = await receiptOf((await makeOrder(app, { items: [{ product }] })).id);
  expect(subject).toMatch(/^Your order from 🦊{59}…: Ж{59}…$/u);
  expect(fromName?.isWellFormed()).toBe(true);
});

test.each(["visit evil.example now", "https://evil.example", "a/b", "me@evil.example", "evil.example"])(
  "a buyer's name that could become a link (%s) is not repeated",
  async (customerName) => {
    const { text, html } = await receiptOf((await makeOrder(app, { customerName })).id);
    expect(text).toContain("Thank you for your order.");
    expect(text).not.toContain("evil");
    expect(html).not.toContain("evil");
  },
);

test.each(["CREATOR_SIGN_IN", "MEMBERSHIP_ACCESS", "DOWNLOAD_ACCESS"] as const)(
  "a code for %s stands on a line of its own, and is the only number of six digits",
  async (purpose) => {
    const { subject, text, html } = await renderCode({ code: "048213", purpose, minutes: 10 });
    expect(subject).toMatch(/^048213 is your Openstall (sign-in|access|download) code$/);
    expect(text.split("\n")).toContain("048213");
    expect(text).toContain("10 minutes");
    expect(new Set(`${text} ${html}`.match(/\d{6}/g))).toEqual(new Set(["048213"]));
    expect(html).not.toContain("href=");
  },
);

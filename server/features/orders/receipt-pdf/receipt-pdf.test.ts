import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getReceiptPdf } from "#contract/orders/orders.ts";
import { refundOrder } from "#contract/orders/orders-admin.ts";
import { access } from "#server/database/schema/access.ts";
import { getReceiptOrder } from "#server/features/orders/mails/receipt-order.ts";
import { namesByScript } from "#tests/support/names-by-script.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { readPdf } from "#tests/support/read-pdf.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";
import { drawReceipt } from "./draw-receipt.ts";
import { receiptWords } from "./get-receipt-pdf.ts";

const app = await testApp();

const ask = (who: Caller, id: string) => who.call(getReceiptPdf, { params: { id } });
const words = (title: string) => ({
  title,
  blocks: [
    { name: "Sold by", lines: [title] },
    { name: "Bought by", lines: [title, title] },
  ],
  lines: [{ name: title, detail: title, amount: "₹1,900.00" }],
  sums: [{ name: "Total paid", amount: "$19.00", strong: true }],
  notes: [title],
});

test("a buyer gets the receipt as a PDF, before and after a refund; nobody else does", async () => {
  const bought = await buyOrder(app, {
    priceCents: 5_000,
    bumps: [1_000],
    product: { title: "Курс “Свет” ₹ für Anfänger 日本語 🎉" },
  });
  const first = await ask(bought.browser, bought.id);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": `attachment; filename="receipt-1001.pdf"`,
    "cache-control": "no-store",
  });
  expect(first.text.startsWith("%PDF-1.")).toBe(true);
  const [line] = (await bought.read()).lines;
  await bought.seller.call(refundOrder, {
    params: { id: bought.id },
    body: { idempotencyKey: randomUUID(), lines: [{ orderItemId: line?.id ?? "", amountCents: 700 }] },
  });
  expect((await ask(bought.browser, bought.id)).status).toBe(200);
  expect((await ask(app.browser(), bought.id)).status).toBe(404);
  expect((await ask(bought.browser, randomUUID())).status).toBe(404);
  const unpaid = await buyOrder(app, { card: "4000000000000002" });
  expect((await ask(unpaid.browser, unpaid.id)).status).toBe(404);
});

test("names the seller as the emails do, where their own name impersonates", async () => {
  const creator = await makeCreator(app, { handle: "calm_lens", firstName: "PayPal", lastName: "Support" });
  const product = await makeProduct(app, { ownerId: creator.id });
  const { id } = await makeOrder(app, { items: [{ product }] });
  const drawn = JSON.stringify(receiptWords(await getReceiptOrder(app.services.pool, id), []));
  expect(drawn).toContain("calm_lens sells on Openstall");
  expect(drawn).not.toContain("PayPal");
});

test("of an event it says when and where, and its link until it is taken back", async () => {
  const product = await makeProduct(app, {
    title: "Live critique",
    type: "EVENT",
    eventStartsAt: new Date("2026-03-14T18:00:00Z"),
    eventEndsAt: new Date("2026-03-14T20:30:00Z"),
    eventZone: "Europe/Berlin",
    eventPlace: "Mitte 1, Berlin",
    eventLink: "https://meet.example.com/secret-room",
  });
  const { id } = await makeOrder(app, { items: [{ product }] });
  const read = async () => receiptWords(await getReceiptOrder(app.services.pool, id), []);
  const before = await read();
  expect(before.lines).toMatchObject([
    {
      detail: expect.stringContaining(
        "Sat, Mar 14, 2026, 7:00 PM – 9:30 PM, Berlin time (UTC+1) · Mitte 1, Berlin",
      ) as string,
    },
  ]);
  expect(before.notes).toContain("Join Live critique: https://meet.example.com/secret-room");
  await app.services.db.update(access).set({ revokedAt: new Date() }).where(eq(access.orderId, id));
  expect(JSON.stringify(await read())).not.toContain("secret-room");
});

test("no title, name or note makes it fail, in whatever writing", async () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom(
      "अनुच्छेद",
      "العربية مع English",
      "한국어",
      "ไทย",
      "🏳️‍🌈👩‍👩‍👧",
      "\ud800",
      "a".repeat(900),
      "",
      "\0\n\u2028",
    ),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const pdf = await drawReceipt(words(text));
      expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
      expect(pdf.subarray(-6).toString()).toContain("EOF");
    }),
    { numRuns: 40 },
  );
});

test("draws every name with glyphs of its own, and gives its characters back", async () => {
  for (const [script, names] of Object.entries(namesByScript))
    for (const name of names) {
      const { glyphs, texts } = readPdf(await drawReceipt(words(name)));
      expect(
        glyphs.filter(({ id }) => id === 0),
        name,
      ).toEqual([]);
      for (const character of name.normalize("NFC")) expect(texts.join(""), name).toContain(character);
      // The title, both columns, the line with its detail, and the note.
      if (!["Hebrew", "Arabic", "Mixed"].includes(script))
        expect(texts.join("").split(name.normalize("NFC")).length - 1, name).toBe(7);
    }
});

test("draws Hebrew from the right, beside our own words from the left", async () => {
  const { texts } = readPdf(await drawReceipt(words("משה כהן")));
  expect(texts.join("\n")).toContain("ןהכ השמ");
});

test("keeps the words of a sentence in order around a name that is read from the right", async () => {
  const creator = await makeCreator(app, { handle: "or_studio", firstName: "סטודיו", lastName: "אור 24" });
  const product = await makeProduct(app, { ownerId: creator.id, title: "קורס 101" });
  const { id } = await makeOrder(app, { items: [{ product }] });
  const receipt = receiptWords(await getReceiptOrder(app.services.pool, id), [
    { title: "קורס 101", amountCents: 500, settledAt: null },
  ]);
  const drawn = readPdf(await drawReceipt(receipt)).texts.join("\n");
  expect(drawn).toContain("24 רוא וידוטס sells on Openstall.");
  expect(drawn).toContain("Refunded: 101 סרוק");
});

test("a receipt in Latin letters embeds Noto Sans alone, and stays small", async () => {
  const pdf = await drawReceipt(words("Jürgen Żółć"));
  expect(readPdf(pdf).fonts.map((font) => font.slice(7))).toEqual(["noto-sans-700", "noto-sans-400"]);
  expect(pdf.length).toBeLessThan(12_000);
});

test("embeds what it draws of a font, under a subset's name", async () => {
  const { fonts } = readPdf(await drawReceipt(words("山田さくら 🎉")));
  expect(fonts.length).toBeGreaterThan(2);
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+/);
  const pdf = await drawReceipt(words("山田さくら 🎉 محمد"));
  expect(pdf.length).toBeLessThan(60_000);
});

test("an order of very many lines goes on over pages", async () => {
  const { lines, ...rest } = words("Prints");
  const pdf = await drawReceipt({ ...rest, lines: Array.from({ length: 120 }, () => lines[0] ?? never()) });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(3);
});

function never(): never {
  throw new Error("there is a line");
}

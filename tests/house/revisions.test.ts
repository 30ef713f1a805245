import { eq, sql } from "drizzle-orm";
import { hash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { coupons } from "#server/database/schema/coupons.ts";
import { products } from "#server/database/schema/catalog.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { testApp } from "#tests/support/test-app.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, type Kind, makeFurnishedCreator } from "./furnished-creator.ts";
import { sendRaw } from "./raw-request.ts";
import { jsonSchemaOf } from "./schema-arbitraries.ts";

const app = await testApp();
const changing = (await declaredEndpoints()).filter(
  ({ config, method }) => config.access === "creator" && (method === "PUT" || method === "PATCH"),
);
let me: FurnishedCreator;
let cookie: string;
beforeAll(async () => {
  me = await makeFurnishedCreator(app);
  cookie = await sessionCookieOf(app, me);
});

/** The calls behind a form: whose id stands in the path, a text that it changes, and what else it wants. */
const forms: Record<string, { kind?: Kind; text: string; more?: object; as?: (words: string) => unknown }> = {
  "PATCH /api/auth/user": { text: "tagline" },
  "PATCH /api/my-design": { text: "accent", as: (words) => `#${hash("sha256", words).slice(0, 6)}` },
  "PUT /api/products/:id": { kind: "product", text: "description" },
  "PATCH /api/my-courses/:productId/lessons/:lessonId": {
    kind: "lesson",
    text: "content",
    as: documentOfText,
  },
  "PUT /api/posts/:id": { kind: "post", text: "content", more: { title: "News" }, as: documentOfText },
  "PUT /api/order-bumps/:id": { kind: "orderBump", text: "description" },
  "PUT /api/upsells/:id": { kind: "upsell", text: "description" },
  "PUT /api/coupons/:id": { kind: "coupon", text: "description" },
  "PATCH /api/keyword-responses/:id": { kind: "keywordResponse", text: "responseText" },
  "PATCH /api/automation-rules/:id": { kind: "automationRule", text: "responseTemplate" },
  "PATCH /api/affiliates/:id": { kind: "affiliate", text: "name" },
  "PUT /api/abandoned-carts/sequences": {
    text: "steps",
    more: { kind: "LEFT", isOn: false },
    as: (words) => [
      { delayMinutes: 60, subject: words, content: documentOfText(words), couponPercent: null },
    ],
  },
  "PUT /api/abandoned-carts/sequences/draft": {
    text: "steps",
    more: { kind: "FAILED", dmText: null },
    as: (words) => [{ delayMinutes: 0, subject: words, content: documentOfText(words), couponPercent: null }],
  },
  "PUT /api/mailings/:id": {
    kind: "mailing",
    text: "content",
    more: { subject: "News", audience: { match: "ALL", conditions: [] }, productId: null, couponId: null },
    as: documentOfText,
  },
  "PUT /api/automatic-mails/:id": {
    kind: "automaticMail",
    text: "content",
    more: { subject: "News", days: 1, offerProductId: null, couponId: null },
    as: documentOfText,
  },
  "PUT /api/reminders": { text: "words", more: { kind: "RENEWAL", isOn: true } },
  "PUT /api/mailing-list": {
    text: "promise",
    more: { isOpen: true, title: "Letters", thanksProductId: null },
  },
};

/** The calls that change one thing and know nothing of the rest: whoever is last has chosen it. */
const choices = [
  "PUT /api/abandoned-carts/:id/recover",
  "PUT /api/abandoned-carts/comparison",
  "PUT /api/abandoned-carts/sequences/switched-on",
  "PATCH /api/affiliate-links/:id",
  "PATCH /api/digital-downloads/:id",
  "PATCH /api/dm-conversations/:id",
  "PATCH /api/my-courses/:productId/modules/:moduleId",
  "PATCH /api/notification-choices/:kind",
  "PATCH /api/orders/:id/lines/:lineId",
  "PATCH /api/social-accounts/:id",
  "PATCH /api/team/members/:id",
  "PATCH /api/uploads/:id",
  "PUT /api/list-columns/:list",
  "PUT /api/my-teams/acting-for",
  "PUT /api/automatic-mails/:id/switched-on",
  "PATCH /api/auth/passkeys/:id",
  "PUT /api/auth/time-zone",
  "PUT /api/auth/postal-address",
  "PUT /api/bookings/:id",
  "PUT /api/my-courses/:productId/order",
  "PUT /api/my-submissions/:id/answer",
  "PUT /api/my-products/states",
  "PUT /api/products/:id/archived",
  "PUT /api/products/:id/attendees/:lineId",
  "PUT /api/products/:id/event-cancellation",
  "PUT /api/order-bumps/order",
  "PUT /api/reviews/:id/answer",
  "PUT /api/shipping-origin",
  "PUT /api/shipping-rates/:country",
  "PUT /api/tags/:id",
  "PUT /api/text-videos/:uploadId/captions",
  "PUT /api/upsells/order",
];

const takesRevision = ({ schema }: Endpoint) =>
  schema.body !== undefined && "revision" in (jsonSchemaOf(schema.body).properties ?? {});

test("every call that changes something is a form's, and takes the revision it was filled from, or one choice", () => {
  const withRevision = changing.filter(takesRevision).map(nameOf);
  expect(withRevision.toSorted()).toEqual(Object.keys(forms).toSorted());
  expect(changing.map(nameOf).toSorted()).toEqual([...withRevision, ...choices].toSorted());
});

async function change(endpoint: Endpoint, fields: object) {
  const { kind, more } = forms[nameOf(endpoint)] ?? {};
  const path = endpoint.url
    .replace(":productId", me.ids.course)
    .replace(/:\w+/, kind === undefined ? "" : me.ids[kind]);
  const { statusCode, body } = await sendRaw(app, {
    method: endpoint.method,
    path,
    headers: { cookie, "content-type": "application/json" },
    payload: JSON.stringify({ ...more, ...fields }),
  });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

/** Words as the form takes them, which may want a colour. */
const wordsOf = (endpoint: Endpoint, words: string) => forms[nameOf(endpoint)]?.as?.(words) ?? words;

/** A change that nothing hinders, to learn the row's revision. */
async function revisionOf(endpoint: Endpoint, text: string): Promise<number> {
  for (let revision = 1; revision < 20; revision++) {
    const { status, body } = await change(endpoint, { [text]: wordsOf(endpoint, "begun"), revision });
    if (status === 200) return Number(body["revision"]);
    expect(status, JSON.stringify(body)).toBe(409);
  }
  throw new Error("no revision was found");
}

describe.each(changing.filter(takesRevision).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s",
  (name, endpoint) => {
    const { text = "" } = forms[name] ?? {};

    test("of many tabs that save what they read at once, one is taken and the others are told", async () => {
      const revision = await revisionOf(endpoint, text);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, tab) =>
          change(endpoint, { [text]: wordsOf(endpoint, `tab ${tab}`), revision }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      const taken = answers.find(({ status }) => status === 200)?.body;
      expect(taken).toMatchObject({ revision: revision + 1 });
      for (const { status, body } of answers)
        if (status === 409) expect(body).toMatchObject({ code: expect.stringMatching(/CHANGED/) });
      // Whoever reads it again may go on.
      const next = await change(endpoint, {
        [text]: wordsOf(endpoint, "after reading again"),
        revision: revision + 1,
      });
      expect(next).toMatchObject({ status: 200, body: { revision: revision + 2 } });
      expect(next.body[text]).toEqual(wordsOf(endpoint, "after reading again"));
    });
  },
);

test("a sale, a use and a message sent disturb nobody who is writing", async () => {
  const { db } = app.services;
  await db
    .update(products)
    .set({ inventoryQuantity: sql`${products.inventoryQuantity} + 1`, updatedAt: new Date() })
    .where(eq(products.id, me.ids.product));
  await db.update(coupons).set({ usageCount: 1 }).where(eq(coupons.id, me.ids.coupon));
  const revisions = async () => [
    await db.select({ revision: products.revision }).from(products).where(eq(products.id, me.ids.product)),
    await db.select({ revision: coupons.revision }).from(coupons).where(eq(coupons.id, me.ids.coupon)),
  ];
  const before = await revisions();
  await db
    .update(products)
    .set({ inventoryQuantity: sql`${products.inventoryQuantity} + 1` })
    .where(eq(products.id, me.ids.product));
  await db.update(coupons).set({ usageCount: 2 }).where(eq(coupons.id, me.ids.coupon));
  expect(await revisions()).toEqual(before);
});

test("a switch in the list is noticed by the form that is open elsewhere", async () => {
  const endpoint = changing.find((each) => nameOf(each) === "PUT /api/products/:id");
  if (!endpoint) throw new Error("no such call");
  const revision = await revisionOf(endpoint, "description");
  expect((await change(endpoint, { active: false })).status).toBe(200);
  expect(await change(endpoint, { active: true, title: "Typed meanwhile", revision })).toMatchObject({
    status: 409,
    body: { code: "CHANGED_ELSEWHERE" },
  });
});

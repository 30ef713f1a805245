import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { access } from "#server/database/schema/access.ts";
import { orders } from "#server/database/schema/orders.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type AccessRow, accessRows, type Given } from "./access-rows.ts";
import { openToAll } from "./open-to-all.ts";
import { type BoughtShop, type Caller, makeBoughtShop, type Proof } from "./bought-shop.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";

const app = await testApp();
const { db } = app.services;
const endpoints = (await declaredEndpoints()).filter(({ config }) => config.access === "buyer");
let shop: BoughtShop;
let revoked: BoughtShop;
let refunded: BoughtShop;
beforeAll(async () => {
  [shop, revoked, refunded] = [
    await makeBoughtShop(app),
    await makeBoughtShop(app),
    await makeBoughtShop(app),
  ];
  const revokedAt = new Date();
  for (const { order, service } of [revoked, refunded])
    await db
      .update(access)
      .set({ revokedAt })
      .where(inArray(access.orderId, [order.id, service.orderId]));
  const { id, totalCents } = refunded.order;
  await db.update(orders).set({ status: "REFUNDED", refundedCents: totalCents }).where(eq(orders.id, id));
});

test("every call for buyers is looked at here", () => {
  const looked = [...Object.keys(accessRows), ...openToAll].toSorted();
  expect(looked).toEqual(endpoints.map(nameOf).toSorted());
});

async function ask(
  endpoint: Endpoint,
  { params = {}, query, body }: Given,
  { cookies = {}, headers = {} }: Proof,
) {
  const answer = await app.app.inject({
    method: endpoint.method,
    url: endpoint.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
    ...(query && { query }),
    ...(body && { payload: body }),
    headers,
    cookies,
  });
  return { status: answer.statusCode, text: answer.body, headers: Object.keys(answer.headers).toSorted() };
}

/** The same call of things that do not exist. */
function missing(given: Given, { email, reference, course, creator }: BoughtShop): Given {
  const text = JSON.stringify(given)
    .replaceAll(email, `nobody-${randomUUID().slice(0, 8)}@example.com`)
    .replaceAll(reference, `pi_${randomUUID()}`)
    .replaceAll(course.slug, "no-such-course")
    .replaceAll(creator.handle, "nobody_at_all")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, () => randomUUID());
  return JSON.parse(text) as Given;
}

/** What nobody but the buyer may learn. */
const marksOf = ({ email, customerId, order, membership, download, post, session, checkout }: BoughtShop) => [
  checkout.clientSecret ?? email,
  email,
  customerId,
  order.id,
  membership.id,
  membership.orderId,
  download,
  post,
  session.id,
];

const rows = endpoints.flatMap((endpoint) => {
  const row = accessRows[nameOf(endpoint)];
  return row ? [[nameOf(endpoint), endpoint, row] as const] : [];
});

const proofsIn = (row: AccessRow, of: BoughtShop) =>
  Object.entries(of.proofs(row.orderOf?.(of) ?? of.order.id)) as [Caller, Proof][];

test.each(rows)(
  "%s lets in whom it should; everybody else learns nothing, whether it exists or not",
  async (_name, endpoint, row) => {
    const own = row.once ? await makeBoughtShop(app) : shop;
    const given = row.call(own);
    const nobody = await ask(endpoint, given, {});
    expect(nobody.status).toBe(row.closed);
    if (row.body !== undefined) expect(JSON.parse(nobody.text)).toEqual(row.body);
    for (const [caller, proof] of proofsIn(row, own)) {
      if (row.opens.includes(caller)) continue;
      const answer = await ask(endpoint, given, proof);
      for (const mark of marksOf(own)) expect(answer.text, caller).not.toContain(mark);
      const other = row.others?.[caller];
      if (other === undefined) expect(answer, caller).toEqual(nobody);
      else expect(answer.status, caller).toBe(other);
      if (row.known || (row.others?.[caller] === 200 && !given.params)) continue;
      const unknown = await ask(endpoint, missing(given, own), proof);
      if (other === undefined || other >= 400) expect(unknown, caller).toEqual(answer);
    }
  },
);

test.each(rows.filter(([, , { opens }]) => opens.length > 0))(
  "%s answers each of those it lets in",
  async (_name, endpoint, row) => {
    const own = row.once ? await makeBoughtShop(app) : shop;
    const given = row.call(own);
    const nobody = await ask(endpoint, given, {});
    for (const [caller, proof] of proofsIn(row, own).filter(([caller]) => row.opens.includes(caller))) {
      const answer = await ask(endpoint, given, proof);
      expect(row.opened, `${caller}: ${answer.text}`).toContain(answer.status);
      if (!row.known) expect(answer.text, caller).not.toBe(nobody.text);
      if (row.once) break;
    }
  },
);

test.each(rows.filter(([, , { endsWithAccess }]) => endsWithAccess))(
  "%s lets nobody in once access is revoked, or the order refunded",
  async (_name, endpoint, row) => {
    for (const closed of [revoked, refunded]) {
      const given = row.call(closed);
      const nobody = await ask(endpoint, given, {});
      expect(nobody.status).toBe(row.closed);
      for (const [caller, proof] of proofsIn(row, closed))
        expect(await ask(endpoint, given, proof), caller).toEqual(nobody);
    }
  },
);

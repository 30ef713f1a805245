import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { countSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { countCustomers, listCustomers } from "#contract/orders/customers.ts";
import { listTags, tagCustomers } from "#contract/tags/tags.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

const mostSeconds = 15;

test(`50,000 customers are tagged, found by the tag and untagged, each within ${mostSeconds} seconds`, async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const me = app.as(creator);
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query(
      `with people as (
         insert into customers (email) select 'buyer-' || n || '@example.com' from generate_series(1, 50000) n returning id)
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at)
       select $1, id, $2, 500, 'PAID', $3 from people`,
      [creator.id, product.id, app.clock.now()],
    );
    await client.query("analyze");
  } finally {
    client.release(true);
  }
  const timed = async <T>(work: () => Promise<{ status: number; body: T; text: string }>): Promise<T> => {
    const begun = performance.now();
    const { status, body, text } = await work();
    expect(status, text).toBe(200);
    expect((performance.now() - begun) / 1_000).toBeLessThan(mostSeconds);
    return body;
  };
  const change = (isTagged: boolean, filter = {}) =>
    timed(() => me.call(tagCustomers, { body: { name: "All", isTagged, customerIds: null, filter } }));
  expect(await change(true)).toEqual({ people: 50_000, full: 0 });
  const [tag] = (await me.call(listTags)).body;
  const tagId = tag?.id ?? "";
  expect(tag?.people).toBe(50_000);
  const querystring = { tagId };
  expect(await timed(() => me.call(countCustomers, { querystring }))).toEqual({ customers: 50_000 });
  expect(
    await timed(() => me.call(listCustomers, { querystring: { ...querystring, perPage: "25" } })),
  ).toHaveLength(25);
  expect((await me.call(countSubscribers, { querystring })).status).toBe(200);
  // All that the filter finds is what is being taken from them.
  expect(await change(false, { tagId })).toEqual({ people: 50_000, full: 0 });
  expect((await me.call(listTags)).body).toMatchObject([{ people: 0 }]);
});

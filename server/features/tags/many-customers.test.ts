import { expect, test } from "vitest";
import { countSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { countCustomers, listCustomers } from "#contract/orders/customers.ts";
import { listTags, tagCustomers } from "#contract/tags/tags.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { rowsHandled } from "#tests/support/rows-handled.ts";
import { testApp } from "#tests/support/test-app.ts";
import { unlimited } from "#tests/support/unlimited.ts";

const app = await testApp();
const { pool } = app.services;

const people = 10_000;

test("many customers are tagged, found by the tag and untagged, with little work for each", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const me = app.as(creator);
  await unlimited(pool, async (client) => {
    await client.query(
      `with people as (
         insert into customers (email) select 'buyer-' || n || '@example.com' from generate_series(1, $4::int) n returning id)
       insert into orders (owner_id, customer_id, product_id, total_cents, status, paid_at)
       select $1, id, $2, 500, 'PAID', $3 from people`,
      [creator.id, product.id, app.clock.now(), people],
    );
    await client.query("analyze");
  });
  const measured = async <T>(work: () => Promise<{ status: number; body: T; text: string }>): Promise<T> => {
    let answer: T | undefined;
    const rows = await rowsHandled(async () => {
      const { status, body, text } = await work();
      expect(status, text).toBe(200);
      answer = body;
    });
    expect(rows / people).toBeLessThan(30);
    return answer as T;
  };
  const change = (isTagged: boolean, filter = {}) =>
    measured(() => me.call(tagCustomers, { body: { name: "All", isTagged, customerIds: null, filter } }));
  expect(await change(true)).toEqual({ people, full: 0 });
  const [tag] = (await me.call(listTags)).body;
  const tagId = tag?.id ?? "";
  expect(tag?.people).toBe(people);
  const querystring = { tagId };
  expect(await measured(() => me.call(countCustomers, { querystring }))).toEqual({ customers: people });
  expect(
    await measured(() => me.call(listCustomers, { querystring: { ...querystring, perPage: "25" } })),
  ).toHaveLength(25);
  expect((await me.call(countSubscribers, { querystring })).status).toBe(200);
  // All that the filter finds is what is being taken from them.
  expect(await change(false, { tagId })).toEqual({ people, full: 0 });
  expect((await me.call(listTags)).body).toMatchObject([{ people: 0 }]);
});

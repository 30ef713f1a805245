import { expect, test } from "vitest";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { deleteSubscriber, listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { listTags, tagCustomer, tagCustomers, tagSubscribers } from "#contract/tags/tags.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { eraseCustomer } from "#server/features/buyers/erase-customer.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { keptAbout } from "#tests/support/kept-about.ts";
import { makeSubscriber, someone } from "#tests/support/mailing-factory.ts";
import { provenBrowser } from "#tests/support/member.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { pool } = app.services;

async function openStore() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const me = app.as(creator);
  return {
    creator,
    me,
    buyer: async (email: string) => (await makeOrder(app, { items: [{ product }], email })).customerId,
    tagAll: () => me.call(tagSubscribers, { body: { name: "Reader", isTagged: true, subscriberIds: null } }),
    people: async () => (await me.call(listTags)).body[0]?.people,
  };
}

test("who has their data removed loses every creator's tags, and is given none afterwards", async () => {
  const email = someone();
  const stores = [await openStore(), await openStore()];
  const ids = await Promise.all(stores.map(({ buyer }) => buyer(email)));
  const [id = ""] = ids;
  for (const { me } of stores)
    expect((await me.call(tagCustomer, { params: { id }, body: { name: "VIP" } })).status).toBe(200);
  expect(await keptAbout(pool, email)).toContain("public.person_tags");
  await (await provenBrowser(app, email)).call(eraseMember, { body: { email } });
  expect(await keptAbout(pool, email)).not.toContain("public.person_tags");
  for (const { me, people } of stores) {
    expect(await people()).toBe(0);
    const again = await me.call(tagCustomer, { params: { id }, body: { name: "VIP" } });
    expect(again.status).toBe(409);
    const many = { name: "VIP", isTagged: true, customerIds: [id] };
    expect((await me.call(tagCustomers, { body: many })).body.people).toBe(0);
  }
});

test("a tag that is given while somebody is removed is not left behind", async () => {
  const email = someone();
  const { me, buyer, people } = await openStore();
  const customerId = await buyer(email);
  const tagging = await inTransaction(pool, async (client) => {
    await client.query("select from customers where id = $1 for update", [customerId]);
    const call = me.call(tagCustomers, { body: { name: "VIP", isTagged: true, customerIds: null } });
    // It waits for this transaction by now, having seen the customer as they were.
    await expect
      .poll(
        async () =>
          (await pool.query("select from pg_locks where locktype = 'transactionid' and not granted"))
            .rowCount,
      )
      .toBe(1);
    await eraseCustomer(client, { customerId, email, now: app.clock.now() });
    return { call };
  });
  expect((await tagging.call).body).toEqual({ people: 0, full: 0 });
  expect(await people()).toBe(0);
});

test("an address that is removed from the list takes its tags along, unless its mailbox is known otherwise", async () => {
  const { creator, me, buyer, tagAll, people } = await openStore();
  await buyer("cus.tomer@gmail.com");
  for (const email of [
    "customer+list@gmail.com",
    "reader@example.com",
    "twice@example.com",
    "twice+b@example.com",
  ])
    await makeSubscriber(app, creator.id, email);
  await tagAll();
  expect(await people()).toBe(3);
  const { subscribers } = (await me.call(listSubscribers, { querystring: {} })).body;
  const remove = (email: string) => {
    const id = subscribers.find((known) => known.email === email)?.id ?? "";
    return me.call(deleteSubscriber, { params: { id } });
  };
  await remove("twice@example.com");
  await remove("customer+list@gmail.com");
  expect(await people()).toBe(3);
  await remove("twice+b@example.com");
  expect(await people()).toBe(2);
  await remove("reader@example.com");
  expect(await people()).toBe(1);
});

test("who unsubscribes keeps their tags: they are left out of mailings by that alone", async () => {
  const { creator, tagAll, people } = await openStore();
  await makeSubscriber(app, creator.id, someone());
  await tagAll();
  await pool.query(
    "update subscribers set state = 'UNSUBSCRIBED', unsubscribed_at = $2 where owner_id = $1",
    [creator.id, app.clock.now()],
  );
  expect(await people()).toBe(1);
});

import { expect, test } from "vitest";
import { mostSearched, searchStore } from "#contract/search/search.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { makeConversation, makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const nothing = { products: [], orders: [], people: [], conversations: [] };

/** A store that sold one product to one person, and talks to another. */
async function makeStore(title = "Harbour light") {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id, title, priceCents: 3_200 });
  const order = await makeOrder(app, {
    items: [{ product }],
    email: "anna.bell@example.com",
    customerName: "Anna Bell",
  });
  const account = await makeSocialAccount(app, { userId: creator.id });
  const conversation = await makeConversation(app, account, {
    participantUsername: "mira_k",
    participantDisplayName: "Mira Kovač",
  });
  const find = async (q: string) => (await app.as(creator).call(searchStore, { querystring: { q } })).body;
  return { product, order, conversation, find };
}

test("orders are found by number, id, amount and buyer, people and conversations by name, products by title", async () => {
  const { product, order, conversation, find } = await makeStore();
  // Another store has all of the same; none of it is found here.
  const other = await makeStore();
  const [found] = (await find("anna")).orders;
  expect(found).toMatchObject({ id: order.id, totalCents: 3_200, productTitle: "Harbour light" });
  const number = String(found?.number);
  for (const q of [
    number,
    `#${number}`,
    "32,00",
    "32.00",
    "$32",
    "32",
    "ANNA.B",
    " bell ",
    order.id.slice(0, 8),
  ])
    expect([q, (await find(q)).orders.map(({ id }) => id)]).toEqual([q, [order.id]]);
  for (const q of ["anna.bell@example", "nna bel"]) {
    const { people } = await find(q);
    expect([q, people]).toMatchObject([q, [{ email: "anna.bell@example.com", orderCount: 1 }]]);
  }
  for (const q of ["mira", "@mira_k", "KOVAČ"])
    expect([q, (await find(q)).conversations.map(({ id }) => id)]).toEqual([q, [conversation.id]]);
  for (const q of ["harbour", "LIGHT", "our li"])
    expect([q, (await find(q)).products.map(({ id }) => id)]).toEqual([q, [product.id]]);
  expect(await find(other.order.id)).toEqual(nothing);
  expect((await app.call(searchStore, { querystring: { q: "anna" } })).status).toBe(401);
});

test("what is typed is text, however it would read as a pattern, and as much as somebody types", async () => {
  const { product, find } = await makeStore("100%_sure\\");
  for (const q of ["0%_s", "%", "_s", "e\\"])
    expect([q, (await find(q)).products.map(({ id }) => id)]).toEqual([q, [product.id]]);
  for (const q of ["1%e", "0_", "\\%", "a%a", "'; --", "32,0", "9999999,99", "999999999", "", "  "])
    expect([q, await find(q)]).toEqual([q, nothing]);
  expect(await find("ж".repeat(mostSearched))).toEqual(nothing);
  const { id } = await makeCreator(app);
  const long = await app.as({ id }).call(searchStore, { querystring: { q: "a".repeat(mostSearched + 1) } });
  expect(long).toMatchObject({ status: 422, body: { fields: { q: expect.any(String) } } });
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { countCustomers, getCustomer, listCustomers } from "#contract/orders/customers.ts";
import {
  deleteTag,
  listTags,
  renameTag,
  tagCustomer,
  tagCustomers,
  tagSubscribers,
  untagCustomer,
} from "#contract/tags/tags.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeSubscriber, someone } from "#tests/support/mailing-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

/** A creator with a product that somebody may buy, and who then is a customer. */
async function openStore() {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const me = app.as(creator);
  const customer = async (email = someone()) =>
    (await makeOrder(app, { items: [{ product }], email })).customerId;
  const tag = (id: string, name: string) => me.call(tagCustomer, { params: { id }, body: { name } });
  const tagsOf = async (id: string) =>
    (await me.call(getCustomer, { params: { id } })).body.tags.map(({ name }) => name);
  const idOf = async (name: string) =>
    (await me.call(listTags)).body.find((known) => known.name === name)?.id ?? "";
  return { creator, product, me, customer, tag, tagsOf, idOf };
}

test("a customer is given tags by name, in any capitals, and loses them", async () => {
  const { me, customer, tag, tagsOf } = await openStore();
  const [ana, ben] = [await customer(), await customer()];
  const first = await tag(ana, " VIP ");
  expect(first.body.tags).toEqual([{ id: expect.any(String), name: "VIP" }]);
  const [vip] = first.body.tags;
  expect((await tag(ben, "vip")).body.tags).toEqual([vip]);
  await tag(ana, "Beta");
  expect(await tagsOf(ana)).toEqual(["Beta", "VIP"]);
  expect((await me.call(listTags)).body).toMatchObject([
    { name: "Beta", people: 1 },
    { name: "VIP", people: 2 },
  ]);
  const tagId = vip?.id ?? "";
  const taken = await me.call(untagCustomer, { params: { id: ana, tagId } });
  expect(taken.body.tags.map(({ name }) => name)).toEqual(["Beta"]);
  expect((await me.call(untagCustomer, { params: { id: ana, tagId } })).status).toBe(200);
  expect(await tagsOf(ben)).toEqual(["VIP"]);
});

test("a name that cannot be one is refused with words for its field", async () => {
  const { customer, tag } = await openStore();
  const id = await customer();
  for (const name of ["", "  ", "x".repeat(41), "two\nlines"]) {
    const { status, text } = await tag(id, name);
    expect([name, status]).toEqual([name, 422]);
    expect(JSON.parse(text)).toMatchObject({ fields: { name: expect.any(String) } });
  }
  expect((await tag(id, "x".repeat(40))).status).toBe(200);
  // One é, however it was typed.
  await tag(id, "Caf\u00e9");
  expect((await tag(id, "cafe\u0301")).body.tags).toHaveLength(2);
});

test("the 21st tag of a person and the 101st of a creator are refused, and leave nothing behind", async () => {
  const { creator, me, customer, tag, tagsOf } = await openStore();
  const id = await customer();
  for (let n = 0; n < 20; n++) expect((await tag(id, `Tag ${n}`)).status).toBe(200);
  const full = await tag(id, "One more");
  expect([full.status, JSON.parse(full.text)]).toMatchObject([
    409,
    { fields: { name: "They have 20 tags. Remove one first." } },
  ]);
  // One that they have is no further one.
  expect((await tag(id, "tag 3")).status).toBe(200);
  expect(await tagsOf(id)).toHaveLength(20);
  expect((await me.call(listTags)).body).toHaveLength(20);
  await app.services.pool.query(
    "insert into tags (owner_id, name) select $1, 'More ' || n from generate_series(1, 80) n",
    [creator.id],
  );
  const tooMany = await tag(await customer(), "One more");
  expect([tooMany.status, JSON.parse(tooMany.text)]).toMatchObject([
    409,
    { fields: { name: "You have 100 tags. Delete one first." } },
  ]);
  const many = await me.call(tagCustomers, {
    body: { name: "One more", isTagged: true, customerIds: null },
  });
  expect(many.status).toBe(409);
});

test("the same tag added at once by many gives one, and the 20 of a person hold", async () => {
  const { me, customer, tag, tagsOf } = await openStore();
  const people = [await customer(), await customer()];
  const answers = await Promise.all(
    people.flatMap((id) => ["Racer", "racer", "RACER", "rAcer"].map((name) => tag(id, name))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await me.call(listTags)).body).toMatchObject([{ people: 2 }]);
  const [first = ""] = people;
  const many = await Promise.all(Array.from({ length: 25 }, (_, n) => tag(first, `At once ${n}`)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(many.filter(({ status }) => status === 409)).toHaveLength(6);
  expect(await tagsOf(first)).toHaveLength(20);
});

test("a tag is renamed where no other has the name, in any capitals, and deleted from everybody", async () => {
  const { me, customer, tag, tagsOf, idOf } = await openStore();
  const ana = await customer();
  await tag(ana, "VIP");
  await tag(ana, "Beta");
  const id = await idOf("VIP");
  const rename = (name: string) => me.call(renameTag, { params: { id }, body: { name } });
  const taken = await rename("BETA");
  expect([taken.status, JSON.parse(taken.text)]).toMatchObject([
    409,
    { fields: { name: "You have a tag “Beta” already" } },
  ]);
  // The same in other capitals is its own.
  expect((await rename("vip")).body).toEqual({ id, name: "vip" });
  expect((await rename("Gold")).status).toBe(200);
  expect(await tagsOf(ana)).toEqual(["Beta", "Gold"]);
  expect((await me.call(deleteTag, { params: { id } })).status).toBe(200);
  expect(await tagsOf(ana)).toEqual(["Beta"]);
  expect((await rename("Gold")).status).toBe(404);
  expect((await me.call(deleteTag, { params: { id } })).status).toBe(404);
});

test("another creator's tags and people are not found, and are left as they were", async () => {
  const mine = await openStore();
  const theirs = await openStore();
  const email = someone();
  const [ana, theirAna] = [await mine.customer(email), await theirs.customer(email)];
  // One buyer of both: each creator sees their own word.
  expect(ana).toBe(theirAna);
  await mine.tag(ana, "Mine");
  await theirs.tag(ana, "Theirs");
  expect(await mine.tagsOf(ana)).toEqual(["Mine"]);
  const stranger = await theirs.customer();
  const tagId = await theirs.idOf("Theirs");
  const { me } = mine;
  expect((await mine.tag(stranger, "Mine")).status).toBe(404);
  for (const [id, tag] of [
    [ana, tagId],
    [stranger, await mine.idOf("Mine")],
    [ana, randomUUID()],
  ] as const)
    expect((await me.call(untagCustomer, { params: { id, tagId: tag } })).status).toBe(404);
  expect((await me.call(renameTag, { params: { id: tagId }, body: { name: "X" } })).status).toBe(404);
  expect((await me.call(deleteTag, { params: { id: tagId } })).status).toBe(404);
  const body = { name: "Mine", isTagged: true, customerIds: null };
  for (const change of [{ customerIds: [ana, stranger] }, { filter: { tagId } }])
    expect((await me.call(tagCustomers, { body: { ...body, ...change } })).status).toBe(422);
  expect((await me.call(listCustomers, { querystring: { tagId } })).body).toEqual([]);
  expect(await theirs.tagsOf(ana)).toEqual(["Theirs"]);
  expect((await theirs.me.call(listTags)).body).toMatchObject([{ name: "Theirs", people: 1 }]);
});

test("a person is a mailbox: tagged as a customer, tagged on the list, by whatever address", async () => {
  const { creator, me, customer, tag } = await openStore();
  const id = await customer("a.na+shop@gmail.com");
  await tag(id, "VIP");
  await makeSubscriber(app, creator.id, "ana@googlemail.com");
  await makeSubscriber(app, creator.id, someone());
  const shown = await me.call(listSubscribers, { querystring: {} });
  const tagId = (await me.call(listTags)).body[0]?.id ?? "";
  const vips = await me.call(listSubscribers, { querystring: { tagId } });
  expect(shown.body.subscribers).toHaveLength(2);
  expect(vips.body.subscribers).toMatchObject([{ email: "ana@googlemail.com", tags: [{ name: "VIP" }] }]);
  const subscriberIds = shown.body.subscribers.map((subscriber) => subscriber.id);
  const beta = { name: "Beta", isTagged: true, subscriberIds };
  expect((await me.call(tagSubscribers, { body: beta })).body).toEqual({ people: 2, full: 0 });
  expect((await me.call(listCustomers, { querystring: { q: "gmail" } })).body).toMatchObject([
    { tags: [{ name: "Beta" }, { name: "VIP" }] },
  ]);
  expect((await me.call(listTags)).body).toMatchObject([{ people: 2 }, { people: 1 }]);
});

test("many are tagged by what a filter finds, and untagged; whoever has 20 is left and counted", async () => {
  const { creator, me, customer, tag, tagsOf, idOf } = await openStore();
  const [ana, anton, ben] = [
    await customer("ana@one.example"),
    await customer("anton@one.example"),
    await customer("ben@two.example"),
  ];
  for (let n = 0; n < 20; n++) await tag(anton, `Tag ${n}`);
  const many = async (isTagged: boolean, name: string, fields: object) =>
    (await me.call(tagCustomers, { body: { name, isTagged, customerIds: null, ...fields } })).body;
  expect(await many(true, "One", { filter: { q: "one an" } })).toEqual({ people: 1, full: 1 });
  expect(await many(true, "one", { filter: { q: "one an" } })).toEqual({ people: 0, full: 1 });
  expect(await tagsOf(ana)).toEqual(["One"]);
  const tagId = await idOf("One");
  expect((await me.call(countCustomers, { querystring: { tagId } })).body.customers).toBe(1);
  // Chosen by hand, and of them whom the filter finds.
  const chosen = { customerIds: [ana, ben], filter: { tagId } };
  expect(await many(true, "Two", chosen)).toEqual({ people: 1, full: 0 });
  expect(await tagsOf(ben)).toEqual([]);
  expect(await many(false, "ONE", {})).toEqual({ people: 1, full: 0 });
  expect(await many(false, "Never given", {})).toEqual({ people: 0, full: 0 });
  expect(await tagsOf(ana)).toEqual(["Two"]);
  for (const [state, email] of [
    ["SUBSCRIBED", "x@list.example"],
    ["UNSUBSCRIBED", "y@list.example"],
  ] as const)
    await app.services.pool.query(
      `insert into subscribers (owner_id, email, state, consent_text, confirmed_at, unsubscribed_at)
       values ($1, $2, $3, 'Yes', now(), case when $3 = 'UNSUBSCRIBED' then now() end)`,
      [creator.id, email, state],
    );
  const ofList = (filter: object) =>
    me.call(tagSubscribers, { body: { name: "List", isTagged: true, subscriberIds: null, filter } });
  expect((await ofList({ q: "LIST.example", state: "UNSUBSCRIBED" })).body.people).toBe(1);
  expect((await ofList({})).body.people).toBe(1);
});

test("the exports of customers and subscribers have their tags in a column", async () => {
  const { creator, me, customer, tag } = await openStore();
  const email = someone();
  await tag(await customer(email), "=VIP");
  await tag(await customer(), "Other");
  await makeSubscriber(app, creator.id, email);
  for (const file of ["customers", "subscribers"]) {
    const { text } = await me.call({
      method: "GET",
      url: `/api/exports/${file}.csv`,
      config: { access: "creator", roles: [] },
      schema: { tags: [], summary: "" },
    });
    const [head = "", ...lines] = text.split("\r\n");
    expect(head).toMatch(/,"?Tags"?$/);
    expect(lines.find((line) => line.includes(email))).toMatch(/,"'=VIP"$/);
  }
});

import { beforeEach, expect, test } from "vitest";
import type { Audience, AudienceCondition } from "#contract/mailings/audience.ts";
import { checkMailing, countAudience, updateMailing } from "#contract/mailings/mailings.ts";
import { deleteTag, listTags, tagCustomers, tagSubscribers } from "#contract/tags/tags.ts";
import { listCustomers } from "#contract/orders/customers.ts";
import { listSubscribers } from "#contract/mailing-list/mailing-list.ts";
import { makeProduct } from "#tests/support/factories.ts";
import {
  makeMailing,
  makeSubscriber,
  makeTrustedCreator,
  openMailings,
  someone,
  startNow,
} from "#tests/support/mailing-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
const { sent, send, reset, buyer, reportOf } = openMailings(app);
beforeEach(reset);

const has = (tagId: string | null, is = true): AudienceCondition => ({ type: "tag", is, tagId });
const all = (...conditions: Audience["conditions"]): Audience => ({ match: "ALL", conditions });

/** A creator with ten people, of whom some have the tags A and B, by hand: as customers, on the list, or both. */
async function openTagged() {
  const creator = await makeTrustedCreator(app);
  const me = app.as(creator);
  const guide = await makeProduct(app, { ownerId: creator.id, priceCents: 2_000 });
  const people = Array.from({ length: 10 }, (_, n) => ({
    email: someone(),
    buys: n % 3 !== 0,
    reads: n % 3 !== 1,
    tags: new Set([...(n % 2 === 0 ? ["A"] : []), ...(n % 4 < 2 ? ["B"] : [])]),
  }));
  for (const { email, buys, reads } of people) {
    if (buys) await buyer(guide, email);
    // Written otherwise, it is the same mailbox.
    if (reads) await makeSubscriber(app, creator.id, buys ? email.replace("@", "+list@") : email);
  }
  const { body: customers } = await me.call(listCustomers, { querystring: {} });
  const { subscribers } = (await me.call(listSubscribers, { querystring: {} })).body;
  for (const name of ["A", "B"]) {
    const tagged = people.filter(({ tags }) => tags.has(name));
    const idsOf = (rows: { id: string; email: string }[], some: typeof people) =>
      rows.filter(({ email }) => some.some((person) => person.email === email)).map(({ id }) => id);
    const bought = tagged.filter(({ buys }) => buys);
    const change = { name, isTagged: true };
    await me.call(tagCustomers, { body: { ...change, customerIds: idsOf(customers, bought) } });
    const readers = tagged.filter(({ buys }) => !buys);
    await me.call(tagSubscribers, { body: { ...change, subscriberIds: idsOf(subscribers, readers) } });
  }
  const tags = (await me.call(listTags)).body;
  const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? "";
  const draft = await makeMailing(app, creator);
  let { revision } = draft;
  const save = async (audience: Audience) => {
    const { subject, content, productId, couponId } = draft;
    const body = { subject, content, productId, couponId, audience, revision };
    const saved = await me.call(updateMailing, { params: { id: draft.id }, body });
    if (saved.status === 200) ({ revision } = saved.body);
    return saved;
  };
  const count = async () => (await me.call(countAudience, { params: { id: draft.id } })).body;
  const problems = async () =>
    (await me.call(checkMailing, { params: { id: draft.id } })).body.problems.map(({ message }) => message);
  return {
    creator,
    me,
    people,
    A: idOf("A"),
    B: idOf("B"),
    save,
    count,
    problems,
    draft: () => ({ ...draft, revision }),
  };
}

type Person = Awaited<ReturnType<typeof openTagged>>["people"][number];

test("an audience by tags is whom a naive count finds, whatever else is asked with them", async () => {
  const { people, A, B, save, count } = await openTagged();
  // Beside them, who made the creator trusted: a buyer without a tag.
  const everybody: Person[] = [...people, { email: "", buys: true, reads: false, tags: new Set() }];
  const onList: AudienceCondition = { type: "subscribed", is: true };
  const any = (...conditions: AudienceCondition[]) => ({
    type: "group" as const,
    match: "ANY" as const,
    conditions,
  });
  const cases: [Audience, (person: Person) => boolean][] = [
    [all(has(A)), ({ tags }) => tags.has("A")],
    [all(has(A, false)), ({ tags }) => !tags.has("A")],
    [all(has(A), has(B)), ({ tags }) => tags.has("A") && tags.has("B")],
    [all(has(A), has(B, false)), ({ tags }) => tags.has("A") && !tags.has("B")],
    [{ match: "ANY", conditions: [has(A), has(B)] }, ({ tags }) => tags.size > 0],
    [all(has(null)), ({ tags }) => tags.size > 0],
    [all(has(null, false)), ({ tags }) => tags.size === 0],
    [all(has(A), onList), ({ tags, reads }) => tags.has("A") && reads],
    [
      all(onList, any(has(A, false), has(B))),
      ({ tags, reads }) => reads && (!tags.has("A") || tags.has("B")),
    ],
    [
      all({ type: "bought", is: true, productId: null, since: null }, has(B, false)),
      ({ tags, buys }) => buys && !tags.has("B"),
    ],
  ];
  for (const [audience, fits] of cases) {
    expect((await save(audience)).status).toBe(200);
    const expected = everybody.filter(fits).length;
    expect(await count(), JSON.stringify(audience)).toMatchObject({
      audience: expected,
      recipients: expected,
    });
  }
});

test("another creator's tag is none of the conditions", async () => {
  const mine = await openTagged();
  const theirs = await openTagged();
  const { status, text } = await mine.save(all(has(theirs.A)));
  expect([status, JSON.parse(text)]).toMatchObject([422, { fields: { audience: expect.any(String) } }]);
});

test("what asks for a tag that was deleted holds of nobody, and so does what asks for people without it", async () => {
  const { me, A, B, save, count, problems } = await openTagged();
  await save(all(has(A, false)));
  expect((await count()).audience).toBe(6);
  expect(await problems()).toEqual([]);
  await me.call(deleteTag, { params: { id: A } });
  expect((await count()).audience).toBe(0);
  expect(await problems()).toEqual([expect.stringContaining("A tag of its conditions was deleted")]);
  expect((await save(all(has(A)))).status).toBe(422);
  expect((await save(all(has(B)))).status).toBe(200);
  expect(await problems()).toEqual([]);
});

test("a planned mailing leaves when one of its tags is deleted meanwhile: to whom the other conditions fit", async () => {
  const { creator, me, people, A, B, save, draft } = await openTagged();
  await save({ match: "ANY", conditions: [has(A), has(B)] });
  await me.call(deleteTag, { params: { id: A } });
  await startNow(app, creator, draft());
  expect((await reportOf(creator, draft().id)).outcomes.audience).toBe(
    people.filter(({ tags }) => tags.has("B")).length,
  );
});

test("whoever lost the tag before their mail left is not sent to, and nobody once it is deleted", async () => {
  const { creator, me, people, A, save, draft } = await openTagged();
  await save(all(has(A)));
  await startNow(app, creator, draft());
  const tagged = people.filter(({ tags }) => tags.has("A"));
  const { body: customers } = await me.call(listCustomers, { querystring: { tagId: A } });
  const lost = customers.slice(0, 2);
  const customerIds = lost.map(({ id }) => id);
  await me.call(tagCustomers, { body: { name: "a", isTagged: false, customerIds } });
  await send();
  expect(sent).toHaveLength(tagged.length - 2);
  expect((await reportOf(creator, draft().id)).skipped).toEqual([
    { reason: "Your conditions do not fit them any more", people: 2 },
  ]);
  const next = await makeMailing(app, creator, { audience: all(has(A, false)) });
  await startNow(app, creator, next);
  await me.call(deleteTag, { params: { id: A } });
  sent.length = 0;
  await send();
  expect(sent).toEqual([]);
});

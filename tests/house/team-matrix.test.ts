import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { roleRefused } from "#contract/team/refusals.ts";
import { mayCall, type Role, type TeamRole } from "#contract/team/roles.ts";
import { teamMembers } from "#server/database/schema/team.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { proveBuyer } from "#tests/support/proven-buyer.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { colleagueBrowser, makeInvitation } from "#tests/support/team-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { idCalls, queriesOf, valueOfSlot } from "./creator-calls.ts";
import { fingerprintDatabase } from "./database-dump.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";

const app = await testApp();
const mark = `store-${randomUUID()}`;
const endpoints = (await declaredEndpoints()).filter(({ config }) => config.access === "creator");
let store: FurnishedCreator;

/** Who calls, and what they are to a store: to this one, to another or their own one, or nothing at all. */
type Person = { cookies: Record<string, string>; role: Role | undefined; isOfStore: boolean };
const people = new Map<string, Person>();
/** The 13, by what they are. */
const names = [
  "anybody",
  "a buyer's browser",
  "a buyer with a proven address",
  "another creator",
  "an affiliate of the store",
  "the owner",
  "an admin",
  "support",
  "an editor",
  "a colleague who was removed",
  "somebody invited who has not accepted",
  "support of another store",
  "a colleague who acts for their own store",
] as const;

beforeAll(async () => {
  store = await makeFurnishedCreator(app, mark);
  const nobody = (cookies: Record<string, string>) => ({ cookies, role: undefined, isOfStore: false });
  const own = async (person: { id: string }) => ({
    cookies: (await signedInBrowser(app, person)).cookies,
    role: "OWNER" as const,
    isOfStore: false,
  });
  const onTeam = async (role: TeamRole) => ({
    cookies: (await colleagueBrowser(app, store, role)).browser.cookies,
    role,
    isOfStore: true,
  });
  const affiliate = await makeCreator(app);
  await makeAffiliate(app, { ownerId: store.id, userId: affiliate.id });
  const removed = await colleagueBrowser(app, store, "ADMIN");
  await app.services.db.delete(teamMembers).where(eq(teamMembers.userId, removed.person.id));
  const invited = await makeCreator(app);
  await makeInvitation(app, store, { email: invited.email, role: "ADMIN" });
  const elsewhere = await colleagueBrowser(app, await makeCreator(app), "SUPPORT");
  const atHome = await colleagueBrowser(app, store, "ADMIN");
  const paid = await buyOrder(app, { creator: store });
  const all: [(typeof names)[number], Person][] = [
    ["anybody", nobody({})],
    ["a buyer's browser", nobody(paid.browser.cookies)],
    ["a buyer with a proven address", nobody((await proveBuyer(app, paid.email)).cookie.cookies)],
    ["another creator", await own(await makeCreator(app))],
    ["an affiliate of the store", await own(affiliate)],
    ["the owner", { ...(await own(store)), isOfStore: true }],
    ["an admin", await onTeam("ADMIN")],
    ["support", await onTeam("SUPPORT")],
    ["an editor", await onTeam("EDITOR")],
    ["a colleague who was removed", { cookies: removed.browser.cookies, role: "OWNER", isOfStore: false }],
    ["somebody invited who has not accepted", await own(invited)],
    ["support of another store", { cookies: elsewhere.browser.cookies, role: "SUPPORT", isOfStore: false }],
    ["a colleague who acts for their own store", await own(atHome.person)],
  ];
  for (const [name, person] of all) people.set(name, person);
});

const personCalled = (name: string): Person => {
  const person = people.get(name);
  if (!person) throw new Error(`there is no ${name}`);
  return person;
};

/** Calls with ids of the store wherever the call takes some, or with ids of nothing at all. */
async function ask(endpoint: Endpoint, { cookies }: Person, ids: "of the store" | "of nothing") {
  const call = idCalls[nameOf(endpoint)];
  const parts: Record<"query" | "body", Record<string, unknown>> & { params: Record<string, string> } = {
    params: {},
    query: { ...call?.query, ...queriesOf[nameOf(endpoint)] },
    body: {},
  };
  for (const [slot, kind] of Object.entries(call?.ids ?? {})) {
    const [part, name] = slot.split(".") as [keyof typeof parts, string];
    if (part === "params") parts.params[name] = ids === "of the store" ? store.ids[kind] : randomUUID();
    else if (ids === "of the store")
      parts[part][name] = valueOfSlot(call ?? { ids: {} }, slot, store.ids[kind]);
    else if (part === "query") parts.query[name] = randomUUID();
  }
  if (ids === "of the store") Object.assign(parts.body, call?.body?.(store));
  const sendsBody = Object.keys(parts.body).length > 0;
  const answer = await app.app.inject({
    method: endpoint.method,
    url: endpoint.url.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(parts.params[name] ?? "x"),
    ),
    query: parts.query as Record<string, string>,
    ...(sendsBody && { payload: JSON.stringify(parts.body) }),
    headers: { ...(sendsBody && { "content-type": "application/json" }), ...call?.headers },
    cookies,
  });
  return { status: answer.statusCode, text: answer.body };
}

const isAllowed = ({ role }: Person, { config }: Endpoint) =>
  role !== undefined && config.roles !== undefined && mayCall(role, config.roles);

test("every call for creators names its roles, and so does what the documentation says of it", async () => {
  expect(endpoints.filter(({ config }) => config.roles === undefined).map(nameOf)).toEqual([]);
  const { paths } = JSON.parse((await app.app.inject("/api/openapi.json")).body) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const said = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation["x-access"] === "creator");
  expect(said.filter((operation) => operation["x-roles"] === undefined)).toEqual([]);
  expect(said.length).toBeGreaterThan(200);
});

test("whoever may not call is refused, also with ids of the store and what the call needs, and nothing changes", async () => {
  const before = await fingerprintDatabase(app.services.pool);
  const wrong: string[] = [];
  let refusals = 0;
  for (const endpoint of endpoints)
    for (const [name, person] of people) {
      if (isAllowed(person, endpoint)) continue;
      refusals += 1;
      const { status, text } = await ask(endpoint, person, "of the store");
      const isRefused =
        person.role === undefined ? status === 401 : status === 403 && text.includes(`"${roleRefused}"`);
      if (!isRefused) wrong.push(`${nameOf(endpoint)} answers ${name} with ${status}`);
    }
  expect(wrong).toEqual([]);
  expect(refusals).toBeGreaterThan(3 * endpoints.length);
  expect(await fingerprintDatabase(app.services.pool)).toEqual(before);
});

// What these answers say is another test's; here nobody is kept out who may come in.
describe.each(names.slice(3))("%s", (name) => {
  test("is let into every call of their role, and of no store but the one they act for", async () => {
    const person = personCalled(name);
    const wrong: string[] = [];
    for (const endpoint of endpoints.filter((one) => isAllowed(person, one))) {
      const { status, text } = await ask(endpoint, person, "of nothing");
      if (status === 401 || status === 403 || status >= 500)
        wrong.push(`${nameOf(endpoint)}: ${status} ${text.slice(0, 200)}`);
      // Who is invited, or on its team, reads what it is called.
      if (!person.isOfStore && endpoint.config.roles !== "ANY_PERSON" && text.includes(mark))
        wrong.push(`${nameOf(endpoint)} tells of the store`);
    }
    expect(wrong).toEqual([]);
  });
});

test.each(["an admin", "support", "an editor"])("%s reads what the store has, by its ids", async (name) => {
  const person = personCalled(name);
  const reads = endpoints.filter(
    (endpoint) =>
      endpoint.method === "GET" && endpoint.config.roles !== "ANY_PERSON" && isAllowed(person, endpoint),
  );
  const wrong: string[] = [];
  for (const endpoint of reads.filter((one) => idCalls[nameOf(one)])) {
    const { status } = await ask(endpoint, person, "of the store");
    if (status >= 400) wrong.push(`${nameOf(endpoint)}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test("what is about a person is about whoever asks, whatever store they act for", async () => {
  const personal = endpoints.filter(
    ({ config, method }) => config.roles === "ANY_PERSON" && method === "GET",
  );
  expect(personal.length).toBeGreaterThan(4);
  for (const role of ["an admin", "support", "an editor"])
    for (const endpoint of personal) {
      const { text } = await ask(endpoint, personCalled(role), "of the store");
      for (const theirs of [store.email, store.ids.session, store.ids.passkey])
        expect(text, `${role}, ${nameOf(endpoint)}`).not.toContain(theirs);
    }
});

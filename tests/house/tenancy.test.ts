import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type IdCall, idCalls, idSlotsOf, queriesOf, valueOfSlot } from "./creator-calls.ts";
import { fingerprintDatabase } from "./database-dump.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";
import { sendRaw } from "./raw-request.ts";
import { jsonSchemaOf } from "./schema-arbitraries.ts";

const app = await testApp();
const endpoints = (await declaredEndpoints()).filter(({ config }) => config.access === "creator");
const theirMark = `theirs-${randomUUID()}`;
let mine: FurnishedCreator;
let theirs: FurnishedCreator;
beforeAll(async () => {
  mine = await makeFurnishedCreator(app);
  theirs = await makeFurnishedCreator(app, theirMark);
});

/** Calls as `caller`, signed in by `cookie`, with ids of their own except where `foreign` says otherwise. */
async function callWith(
  { method, url }: Endpoint,
  call: IdCall,
  caller: FurnishedCreator,
  cookie: string,
  foreign: Record<string, string> = {},
) {
  const { ids, body, query, headers, bytes } = call;
  const parts: Record<"params" | "query" | "body", Record<string, unknown>> = {
    params: {},
    query: { ...query },
    body: { ...body?.(caller) },
  };
  for (const [slot, kind] of Object.entries(ids)) {
    const [part, name] = slot.split(".") as [keyof typeof parts, string];
    const id = foreign[slot] ?? caller.ids[kind];
    parts[part][name] = valueOfSlot(call, slot, id);
  }
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts.params[name])));
  const search = new URLSearchParams(parts.query as Record<string, string>).toString();
  const sendsJson = Object.keys(parts.body).length > 0;
  const payload = sendsJson ? JSON.stringify(parts.body) : bytes;
  const {
    statusCode,
    body: text,
    headers: got,
  } = await sendRaw(app, {
    method,
    path: search ? `${path}?${search}` : path,
    headers: {
      cookie,
      ...(sendsJson && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  });
  return { status: statusCode, text, headers: Object.keys(got).toSorted() };
}

test("every call for creators that takes an id is looked at here, with each of its ids", () => {
  const declared = endpoints.map((endpoint) => [nameOf(endpoint), idSlotsOf(endpoint).toSorted()] as const);
  const taken = declared.filter(([, slots]) => slots.length > 0);
  const known = Object.entries(idCalls).map(([name, { ids, hidden = [] }]) => [
    name,
    Object.keys(ids)
      .filter((slot) => !hidden.includes(slot))
      .toSorted(),
  ]);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(taken));
});

/** After one call and before the next: nothing between them may change anything either. */
let rowsBefore: Awaited<ReturnType<typeof rowsNow>> | undefined;

const cases = endpoints.flatMap((endpoint) => {
  const call = idCalls[nameOf(endpoint)];
  return Object.entries(call?.ids ?? {}).map(
    ([slot, kind]) => [`${nameOf(endpoint)}, ${slot}`, endpoint, call, slot, kind] as const,
  );
});

describe.each(cases)("%s", (_name, endpoint, call, slot, kind) => {
  if (!call) throw new Error("no such call");

  test("another creator's id answers as one that does not exist, and changes nothing", async () => {
    const before = (rowsBefore ??= await rowsNow());
    const cookie = await sessionCookieOf(app, mine);
    const foreign = await callWith(endpoint, call, mine, cookie, { [slot]: theirs.ids[kind] });
    const missing = await callWith(endpoint, call, mine, cookie, { [slot]: missingId(theirs.ids[kind]) });
    expect(foreign).toEqual(missing);
    if (slot.startsWith("params.")) expect(foreign.status).toBe(404);
    if (call.complete?.includes(slot)) expect(foreign.status).toBe(409);
    else if (slot.startsWith("body.")) {
      expect(foreign.status).toBe(422);
      expect(Object.keys((JSON.parse(foreign.text) as { fields: object }).fields)).toEqual([slot.slice(5)]);
    }
    rowsBefore = await rowsNow();
    expect(rowsBefore).toEqual(before);
  });

  test("what is no id at all names nothing, either", async () => {
    const status = slot.startsWith("params.") ? 404 : 422;
    const cookie = await sessionCookieOf(app, mine);
    for (const id of ["not-an-id", "0", "null", `${theirs.ids[kind]}x`, `{${theirs.ids[kind]}}`])
      expect((await callWith(endpoint, call, mine, cookie, { [slot]: id })).status, id).toBe(status);
  });
});

/** Whom calls that change something are asked of, until one finds what another has taken away. */
let somebody: FurnishedCreator | undefined;

// All of a call's ids are the caller's own at once. What only reads may all be asked of one creator. What deletes comes last.
const ownCalls = endpoints
  .flatMap((endpoint) => {
    const call = idCalls[nameOf(endpoint)];
    return call ? [[nameOf(endpoint), endpoint, call] as const] : [];
  })
  .toSorted(([, a], [, b]) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

test.each(ownCalls)("%s takes the caller's own ids", async (_name, endpoint, call) => {
  const ask = async (caller: FurnishedCreator) =>
    callWith(endpoint, call, caller, await sessionCookieOf(app, caller));
  const isRead = endpoint.method === "GET";
  const used = isRead ? mine : somebody;
  let answer = used && (await ask(used));
  if (!isRead && (!answer || answer.status >= 400)) {
    somebody = await makeFurnishedCreator(app);
    answer = await ask(somebody);
  }
  expect(answer?.status, answer?.text).toBeLessThan(400);
});

/** As long and of the same alphabet. */
const missingId = (id: string) =>
  id.includes("-") ? randomUUID() : id.replaceAll(/./g, (digit) => (digit === "0" ? "1" : "0"));
/** Every test signs its caller in anew, and is written down: only the other's sessions and log count. */
async function rowsNow() {
  const { pool } = app.services;
  const sessions = await pool.query("select * from sessions where user_id = $1 order by sid", [theirs.id]);
  const log = await pool.query("select * from account_events where owner_id = $1 order by id", [theirs.id]);
  const others = await fingerprintDatabase(pool, ["rate_limits", "sessions", "account_events"]);
  return { ...others, sessions: sessions.rows, log: log.rows };
}

test("an id behind the one that was checked is not acted upon", async () => {
  const somebody = await makeFurnishedCreator(app);
  const cookie = await sessionCookieOf(app, somebody);
  const theirId = theirs.ids.unfinishedUpload;
  const answers = [];
  for (const [method, headers] of [
    ["PATCH", { "upload-offset": "0", "content-type": "application/offset+octet-stream" }],
    ["DELETE", {}],
    ["HEAD", {}],
  ] as const) {
    for (const path of [
      `/api/uploads/${somebody.ids.unfinishedUpload}?x=/${theirId}`,
      `/api/uploads/${somebody.ids.unfinishedUpload}?/${theirId}`,
      `/api/uploads/${somebody.ids.unfinishedUpload}#/${theirId}`,
      `/api/uploads/${somebody.ids.unfinishedUpload}%2f..%2f${theirId}`,
      `/api/uploads/${somebody.ids.unfinishedUpload};/${theirId}`,
      `/api/uploads/x/../${theirId}`,
    ])
      answers.push(
        await sendRaw(app, {
          method,
          path,
          headers: { "tus-resumable": "1.0.0", cookie, ...headers },
          ...(method === "PATCH" && { payload: "%PDF-" }),
        }),
      );
  }
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  const kept = await sendRaw(app, {
    method: "HEAD",
    path: `/api/uploads/${theirId}`,
    headers: { "tus-resumable": "1.0.0", cookie: await sessionCookieOf(app, theirs) },
  });
  expect(kept.headers).toMatchObject({ "upload-offset": "0", "upload-length": "9" });
});

test("lists and figures show a creator's own rows alone", async () => {
  const cookie = await sessionCookieOf(app, mine);
  const theirCookie = await sessionCookieOf(app, theirs);
  const lists = endpoints.filter(
    (endpoint) => endpoint.method === "GET" && !endpoint.url.includes(":") && !needsId(endpoint),
  );
  expect(lists.length).toBeGreaterThan(3);
  let shownToThem = 0;
  for (const { url, schema } of lists) {
    const asked = queriesOf[`GET ${url}`] ?? { handle: "x_y", slug: "x" };
    const query = schema.querystring ? `?${new URLSearchParams(asked).toString()}` : "";
    const own = await app.app.inject({ url: url + query, headers: { cookie: theirCookie } });
    const others = await app.app.inject({ url: url + query, headers: { cookie } });
    expect([own.statusCode, others.statusCode], url).toEqual([200, 200]);
    if (own.body.includes(theirMark)) shownToThem++;
    expect(others.body, url).not.toContain(theirMark);
    for (const id of [theirs.id, theirs.email, ...Object.values(theirs.ids)])
      expect(others.body, url).not.toContain(id);
  }
  // The mark is found where it should be, so its absence means something.
  expect(shownToThem).toBeGreaterThan(2);
});

/** What is asked of one thing alone; looked at above with that thing's id. */
const needsId = ({ schema: { querystring } }: Endpoint) =>
  querystring !== undefined && (jsonSchemaOf(querystring).required ?? []).some((name) => name.endsWith("Id"));

test("a session never opens another creator's account, however it is bent", async () => {
  const cookie = await sessionCookieOf(app, theirs);
  const token = cookie.split("=")[1] ?? "";
  const { rows } = await app.services.pool.query<{ sid: string }>("select sid from sessions");
  const bent = [
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    token.toUpperCase(),
    encodeURIComponent(` ${token}`),
    ...rows.map(({ sid }) => sid),
    theirs.ids.session,
    theirs.id,
    "",
    "undefined",
  ];
  for (const value of bent)
    expect(
      (await app.app.inject({ url: "/api/auth/user", headers: { cookie: `sid=${value}` } })).statusCode,
    ).toBe(401);
});

test("nobody is let in without a session", async () => {
  const stranger = await makeCreator(app);
  const ended = await sessionCookieOf(app, stranger);
  await app.services.pool.query("delete from sessions where user_id = $1", [stranger.id]);
  for (const { method, url } of endpoints)
    for (const headers of [{}, { cookie: ended }, { authorization: `Bearer ${ended.split("=")[1]}` }])
      expect(
        (await app.app.inject({ method, url: url.replaceAll(/:\w+/g, mine.ids.product), headers }))
          .statusCode,
        `${method} ${url}`,
      ).toBe(401);
});

import { expect, test } from "vitest";
import { closeAbuseReport, listAbuseReports, reportStore } from "#contract/operator/abuse-reports.ts";
import { listOperatorEvents } from "#contract/operator/operator-books.ts";
import { queueReportDigest } from "./queue-report-digest.ts";
import { eraseMember } from "#contract/buyers/buyers.ts";
import { removeWhatEnded } from "#server/jobs/remove-what-ended.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { mailsTo, provenBrowser } from "#tests/support/member.ts";
import { buyOrder } from "#tests/support/paid-order.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ OPERATORS: "olga@example.com" });
const { pool } = app.services;
const olga = await makeCreator(app, { email: "olga@example.com", handle: "olga" });
const me = app.as(olga);

const reports = async (state: "OPEN" | "CLOSED" = "OPEN") =>
  (await me.call(listAbuseReports, { querystring: { state } })).body.reports;

const send = (handle: string, form: Record<string, string>, product?: string, ip = "203.0.113.5") =>
  app.app.inject({
    method: "POST",
    url: `/api/creators/${handle}/reports${product ? `?product=${product}` : ""}`,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    payload: new URLSearchParams(form).toString(),
    remoteAddress: ip,
  });

test("a form without a script reports a product, and leads back to its page, which says how it went", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const form = {
    reason: "COPYRIGHT",
    words: "It is my book.\nPage 3.",
    email: "Author@Example.com",
    website: "",
  };
  const sent = await send(creator.handle, form, product.slug);
  expect([sent.statusCode, sent.headers.location]).toEqual([
    303,
    `/report/${creator.handle}/${product.slug}#sent`,
  ]);
  expect((await reports())[0]).toMatchObject({
    handle: creator.handle,
    product: { id: product.id, title: product.title },
    reason: "COPYRIGHT",
    words: "It is my book.\nPage 3.",
    email: "author@example.com",
    times: 1,
  });
  for (const wrong of [
    {},
    { reason: "RUDE", words: "" },
    { reason: "FRAUD", words: "x".repeat(1_001) },
    { reason: "FRAUD", words: "", email: "nobody" },
  ])
    expect((await send(creator.handle, wrong)).headers.location).toBe(`/report/${creator.handle}#wrong`);
  expect((await send("nobody_at_all", form)).headers.location).toBe("/report/nobody_at_all#wrong");
  const answer = await app.call(reportStore, {
    params: { handle: creator.handle },
    querystring: {},
    body: { reason: "FRAUD", words: "" },
  });
  expect(answer.status).toBe(201);
});

test("what one visitor says of the same thing is one report with their newest words, until somebody has seen to it", async () => {
  const creator = await makeCreator(app);
  const own = async (state?: "OPEN" | "CLOSED") =>
    (await reports(state)).filter(({ handle }) => handle === creator.handle);
  await Promise.all(["one", "two", "three"].map((words) => send(creator.handle, { reason: "FRAUD", words })));
  await send(creator.handle, { reason: "HARMFUL", words: "four" });
  expect(await own()).toMatchObject([{ reason: "HARMFUL", words: "four", times: 4 }]);
  await send(creator.handle, { reason: "FRAUD", words: "another visitor" }, undefined, "198.51.100.7");
  const [newest] = await own();
  expect(await own()).toHaveLength(2);
  const params = { id: newest?.id ?? "" };
  expect((await me.call(closeAbuseReport, { params })).status).toBe(200);
  expect((await me.call(closeAbuseReport, { params })).status).toBe(200);
  expect(await own()).toHaveLength(1);
  expect(await own("CLOSED")).toHaveLength(1);
  const { events } = (await me.call(listOperatorEvents, { querystring: {} })).body;
  expect(events.filter(({ kind }) => kind === "REPORT_CLOSED")).toMatchObject([{ handle: creator.handle }]);
});

test("a program that fills in every field is thanked, and nothing is kept of it", async () => {
  const creator = await makeCreator(app);
  const form = { reason: "FRAUD", words: "buy pills", website: "https://pills.example.com" };
  expect((await send(creator.handle, form)).headers.location).toBe(`/report/${creator.handle}#sent`);
  expect((await reports()).filter(({ handle }) => handle === creator.handle)).toEqual([]);
});

test("past a hundred a day a store's reports are kept from new networks, and counted from others", async () => {
  const creator = await makeCreator(app);
  await pool.query(
    `insert into abuse_reports (owner_id, reason, words, visitor_hash, created_at)
     select $1, 'FRAUD', '', 'visitor-' || n, $2 from generate_series(1, 100) n`,
    [creator.id, app.clock.now()],
  );
  const count = async () =>
    (await pool.query("select from abuse_reports where owner_id = $1", [creator.id])).rowCount;
  const product = await makeProduct(app, { ownerId: creator.id });
  const report = async (ip: string, about?: string) => {
    expect((await send(creator.handle, { reason: "FRAUD", words: "" }, about, ip)).statusCode).toBe(303);
    return count();
  };
  expect(await report("203.0.113.5")).toBe(101);
  // The same network, of something else and from another address: one more on the report that it has.
  expect(await report("203.0.113.99", product.slug)).toBe(101);
  const times = async () =>
    (
      await pool.query<{ times: number }>(
        "select times from abuse_reports where owner_id = $1 and network_hash <> '' order by created_at",
        [creator.id],
      )
    ).rows.map((row) => row.times);
  expect(await times()).toEqual([2]);
  expect(await report("198.51.100.7", product.slug)).toBe(102);
  app.clock.advance({ days: 1, minutes: 1 });
  expect(await report("203.0.113.99", product.slug)).toBe(103);
});

test("operators are told once a day at most, of how many and not of what was said", async () => {
  const creator = await makeCreator(app);
  await send(creator.handle, { reason: "FRAUD", words: "words of a visitor" });
  await app.runJobs();
  expect(await mailsTo(app, olga.email)).toEqual([]);
  for (let time = 0; time < 3; time++) await queueReportDigest(app.services);
  await app.runJobs();
  const mails = await mailsTo(app, olga.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`@${creator.handle}: 1`);
  expect(mails[0]?.text).not.toContain("words of a visitor");
});

test("whoever reported something can be reached while it is open, and is forgotten 90 days after it is closed", async () => {
  const creator = await makeCreator(app);
  const report = async (email: string, ip: string) => {
    await send(creator.handle, { reason: "FRAUD", words: "As I said", email }, undefined, ip);
    const { rows } = await pool.query<{ id: string }>("select id from abuse_reports where email = $1", [
      email,
    ]);
    return rows[0]?.id ?? "";
  };
  const [open, first, second] = [
    await report("open@example.com", "203.0.113.31"),
    await report("first@example.com", "203.0.113.32"),
    await report("second@example.com", "203.0.113.33"),
  ];
  const addresses = async () => {
    await removeWhatEnded.handle(app.services, {});
    const { rows } = await pool.query<{ id: string; email: string | null }>(
      "select id, email from abuse_reports where owner_id = $1",
      [creator.id],
    );
    return [open, first, second].map((id) => rows.find((one) => one.id === id)?.email);
  };
  const close = async (id: string) =>
    expect((await app.as(olga).call(closeAbuseReport, { params: { id } })).status).toBe(200);
  await close(first);
  app.clock.advance({ days: 1 });
  await close(second);
  app.clock.advance({ days: 88, minutes: 1_439 });
  expect(await addresses()).toEqual(["open@example.com", "first@example.com", "second@example.com"]);
  app.clock.advance({ minutes: 2 });
  expect(await addresses()).toEqual(["open@example.com", null, "second@example.com"]);
  app.clock.advance({ days: 400 });
  expect(await addresses()).toEqual(["open@example.com", null, null]);
});

test("a buyer who has everything about them removed is forgotten as a reporter, too, and nobody else is", async () => {
  const creator = await makeCreator(app);
  const { email } = await buyOrder(app);
  const words = "They took my money";
  await send(
    creator.handle,
    { reason: "FRAUD", words, email: email.toUpperCase() },
    undefined,
    "203.0.113.41",
  );
  await send(creator.handle, { reason: "FRAUD", words, email: `x${email}` }, undefined, "203.0.113.42");
  const browser = await provenBrowser(app, email);
  expect((await browser.call(eraseMember, { body: { email } })).status).toBe(200);
  const { rows } = await pool.query<{ email: string | null }>(
    "select email from abuse_reports where owner_id = $1",
    [creator.id],
  );
  expect(new Set(rows.map((row) => row.email))).toEqual(new Set([`x${email}`, null]));
});

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import {
  listSessions,
  requestSignInCode,
  revokeSession,
  verifySignInCode,
} from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { exportProducts } from "#contract/catalog/catalog.ts";
import { downloadFile, listOrderDownloads } from "#contract/downloads/downloads.ts";
import { eraseMember, exportMemberData, openMemberLink } from "#contract/buyers/buyers.ts";
import { createAccountExport, createAccountExportLink } from "#contract/leaving/account-exports.ts";
import { getOrder } from "#contract/orders/orders-admin.ts";
import { connectPayouts } from "#contract/payouts/payouts.ts";
import { connectSocialAccount } from "#contract/social/social-accounts.ts";
import { createLog } from "#server/start/log.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { askForCode, enterCode, mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import { signedInBrowser } from "#tests/support/signed-in-browser.ts";
import { testApp } from "#tests/support/test-app.ts";
import { endMinute, logSecurityEvent, securityCounts, securityEvents } from "./security-events.ts";

type Line = {
  level?: number;
  securityEvent?: string;
  account?: string;
  network?: string;
  route?: string;
  status?: number;
};

const lines: Line[] = [];
const written = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().split("\n").filter(Boolean)) lines.push(JSON.parse(line) as Line);
    done();
  },
});
const app = await testApp({ RATE_LIMIT_FACTOR: "3" }, { log: createLog("debug", written) });
const seen = new Set<string>();

/** The security events that `work` causes, and nothing else. */
async function eventsOf(work: () => Promise<unknown>): Promise<Line[]> {
  endMinute(app.services.log);
  lines.length = 0;
  await work();
  const events = lines.filter(({ securityEvent }) => securityEvent !== undefined);
  for (const { securityEvent } of events) seen.add(String(securityEvent));
  return events;
}
const namesOf = async (work: () => Promise<unknown>) =>
  (await eventsOf(work)).map(({ securityEvent }) => securityEvent);

test("a creator's sign-in is noted as it is asked for, fails and is given, with the same mark for the same person", async () => {
  const { email } = await makeCreator(app);
  const browser = app.browser();
  const asked = await eventsOf(() => browser.call(requestSignInCode, { body: { email } }));
  await app.runJobs();
  const code = /\b\d{6}\b/.exec((await mailsTo(app, email))[0]?.text ?? "")?.[0] ?? "";
  const enter = (code: string) => browser.call(verifySignInCode, { body: { email, code } });
  const failed = await eventsOf(() => enter(code === "000000" ? "000001" : "000000"));
  const given = await eventsOf(() => enter(code));
  expect([asked, failed, given].flat()).toMatchObject([
    { securityEvent: "SIGN_IN_ASKED", route: requestSignInCode.url, status: 200 },
    { securityEvent: "SIGN_IN_FAILED", route: verifySignInCode.url, status: 422 },
    { securityEvent: "SIGN_IN_GIVEN", route: verifySignInCode.url, status: 200 },
  ]);
  const marks = [asked, failed, given].map(([line]) => line?.account);
  expect(new Set(marks).size).toBe(1);
  expect(marks[0]).toMatch(/^[\w-]{16}$/);
  expect(asked[0]?.network).toMatch(/^[\w-]{16}$/);
  expect(JSON.stringify(lines)).not.toContain(email);

  const [session] = (await browser.call(listSessions)).body;
  expect(await namesOf(() => browser.call(revokeSession, { params: { id: session?.id ?? "" } }))).toEqual([
    "SESSION_ENDED",
  ]);
  expect(await namesOf(() => app.app.inject("/api/login/callback?code=x&state=y"))).toEqual([
    "SIGN_IN_FAILED",
  ]);
});

test("a buyer's sign-in, export and erasure are noted", async () => {
  const { email } = await makeBuyer(app);
  const browser = app.browser();
  let code = "";
  expect(await namesOf(async () => ({ code } = await askForCode(app, browser, email)))).toEqual([
    "SIGN_IN_ASKED",
  ]);
  expect(await namesOf(() => enterCode(browser, email, code === "000000" ? "000001" : "000000"))).toEqual([
    "SIGN_IN_FAILED",
  ]);
  expect(await namesOf(() => enterCode(browser, email, code))).toEqual(["SIGN_IN_GIVEN"]);
  expect(await namesOf(() => app.call(openMemberLink, { body: { token: newToken() } }))).toEqual([
    "SIGN_IN_FAILED",
  ]);
  const proven = await provenBrowser(app, email);
  expect(await namesOf(() => proven.call(exportMemberData))).toEqual(["EXPORTED"]);
  expect(await namesOf(() => proven.call(eraseMember, { body: { email } }))).toEqual(["DATA_ERASED"]);
});

test("what a creator takes out, is paid, and lets us act with is noted", async () => {
  const me = app.as(await makeCreator(app));
  expect(await namesOf(() => me.call(exportProducts))).toEqual(["EXPORTED"]);
  const { id } = (await me.call(createAccountExport, { body: { withFiles: false } })).body;
  await app.runJobs();
  expect(await namesOf(() => me.call(createAccountExportLink, { params: { id } }))).toEqual(["EXPORTED"]);
  expect(await namesOf(() => me.call(connectPayouts, { querystring: {} }))).toEqual(["PAYOUT"]);
  const demo = { platform: "INSTAGRAM" as const, demo: true };
  expect(await namesOf(() => me.call(connectSocialAccount, { body: demo }))).toEqual(["KEY_CHANGED"]);
});

test("a call that was refused before what proves somebody was looked at is no sign-in that failed", async () => {
  const browser = await signedInBrowser(app, await makeCreator(app));
  const change = () => browser.call(changeEmail, { body: { email: "next@example.com", code: "000000" } });
  expect(await namesOf(change)).toEqual(["SIGN_IN_FAILED"]);
  app.clock.advance({ minutes: 16 });
  expect(await namesOf(change)).toEqual([]);
});

test("an id that is not one's own, or nobody's, is noted; what anybody may ask for is not", async () => {
  const [me, other] = [app.as(await makeCreator(app)), await makeBoughtDownload(app)];
  for (const id of [other.order.id, randomUUID()])
    expect(await namesOf(() => me.call(getOrder, { params: { id } }))).toEqual(["FOREIGN_ID"]);
  expect(await namesOf(() => app.app.inject("/api/nothing"))).toEqual([]);
});

test("a link that was made up or tampered with is noted, a receipt's too; a right one is not", async () => {
  const bought = await makeBoughtDownload(app);
  expect(await namesOf(() => app.call(downloadFile, { params: { token: newToken() } }))).toEqual([
    "LINK_REFUSED",
  ]);
  expect(await namesOf(() => app.app.inject("/api/lesson-video/a.b.c.9999999999.x"))).toEqual([
    "LINK_REFUSED",
  ]);
  const shown = (proof: string) => () =>
    app.call(
      listOrderDownloads,
      { querystring: { orderId: bought.order.id } },
      { headers: { "x-order-id": bought.order.id, "x-order-proof": proof } },
    );
  expect(await namesOf(shown(newToken()))).toEqual(["LINK_REFUSED"]);
  expect(await namesOf(shown(bought.receipt["x-order-proof"]))).toEqual([]);
});

test("signatures and other sites that are refused are noted", async () => {
  const webhook = { method: "POST", url: "/webhook/sandbox", payload: "{}" } as const;
  expect(await namesOf(() => app.app.inject(webhook))).toEqual(["SIGNATURE_REFUSED"]);
  const forged = {
    method: "POST",
    url: requestSignInCode.url,
    payload: { email: "a@example.com" },
    headers: { "sec-fetch-site": "cross-site" },
  } as const;
  expect(await namesOf(() => app.app.inject(forged))).toEqual(["FORGERY_REFUSED"]);
});

test("a limit that is met is noted", async () => {
  const body = { email: "nobody@example.com", code: "123456" };
  for (let tries = 0; tries < 500; tries++) {
    const names = await namesOf(() => app.call(verifySignInCode, { body }));
    if (names.join() === "LIMIT_MET") return;
    expect(names).toEqual(["SIGN_IN_FAILED"]);
  }
  expect.fail("there is no limit");
});

test("a flood is written a hundred times a minute, and counted whole", async () => {
  const before = securityCounts().LIMIT_MET ?? 0;
  const flood = await eventsOf(async () => {
    for (let time = 0; time < 250; time++) logSecurityEvent(app.services, "LIMIT_MET", {});
  });
  expect(flood).toHaveLength(100);
  const info = vi.fn<(about: object, words: string) => void>();
  endMinute({ info });
  expect(info).toHaveBeenCalledExactlyOnceWith(
    {
      securityCounts: {
        minute: { LIMIT_MET: 250 },
        sinceStart: expect.objectContaining({ LIMIT_MET: before + 250 }),
      },
    },
    "security events counted",
  );
  endMinute({ info });
  expect(info).toHaveBeenCalledTimes(1);
  expect(await eventsOf(async () => logSecurityEvent(app.services, "LIMIT_MET", {}))).toHaveLength(1);
});

test("a live server's log holds them from level info on; on a laptop they are for whoever asks with debug", async () => {
  const { services } = app;
  const live = { ...services, config: { ...services.config, mode: "live" as const } };
  const local = await eventsOf(async () => logSecurityEvent(services, "LIMIT_MET", {}));
  const [line] = await eventsOf(async () => logSecurityEvent(live, "LIMIT_MET", {}));
  expect([local[0]?.level, line?.level]).toEqual([20, 30]);
});

test("there is a test for every kind, and a word for operators", () => {
  expect([...seen].toSorted()).toEqual([...securityEvents].toSorted());
  const described = readFileSync("SECURITY.md", "utf8");
  for (const event of securityEvents) expect(described).toContain(`\`${event}\``);
});

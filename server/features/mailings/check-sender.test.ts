import { expect, test } from "vitest";
import { endsBefore } from "#tests/support/ends-before.ts";
import { loadConfig } from "#server/config.ts";
import { checkMailing } from "#contract/mailings/mailings.ts";
import { makeMailing, makeTrustedCreator } from "#tests/support/mailing-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { senderCheck } from "./check-sender.ts";

const mail = {
  SMTP_URL: "smtps://mail.example.com",
  MAIL_FROM: "store@example.com",
  MAIL_DKIM_SELECTOR: "s1",
};
const live = loadConfig({
  ...mail,
  PUBLIC_URL: "https://store.example.com",
  APP_SECRET: "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
  DATABASE_URL: "postgres://a:b@db.example.com/store",
  S3_BUCKET: "b",
  S3_ACCESS_KEY_ID: "k",
  S3_SECRET_ACCESS_KEY: "s",
});
const good: Record<string, string[]> = {
  "example.com": ["v=spf1 include:amazonses.com ~all"],
  "s1._domainkey.example.com": [`v=DKIM1; k=rsa; p=${"A".repeat(392)}`],
  "_dmarc.example.com": ["v=DMARC1; p=none"],
};

test("a live store warns of each of SPF, DKIM and DMARC that the domain of its mails lacks, and asks once in ten minutes", async () => {
  let asked = 0;
  const records = { ...good };
  const warnings = senderCheck(live, async (name) => {
    asked += 1;
    return records[name] ?? [];
  });
  expect(await warnings()).toEqual([]);
  const first = asked;
  expect(first).toBeGreaterThan(0);
  await warnings();
  expect(asked).toBe(first);
  for (const [name, said] of [
    ["example.com", "no SPF record"],
    ["s1._domainkey.example.com", "no DKIM key"],
    ["_dmarc.example.com", "no DMARC record"],
  ] as const) {
    const without = senderCheck(live, async (other) => (other === name ? [] : (good[other] ?? [])));
    expect(await without()).toEqual([{ level: "WARN", message: expect.stringContaining(said) }]);
  }
});

test("name servers that fail or say nothing keep nobody waiting, and warn of nothing", async () => {
  const failing = senderCheck(live, () => Promise.reject(new Error("no answer")));
  expect(await failing()).toEqual([]);
  const waiting = senderCheck(live, () => new Promise(() => {}))();
  expect(await endsBefore(10, waiting)).toBe(true);
  expect(await waiting).toEqual([]);
});

test("in local mode nobody is asked, and a composer is told of its text alone", async () => {
  const local = loadConfig(mail);
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return [];
  };
  expect(await senderCheck(local, resolve)()).toEqual([]);
  expect(asked).toEqual([]);
  const app = await testApp();
  const creator = await makeTrustedCreator(app);
  const { id } = await makeMailing(app, creator);
  expect((await app.as(creator).call(checkMailing, { params: { id } })).body.problems).toEqual([]);
});

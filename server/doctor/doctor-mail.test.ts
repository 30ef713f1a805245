import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loadConfig, type Config } from "#server/config.ts";
import { checkMailDomain, checkMailReports, checkMailTls, type TextResolver } from "./check-mail-domain.ts";

const key = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
const good = {
  "example.com": ["google-site-verification=x", "v=spf1 include:amazonses.com ~all"],
  "s1._domainkey.example.com": [key],
  "_dmarc.example.com": ["v=DMARC1; p=quarantine; rua=mailto:x@example.com"],
};

const live = (more: NodeJS.ProcessEnv = {}): Config =>
  loadConfig({
    PUBLIC_URL: "https://store.example.com",
    APP_SECRET: "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
    DATABASE_URL: "postgres://a:b@db.example.com/store",
    SMTP_URL: "smtp://u:p@mail.example.com:587",
    MAIL_FROM: "Store <store@example.com>",
    MAIL_DKIM_SELECTOR: "s1",
    S3_BUCKET: "b",
    S3_ACCESS_KEY_ID: "k",
    S3_SECRET_ACCESS_KEY: "s",
    ...more,
  });
const resolverOf =
  (records: Record<string, string[] | undefined>): TextResolver =>
  async (name) =>
    records[name] ?? [];
const levels = async (config: Config, records: Record<string, string[] | undefined>) =>
  (await checkMailDomain(config, resolverOf(records))).filter(({ level }) => level !== "fine");

describe("the doctor looks at the domain that mails come from", () => {
  test("and finds nothing wrong where SPF, DKIM and DMARC are there and agree", async () => {
    expect(await levels(live(), good)).toEqual([]);
    expect((await checkMailDomain(live(), resolverOf(good))).map(({ text }) => text)).toEqual([
      "Mails come from example.com, as the store does",
      "example.com says by SPF who may send for it",
      "example.com has a DKIM key (s1)",
      "example.com says by DMARC what becomes of mails that only claim to be its own (quarantine)",
    ]);
  });

  test.each<[string, Record<string, string[] | undefined>, string, RegExp]>([
    ["no SPF", { "example.com": ["other"] }, "problem", /no SPF record/],
    ["two of SPF", { "example.com": ["v=spf1 -all", "v=spf1 ~all"] }, "problem", /2 SPF records/],
    ["everybody's SPF", { "example.com": ["v=spf1 +all"] }, "problem", /everybody may send/],
    ["an open end", { "example.com": ["v=spf1 include:x"] }, "warning", /end it in "~all"/],
    ["no DKIM", { "s1._domainkey.example.com": undefined }, "problem", /no DKIM key at s1\._domainkey/],
    ["an empty key", { "s1._domainkey.example.com": ["v=DKIM1; p="] }, "problem", /taken back/],
    ["a short key", { "s1._domainkey.example.com": [`p=${"A".repeat(216)}`] }, "warning", /2,048 bits/],
    ["no DMARC", { "_dmarc.example.com": undefined }, "problem", /no DMARC record/],
    ["a watching one", { "_dmarc.example.com": ["v=DMARC1; p=none"] }, "warning", /only watches/],
    ["one without a policy", { "_dmarc.example.com": ["v=DMARC1; rua=x"] }, "problem", /no policy/],
  ])("and says so of %s", async (_what, change, level, text) => {
    expect(await levels(live(), { ...good, ...change })).toEqual([
      { level, text: expect.stringMatching(text) },
    ]);
  });

  test("a part of a domain has the DMARC record of the whole", async () => {
    const records = {
      ...good,
      "mail.example.com": ["v=spf1 ~all"],
      "s1._domainkey.mail.example.com": [key],
      "_dmarc.example.com": ["v=DMARC1; p=reject; sp=none"],
    };
    const config = live({ MAIL_FROM: "store@mail.example.com" });
    expect(await levels(config, records)).toEqual([
      { level: "warning", text: expect.stringContaining("(p=none)") },
    ]);
  });

  test("SPF is asked of the address to which mails come back", async () => {
    const config = live({ MAIL_RETURN_PATH: "bounces@elsewhere.net" });
    expect(await levels(config, good)).toEqual([
      { level: "problem", text: expect.stringContaining("elsewhere.net has no SPF") },
    ]);
    expect(await levels(config, { ...good, "elsewhere.net": ["v=spf1 -all"] })).toEqual([
      { level: "warning", text: expect.stringContaining("DKIM alone") },
    ]);
  });

  test("a key that mails are signed with here has to be the one that name servers give out", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const own = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
    const config = live({ MAIL_DKIM_PRIVATE_KEY: pem });
    const name = "s1._domainkey.example.com";
    const found = async (record: string[] | undefined) =>
      checkMailDomain(config, resolverOf({ ...good, [name]: record }));
    expect(await found([own])).toContainEqual({
      level: "fine",
      text: "Mails are signed with the DKIM key of example.com (s1)",
    });
    for (const record of [undefined, [key]])
      expect((await found(record)).filter(({ level }) => level !== "fine")).toEqual([
        { level: "problem", text: expect.stringContaining(`the TXT record "${own}"`) },
      ]);
  });

  test("nobody else's domain can be sent from", async () => {
    const [found] = await levels(live({ MAIL_FROM: "me@gmail.com" }), {});
    expect(found).toMatchObject({ level: "problem", text: expect.stringContaining("gmail.com") });
  });

  test("name servers that do not answer are no missing record", async () => {
    await expect(checkMailDomain(live(), () => Promise.reject(new Error("no answer")))).rejects.toThrow(
      "no answer",
    );
  });
});

test("the doctor says whether mail leaves over TLS alone, and who tells of mails that come back", () => {
  const { mail } = live();
  if (mail.adapter !== "smtp") throw new Error("there is no mail server");
  expect(checkMailTls(mail).level).toBe("fine");
  expect(checkMailTls({ ...mail, url: "smtps://u:p@m.example.com:465", requireTls: false }).level).toBe(
    "fine",
  );
  expect(checkMailTls({ ...mail, url: "smtp://127.0.0.1:25", requireTls: false }).level).toBe("warning");
  expect(checkMailReports(live())[0]?.text).toContain("SES_TOPIC_ARN");
  const told = live({ BOUNCE_WEBHOOK_SECRET: "a secret of this installation" });
  expect(checkMailReports(told)[0]?.text).toContain("https://store.example.com/webhook/mail/bounce");
});

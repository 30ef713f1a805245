import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { queuePromotion } from "#server/mail/promotions/queue-promotion.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { localSes, sesBounce, sesComplaint } from "#tests/support/local-ses.ts";
import { testApp } from "#tests/support/test-app.ts";
import { kindOfFailure } from "./mail-report.ts";

const ses = await localSes();
afterAll(() => ses.close());
const secret = "a secret of this installation";
const app = await testApp({
  SES_TOPIC_ARN: ses.topicArn,
  SES_SNS_BASE: ses.base,
  POSTMARK_WEBHOOK_SECRET: secret,
  BOUNCE_WEBHOOK_SECRET: secret,
});
const { pool } = app.services;

beforeEach(async () => {
  ses.state.isDown = false;
  ses.asked.length = 0;
  await pool.query("delete from webhook_events");
});

const someone = () => `r-${randomUUID()}@example.com`;
const basic = (password = secret) => `Basic ${Buffer.from(`mail:${password}`).toString("base64")}`;
const post = (path: string, payload: string | object, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: "POST",
    url: `/webhook/mail/${path}`,
    headers: { "content-type": "text/plain; charset=UTF-8", ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
const postSes = (fields: object) => post("ses", fields);
const postPostmark = (fields: object) => post("postmark", fields, { authorization: basic() });
const postBounce = (raw: string) => post("bounce", raw, { authorization: basic() });

/** A mail that advertises and has left. */
async function sentMail(owner?: { id: string }, email = someone()) {
  const { id: ownerId } = owner ?? (await makeCreator(app));
  app.clock.advance({ seconds: 1 });
  const now = app.clock.now();
  await queuePromotion(pool, {
    ownerId,
    event: randomUUID(),
    template: "none",
    email,
    data: {},
    dueAt: now,
  });
  const { rows } = await pool.query<{ id: string }>(
    `update promotions set state = 'SENT', claimed_at = $2, settled_at = $2 where email = $1 and state = 'QUEUED' returning id`,
    [email, now],
  );
  return { mailId: rows[0]?.id ?? "", email, ownerId };
}

async function suppressionOf(ownerId: string, email: string) {
  const { rows } = await pool.query<{ reason: string | null }>(
    "select suppression_of($1, $2, null, $3) as reason",
    [ownerId, email, app.clock.now()],
  );
  return rows[0]?.reason ?? null;
}
const inbox = async () =>
  (await pool.query<{ one: number }>("select count(*)::int as one from webhook_events")).rows[0]?.one;

test.each([
  ["5.1.1", false, "HARD"],
  ["5.1.2", false, "HARD"],
  ["5.1.10", false, "HARD"],
  ["", true, "HARD"],
  ["5.0.0", true, "HARD"],
  ["5.0.0", false, "SOFT"],
  ["4.2.2", false, "SOFT"],
  ["5.2.2", true, "SOFT"],
  ["5.7.1", true, null],
  ["smtp;550 5.1.1 at 192.5.7.1", false, "HARD"],
] as const)("the status %j (permanent: %s) says %s of an address", (status, isPermanent, kind) => {
  expect(kindOfFailure(status, isPermanent)).toBe(kind);
});

test("what Amazon signs is acted on once: no creator advertises to an address that does not exist", async () => {
  const { mailId, email, ownerId } = await sentMail();
  const other = await makeCreator(app);
  const message = ses.notification(sesBounce(mailId, email));
  for (let times = 0; times < 3; times++) expect((await postSes(message)).statusCode).toBe(200);
  await app.runJobs();
  expect(await inbox()).toBe(1);
  expect(await suppressionOf(ownerId, email)).toBe("BOUNCED");
  expect(await suppressionOf(other.id, email)).toBe("BOUNCED");
  const { rows } = await pool.query("select kind, is_promotion from mail_feedback where mail_id = $1", [
    mailId,
  ]);
  expect(rows).toEqual([{ kind: "HARD", is_promotion: true }]);
});

test("a complaint ends the mails of its creator to that mailbox, and no other's", async () => {
  const { mailId, email, ownerId } = await sentMail();
  await postSes(ses.notification(sesComplaint(mailId, email)));
  await app.runJobs();
  expect(await suppressionOf(ownerId, email.replace("@", "+new@"))).toBe("COMPLAINED");
  expect(await suppressionOf((await makeCreator(app)).id, email)).toBeNull();
  const kept = await sentMail();
  await postSes(ses.notification(sesComplaint(kept.mailId, kept.email, "not-spam")));
  await app.runJobs();
  expect(await suppressionOf(kept.ownerId, kept.email)).toBeNull();
});

test("what is not Amazon's, not of our topic or not as it was signed is refused, and nothing is kept of it", async () => {
  const { mailId, email, ownerId } = await sentMail();
  const good = ses.notification(sesBounce(mailId, email));
  const { Signature: _, ...unsigned } = good;
  const forged = [
    { ...good, Message: JSON.stringify(sesBounce(mailId, "a@example.com")) },
    { ...good, Subject: "added" },
    { ...good, Signature: good["Signature"]?.replace(/^./, (first) => (first === "A" ? "B" : "A")) },
    unsigned,
    ses.notification(sesBounce(mailId, email), { SignatureVersion: "1" }),
    "no JSON",
    "[]",
  ];
  for (const message of forged)
    expect((await post("ses", message)).statusCode, JSON.stringify(message)).toBe(400);
  // Somebody who signs for Amazon is seen by whoever runs the shop.
  for (const message of forged.slice(0, 3))
    expect((await post("ses", message)).json()).toMatchObject({ code: "BAD_SIGNATURE" });
  const asked = ses.asked.length;
  for (const message of [
    ses.notification(sesBounce(mailId, email), { TopicArn: "arn:aws:sns:eu-west-1:123456789012:other" }),
    { ...good, SigningCertURL: "https://sns.eu-west-1.amazonaws.com.evil.example/x.pem" },
    { ...good, SigningCertURL: `${good["SigningCertURL"]}?x` },
    { ...good, SigningCertURL: `${good["SigningCertURL"]?.replace("http://", "http://a:b@")}` },
    { ...good, SigningCertURL: `${ses.base}/elsewhere.pem` },
    { ...good, SigningCertURL: "not an address" },
  ])
    expect((await postSes(message)).statusCode, JSON.stringify(message)).toBe(400);
  expect(ses.asked).toHaveLength(asked);
  expect(await inbox()).toBe(0);
  expect(await suppressionOf(ownerId, email)).toBeNull();
});

test("our topic's subscription is confirmed at Amazon's own address, whatever the message says", async () => {
  const subscription = ses.subscription();
  const asked = ses.asked.length;
  expect((await postSes({ ...subscription, Token: "another" })).statusCode).toBe(400);
  expect(ses.confirmed).toEqual([]);
  expect((await postSes(subscription)).statusCode).toBe(200);
  expect(ses.confirmed).toEqual([subscription["Token"]]);
  expect(ses.asked.slice(asked).every((path) => path.startsWith("/"))).toBe(true);
  expect(await inbox()).toBe(0);
});

test("where Amazon does not answer it is asked to come again", async () => {
  const subscription = ses.subscription();
  ses.state.isDown = true;
  const { statusCode, headers } = await postSes(subscription);
  expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
});

test("whoever makes up addresses of certificates has Amazon asked ten times a minute at most, and stops nobody's news", async () => {
  const { mailId, email } = await sentMail();
  const good = ses.notification(sesBounce(mailId, email));
  expect((await postSes(good)).statusCode).toBe(200);
  const asked = ses.asked.length;
  for (let n = 0; n < 30; n++) {
    const SigningCertURL = `${ses.base}/SimpleNotificationService-${randomUUID().replaceAll("-", "")}.pem`;
    expect((await postSes({ ...good, SigningCertURL })).statusCode).toBe(503);
  }
  expect(ses.asked.length - asked).toBeLessThanOrEqual(10);
  expect((await postSes(ses.notification(sesBounce(mailId, email)))).statusCode).toBe(200);
});

const postmarkBounce = (mailId: string | null, email: string, more: object = {}) => ({
  RecordType: "Bounce",
  MessageStream: "broadcast",
  ID: Number(`4${email.replaceAll(/\D/g, "").slice(0, 12)}`),
  Type: "HardBounce",
  TypeCode: 1,
  Name: "Hard bounce",
  MessageID: randomUUID(),
  Metadata: mailId === null ? {} : { "mail-id": mailId },
  Details: "smtp;550 5.1.1 The email account that you tried to reach does not exist",
  Email: email,
  From: "store@example.com",
  BouncedAt: "2026-03-01T12:00:00Z",
  Inactive: true,
  CanActivate: true,
  ...more,
});

test("Postmark is believed by its password, and told apart by what it calls a bounce", async () => {
  for (const [more, reason] of [
    [{}, "BOUNCED"],
    [{ Type: "SpamComplaint", RecordType: "SpamComplaint" }, "COMPLAINED"],
    [{ Type: "SpamComplaint" }, "COMPLAINED"],
    [{ Type: "SpamNotification", Details: "smtp;550 5.7.1 spam" }, null],
    [{ Type: "SoftBounce", Details: "smtp;452 4.2.2 full" }, null],
    [{ Details: "smtp;550 5.7.1 policy" }, null],
    [{ RecordType: "Delivery" }, null],
  ] as const) {
    const { mailId, email, ownerId } = await sentMail();
    const report = postmarkBounce(mailId, email, more);
    for (const authorization of ["", basic("wrong"), "Bearer x", `Basic ${secret}`])
      expect(await post("postmark", report, { authorization })).toMatchObject({
        statusCode: 401,
        body: expect.stringContaining("BAD_SIGNATURE"),
      });
    for (let times = 0; times < 2; times++) expect((await postPostmark(report)).statusCode).toBe(200);
    await app.runJobs();
    expect(await suppressionOf(ownerId, email), JSON.stringify(more)).toBe(reason);
  }
  for (const wrong of ["{}", "no JSON", "[1]"])
    expect((await post("postmark", wrong, { authorization: basic() })).statusCode).toBe(400);
});

/** A delivery status notification as a mail server writes it. */
const returnedMail = (
  mailId: string,
  email: string,
  { action = "failed", status = "5.1.1", isWhole = false } = {},
) =>
  [
    "From: MAILER-DAEMON@mx.example.com (Mail Delivery System)",
    "To: bounces@example.com",
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    "",
    "--b1",
    "Content-Type: text/plain",
    "",
    "I could not deliver it.",
    "--b1",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example.com",
    "Arrival-Date: Sun, 1 Mar 2026 12:00:00 +0000",
    "",
    `Final-Recipient: rfc822; ${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 no such",
    "    mailbox here",
    "",
    "--b1",
    `Content-Type: ${isWhole ? "message/rfc822" : "text/rfc822-headers"}`,
    "",
    "From: Store <store@example.com>",
    `To: ${email}`,
    `Message-ID: <${mailId}@example.com>`,
    "Subject: News",
    "",
    ...(isWhole ? ["The text.", ""] : []),
    "--b1--",
    "",
  ].join("\r\n");

const complaintMail = (mailId: string, email: string) =>
  returnedMail(mailId, email)
    .replace("report-type=delivery-status", "report-type=feedback-report")
    .replace("message/delivery-status", "message/feedback-report")
    .replace(
      /Reporting-MTA[\s\S]*?mailbox here\r\n/,
      `Feedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1\r\nOriginal-Rcpt-To: ${email}\r\n`,
    );

test("a mail that came back is read as RFC 3464 and RFC 5965 have it", async () => {
  for (const [raw, reason] of [
    [returnedMail, "BOUNCED"],
    [(id: string, email: string) => returnedMail(id, email, { isWhole: true }), "BOUNCED"],
    [(id: string, email: string) => returnedMail(id, email).replaceAll("\r\n", "\n"), "BOUNCED"],
    [(id: string, email: string) => returnedMail(id, email, { action: "delayed", status: "4.4.1" }), null],
    [(id: string, email: string) => returnedMail(id, email, { status: "5.7.1" }), null],
    [complaintMail, "COMPLAINED"],
  ] as const) {
    const { mailId, email, ownerId } = await sentMail();
    expect((await post("bounce", raw(mailId, email))).statusCode).toBe(401);
    for (let times = 0; times < 2; times++)
      expect((await postBounce(raw(mailId, email))).statusCode).toBe(200);
    await app.runJobs();
    expect(await suppressionOf(ownerId, email)).toBe(reason);
  }
});

test("refuses an email of too many lines before it parses them", async () => {
  const { mailId, email } = await sentMail();
  const long = (lines: number) => `${returnedMail(mailId, email)}${"\n".repeat(lines)}`;
  expect((await postBounce(long(10_000))).statusCode).toBe(200);
  const answer = await postBounce(long(900_000));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "BAD_REPORT"]);
});

test("whoever writes to the address of what comes back can end nobody's mails but those to themselves", async () => {
  const mine = await sentMail();
  const theirs = await sentMail();
  for (const raw of [
    returnedMail(randomUUID(), theirs.email),
    returnedMail(mine.mailId, theirs.email),
    complaintMail(mine.mailId, theirs.email),
    "Subject: hello\r\n\r\nI am away until Monday.",
    "",
    "\u0000\u0001",
  ])
    expect((await postBounce(raw)).statusCode).toBe(200);
  // Those that name a mail of ours.
  expect(await inbox()).toBe(2);
  await app.runJobs();
  expect(await suppressionOf(theirs.ownerId, theirs.email)).toBeNull();
  expect(await suppressionOf(mine.ownerId, theirs.email)).toBeNull();
});

test("three of the last five mails that came back for a while rest an address for 30 days", async () => {
  const email = someone();
  const mails: { mailId: string }[] = [];
  for (let n = 0; n < 5; n++) mails.push(await sentMail(undefined, email));
  const comesBack = async (position: number) => {
    const report = postmarkBounce(mails[position]?.mailId ?? "", email, { Type: "SoftBounce", ID: position });
    await postPostmark({ ...report, Details: "smtp;452 4.2.2 full" });
    await app.runJobs();
  };
  const { id } = await makeCreator(app);
  await comesBack(0);
  await comesBack(2);
  expect(await suppressionOf(id, email)).toBeNull();
  await comesBack(4);
  expect(await suppressionOf(id, email)).toBe("UNREACHABLE");
  app.clock.advance({ days: 31 });
  expect(await suppressionOf(id, email)).toBeNull();
});

/** As if so many mails of a creator had left. */
const manySent = (ownerId: string, count: number) =>
  pool.query(
    `insert into promotions (owner_id, event, template, email, mailbox, data, state, wanted_at, due_at, claimed_at, settled_at)
     select $1, 'many:' || n || gen_random_uuid(), 'none', n || '@example.net', n || '@example.net', '{}', 'SENT', $3, $3, $3, $3
       from generate_series(1, $2::int) n`,
    [ownerId, count, app.clock.now()],
  );
const stopsOf = async (ownerId: string) =>
  (
    await pool.query<{ reason: string; sent: number; counted: number }>(
      "select reason, sent, counted from promotion_stops where owner_id = $1 order by created_at",
      [ownerId],
    )
  ).rows;

test.each([
  // Mails that left before, reports that are needed, what the stop says.
  ["bounces", 190, 10, { reason: "BOUNCES", sent: 200, counted: 10 }],
  ["bounces", 380, 20, { reason: "BOUNCES", sent: 400, counted: 20 }],
  ["complaints", 10, 3, { reason: "COMPLAINTS", sent: 13, counted: 3 }],
  ["complaints", 1_998, 2, { reason: "COMPLAINTS", sent: 2_000, counted: 2 }],
] as const)(
  "%s stop a creator's mails after %s mails and %s reports, and not one before",
  async (what, before, needed, stop) => {
    const owner = await makeCreator(app);
    await manySent(owner.id, before);
    for (let n = 1; n <= needed; n++) {
      expect(await stopsOf(owner.id)).toEqual([]);
      const { mailId, email } = await sentMail(owner);
      await postSes(
        ses.notification(what === "bounces" ? sesBounce(mailId, email) : sesComplaint(mailId, email)),
      );
      await app.runJobs();
    }
    expect(await stopsOf(owner.id)).toEqual([stop]);
  },
);

test("few mails and many of them to nobody stop nothing, nor do receipts", async () => {
  const owner = await makeCreator(app);
  for (let n = 0; n < 20; n++) {
    const { mailId, email } = await sentMail(owner);
    await postSes(ses.notification(sesBounce(mailId, email)));
  }
  await app.runJobs();
  expect(await stopsOf(owner.id)).toEqual([]);
});

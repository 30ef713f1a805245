import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { endsBefore } from "#tests/support/ends-before.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { localSmtp } from "#tests/support/local-smtp.ts";
import { testApp } from "#tests/support/test-app.ts";
import { mailboxMailer } from "./mailbox.ts";
import { type Mail, MailRefused } from "./mailer.ts";
import { smtpMailer } from "./smtp.ts";

const app = await testApp();
const smtp = await localSmtp();
const overSmtp = smtpMailer({ url: smtp.url, from: "Openstall <mail@store.example>", requireTls: false });
afterAll(async () => {
  overSmtp.close();
  await smtp.close();
});

const file = { fileName: "event.ics", contentType: "text/calendar", content: "x" };

const mail: Mail = {
  messageId: "receipt.1",
  to: "buyer@example.com",
  subject: "Your order: “Ünïcode & <tags>” 🎉",
  text: "Hello,\n\nit cost $19.00.\n.\nA line with a dot above.",
  html: "<p>Hello &amp; welcome</p>",
  fromName: 'Robin "R" Vale, Ltd. via Openstall',
  inReplyTo: "receipt.0",
  headers: { "X-Order": "1" },
  attachments: [
    {
      fileName: "event.ics",
      contentType: "text/calendar; method=PUBLISH; charset=utf-8",
      content: `BEGIN:VCALENDAR\r\nSUMMARY:Später 🎉 ${"x".repeat(2_000)}\r\nEND:VCALENDAR\r\n`,
    },
  ],
};

const adapters = {
  mailbox: {
    mailer: mailboxMailer(app.services),
    delivered: async () => {
      const rows = await app.services.db.select().from(mailbox).orderBy(mailbox.sentAt);
      return rows.map(({ to, subject, text, html, messageId, headers, attachments }) => ({
        to,
        subject,
        text,
        html,
        messageId,
        attachments,
        header: headers["X-Order"],
        thread: [headers["In-Reply-To"], headers["References"]],
      }));
    },
  },
  smtp: {
    mailer: overSmtp,
    delivered: async () =>
      smtp.received.map(({ to, subject, text, html, messageId, headers, attachments }) => ({
        to,
        subject,
        text: text.trimEnd(),
        html: html.trim(),
        messageId,
        attachments,
        header: headers["x-order"],
        thread: [headers["in-reply-to"], headers["references"]],
      })),
  },
};

beforeEach(async () => {
  smtp.received.length = 0;
  smtp.state.mood = "accept";
  await app.services.db.delete(mailbox);
});

describe.each(Object.entries(adapters))("the %s", (_name, { mailer, delivered }) => {
  test("delivers subject, both parts, files, headers and identity unchanged", async () => {
    await mailer.send(mail);
    const [got, ...others] = await delivered();
    expect(others).toEqual([]);
    expect(got).toMatchObject({
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments,
      header: "1",
    });
    expect(got?.messageId).toMatch(/^<receipt\.1@[a-z.]+>$/);
    const first = got?.messageId.replace("receipt.1", "receipt.0");
    expect(got?.thread).toEqual([first, first]);
  });

  test("gives a repeated mail the same identity", async () => {
    await mailer.send(mail);
    await mailer.send(mail);
    expect(new Set((await delivered()).map(({ messageId }) => messageId)).size).toBe(1);
  });

  test.each<[string, Partial<Mail>]>([
    ["a subject of two lines", { subject: "Hello\r\nBcc: everyone@example.com" }],
    ["a lone line feed in the subject", { subject: "Hello\nBcc: everyone@example.com" }],
    ["a lone carriage return in the subject", { subject: "Hello\rBcc: everyone@example.com" }],
    ["a NUL in the subject", { subject: "Hello\0" }],
    ["no subject", { subject: "" }],
    ["a subject of 151 characters", { subject: "x".repeat(151) }],
    ["a sender's name of two lines", { fromName: "Robin\r\nBcc: everyone@example.com" }],
    ["a header of two lines", { headers: { "X-Order": "1\r\nBcc: everyone@example.com" } }],
    ["a header's name with a line break", { headers: { "X-Order: 1\r\nBcc": "everyone@example.com" } }],
    ["two recipients", { to: "buyer@example.com, everyone@example.com" }],
    ["a recipient with a name", { to: "Buyer <buyer@example.com>" }],
    ["a recipient of two lines", { to: "buyer@example.com\r\nBcc: everyone@example.com" }],
    ["a group of recipients", { to: "all:buyer@example.com;" }],
    ["no recipient", { to: "" }],
    ["answers to two addresses", { replyTo: "robin@example.com, everyone@example.com" }],
    ["answers to an address of two lines", { replyTo: "robin@example.com\r\nBcc: everyone@example.com" }],
    ["a file's name with a line break", { attachments: [{ ...file, fileName: "a\r\nBcc: b@example.com" }] }],
    ["a file's name with a folder", { attachments: [{ ...file, fileName: "../event.ics" }] }],
    ["a file's type with a line break", { attachments: [{ ...file, contentType: "text/plain\r\nBcc: b" }] }],
    ["a file of more than 32 kB", { attachments: [{ ...file, content: "é".repeat(16_385) }] }],
    ["eleven files", { attachments: Array.from({ length: 11 }, () => file) }],
    ["a message id with a bracket", { messageId: "1>\r\nBcc: everyone@example.com" }],
  ])("refuses %s", async (_what, change) => {
    await expect(mailer.send({ ...mail, ...change })).rejects.toBeInstanceOf(MailRefused);
    expect(await delivered()).toEqual([]);
  });
});

test("the mailbox keeps a repeated mail once", async () => {
  await Promise.all(Array.from({ length: 10 }, () => adapters.mailbox.mailer.send(mail)));
  expect(await adapters.mailbox.delivered()).toHaveLength(1);
});

test("over SMTP the sender is our address with the given name", async () => {
  await overSmtp.send(mail);
  expect(smtp.received[0]?.from).toEqual({ name: mail.fromName, address: "mail@store.example" });
  expect(smtp.received[0]?.headers["auto-submitted"]).toBe("auto-generated");
});

test("a mail that was taken while the connection broke is a failure, and its repetition has the same identity", async () => {
  smtp.state.mood = "drop after data";
  await expect(overSmtp.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
  smtp.state.mood = "accept";
  await overSmtp.send(mail);
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([
    "<receipt.1@store.example>",
    "<receipt.1@store.example>",
  ]);
});

test("an unknown recipient is refused for good, a busy server is not", async () => {
  smtp.state.mood = "refuse recipient";
  await expect(overSmtp.send(mail)).rejects.toBeInstanceOf(MailRefused);
  smtp.state.mood = "busy";
  await expect(overSmtp.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
});

test("a wrong password is no fault of the mail", async () => {
  const url = smtp.url.replace(/:[^:@]+@/, ":wrong@");
  const stranger = smtpMailer({ url, from: "mail@store.example", requireTls: false });
  await expect(stranger.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
  stranger.close();
});

test("a server that never greets is given up", async () => {
  smtp.state.mood = "silent";
  const fresh = smtpMailer({ url: smtp.url, from: "mail@store.example", requireTls: false });
  const sending = fresh.send(mail);
  const isGivenUp = endsBefore(25, sending);
  await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
  expect(await isGivenUp).toBe(true);
  fresh.close();
});

test("a sender that is no address is told at the start", () => {
  expect(() => smtpMailer({ url: smtp.url, from: "Openstall", requireTls: false })).toThrow(
    "MAIL_FROM is not an address",
  );
});

test("a server that offers no TLS gets neither mail nor password where TLS is required, and is no refusal", async () => {
  smtp.received.length = 0;
  const careful = smtpMailer({ url: smtp.url, from: "mail@store.example", requireTls: true });
  await expect(careful.send(mail)).rejects.not.toBeInstanceOf(MailRefused);
  careful.close();
  expect(smtp.received).toEqual([]);
});

import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as contract from "#contract/dev/mailbox.ts";
import { getSignInOptions, signInAsDemo } from "#contract/accounts/accounts.ts";
import { getDevClock } from "#contract/dev/dev-clock.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { sendCode } from "./send-code.ts";

const app = await testApp();
const publicDemo = {
  PUBLIC_URL: "https://store.example",
  ALLOW_SANDBOX: "true",
  APP_SECRET: "a secret of more than thirty-two characters",
};

const code = { code: "123456", purpose: "CREATOR_SIGN_IN", minutes: 10 } as const;

test("mails are read newest first, all or those to one address", async () => {
  await sendCode(app.services, { ...code, to: "First@example.com" });
  app.clock.advance({ seconds: 5 });
  await sendCode(app.services, { ...code, to: "second@example.com" });
  const all = await app.call(contract.listMailbox, { querystring: {} });
  expect(all.body.map(({ to }) => to)).toEqual(["second@example.com", "First@example.com"]);
  const one = await app.call(contract.listMailbox, { querystring: { to: " first@EXAMPLE.com " } });
  expect(one.body).toHaveLength(1);
  expect(one.body[0]).toMatchObject({
    to: "First@example.com",
    subject: expect.stringMatching(/^\d{6} is your Openstall sign-in code$/),
  });
  expect(one.body[0]?.text).toContain("123456");
  expect(one.body[0]?.html).toContain("123456");
  expect(one.body[0]?.headers["From"]).toBe('"Openstall" <mail@openstall.example>');
  expect(one.body[0]?.sentAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  const none = await app.call(contract.listMailbox, { querystring: { to: "nobody@example.com" } });
  expect(none.body).toEqual([]);
});

test("entries are found by a part of the address, and say the code", async () => {
  await sendCode(app.services, { ...code, to: "needle@example.com" });
  const found = await app.call(contract.listMailboxEntries, { querystring: { search: "EEDLE@" } });
  expect(found.body).toEqual([expect.objectContaining({ to: "needle@example.com", code: "123456" })]);
  expect(found.body[0]).not.toHaveProperty("html");
  const wildcard = await app.call(contract.listMailboxEntries, { querystring: { search: "%" } });
  expect(wildcard.body).toEqual([]);
});

test("a mail's HTML is a page of its own that runs nothing and is framed by us alone", async () => {
  await sendCode(app.services, { ...code, to: "frame@example.com" });
  const { body } = await app.call(contract.listMailbox, { querystring: { to: "frame@example.com" } });
  const params = { id: body[0]!.id };
  const page = await app.call(contract.getMailboxHtml, { params });
  expect(page.text).toBe(body[0]!.html);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin))/);
  expect((await app.call(contract.getMailboxMail, { params })).body).toEqual(body[0]);
  expect((await app.call(contract.getMailboxHtml, { params: { id: randomUUID() } })).status).toBe(404);
  expect((await app.call(contract.getMailboxMail, { params: { id: "1" } })).status).toBe(404);
});

test("in a public demo anybody reads the mailbox, and continues as the demo creator", async () => {
  const demo = await testApp(publicDemo);
  await sendCode(demo.services, { ...code, to: "first@example.com" });
  expect((await demo.call(contract.listMailbox, { querystring: {} })).body).toMatchObject([
    { to: "first@example.com" },
  ]);
  const maya = await makeCreator(demo, { handle: "demo" });
  expect((await demo.call(getSignInOptions)).body).toMatchObject({ mailbox: true, demo: true });
  const { status, body } = await demo.call(signInAsDemo);
  expect([status, body.user.id]).toEqual([200, maya.id]);
  // Its clock is the machine's, and nobody moves it.
  expect((await demo.call(getDevClock)).status).toBe(404);
});

test("on a public address whose mails leave there is no mailbox to read, and nobody continues as the demo creator", async () => {
  const live = await testApp({
    ...publicDemo,
    SMTP_URL: "smtps://user:password@mail.example.com",
    MAIL_FROM: "store@example.com",
  });
  await makeCreator(live, { handle: "demo" });
  expect((await live.call(getSignInOptions)).body).toMatchObject({ mailbox: false, demo: false });
  expect((await live.call(signInAsDemo)).status).toBe(404);
  expect((await live.call(contract.listMailbox, { querystring: {} })).status).toBe(404);
  expect((await live.call(contract.listMailboxEntries, { querystring: {} })).status).toBe(404);
  expect((await live.call(contract.getMailboxMail, { params: { id: randomUUID() } })).status).toBe(404);
  expect((await live.call(contract.getMailboxHtml, { params: { id: randomUUID() } })).status).toBe(404);
});

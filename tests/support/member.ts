import { randomUUID } from "node:crypto";
import { listMailbox } from "#contract/dev/mailbox.ts";
import { requestMemberAccess, verifyMemberCode } from "#contract/buyers/buyers.ts";
import { makeProduct } from "./factories.ts";
import { makeOrder } from "./order-factory.ts";
import type { Caller, TestApp } from "./test-app.ts";

/** Somebody with one paid order; under an address nobody else has, unless told. */
export async function makeBuyer(app: TestApp, email = `buyer-${randomUUID().slice(0, 8)}@example.com`) {
  const product = await makeProduct(app);
  const { customer } = await makeOrder(app, { email, items: [{ product }] });
  return { email, customer, product };
}

/** The mails to an address, the newest first. */
export const mailsTo = async (app: TestApp, to: string) =>
  (await app.call(listMailbox, { querystring: { to } })).body;

/** Asks for a code and takes it from the newest mail, with the token of the link in it. */
export async function askForCode(app: TestApp, browser: Caller, email: string) {
  const { status, text } = await browser.call(requestMemberAccess, { body: { email } });
  if (status !== 200) throw new Error(`asking for a code was refused: ${status} ${text}`);
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  return {
    code: /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "",
    link: /#link=([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "",
  };
}

export const enterCode = (browser: Caller, email: string, code: string) =>
  browser.call(verifyMemberCode, { body: { email, token: code } });

/** A browser in which this address is proved. */
export async function provenBrowser(app: TestApp, email: string) {
  const browser = app.browser();
  app.clock.advance({ minutes: 20 });
  const { code } = await askForCode(app, browser, email);
  const { status, body, text } = await enterCode(browser, email, code);
  if (status !== 200) throw new Error(`the code was refused: ${status} ${text}`);
  return { ...browser, sessionToken: body.sessionToken };
}

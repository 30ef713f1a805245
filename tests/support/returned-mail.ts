import { randomUUID } from "node:crypto";
import { anyBuyer } from "#contract/any-buyer.ts";
import { correctAddress, requestAddressCorrection } from "#contract/buyers/correct-address.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { deliverWebhooks, openCheckout, pay } from "./buy.ts";
import { makeCourse } from "./course-factory.ts";
import { makeCreator } from "./factories.ts";
import { mailsTo } from "./member.ts";
import type { Caller, TestApp } from "./test-app.ts";

/** What an app is told so that `returnMail` is believed. */
export const returnSecret = { POSTMARK_WEBHOOK_SECRET: "a secret of this installation" };

/** An address that nobody else has. */
export const someone = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** A mail server says of the newest mail to an address that there is no such mailbox. */
export async function returnMail(app: TestApp, email: string): Promise<void> {
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select id from mail_outbox where lower(recipient) = lower($1) order by created_at desc limit 1",
    [email],
  );
  const password = `mail:${returnSecret.POSTMARK_WEBHOOK_SECRET}`;
  const { statusCode } = await app.app.inject({
    method: "POST",
    url: "/webhook/mail/postmark",
    headers: {
      authorization: `Basic ${Buffer.from(password).toString("base64")}`,
      "content-type": "application/json",
    },
    payload: {
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: randomUUID(),
      Email: email,
      Details: "smtp;550 5.1.1 no such user",
      Metadata: { "mail-id": rows[0]?.id },
    },
  });
  if (statusCode !== 200) throw new Error(`the report was refused: ${statusCode}`);
  await app.runJobs();
}

/** Buys a product under an address, in a browser. */
export async function buyUnder(app: TestApp, browser: Caller, productId: string, email: string) {
  app.clock.advance({ seconds: 1 });
  const checkout = await openCheckout(browser, productId, email);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { rows } = await app.services.pool.query<{ id: string }>(
    "select id from orders where payment_intent_id = $1",
    [checkout.paymentIntentId],
  );
  return { id: rows[0]?.id ?? "", reference: checkout.paymentIntentId ?? "" };
}

/** Somebody paid for a course under an address that does not exist. */
export async function makeSlip(app: TestApp) {
  const creator = await makeCreator(app);
  const course = await makeCourse(app, { ownerId: creator.id });
  const browser = app.browser();
  const wrong = someone("ana.wrong");
  const order = await buyUnder(app, browser, course.id, wrong);
  await returnMail(app, wrong);
  return { creator, me: app.as(creator), course, browser, wrong, order };
}

export const askToCorrect = (browser: Caller, id: string, email: string) =>
  browser.call(requestAddressCorrection, { params: { id }, body: { email } });

export const confirmCorrection = (browser: Caller, id: string, email: string, token: string) =>
  browser.call(correctAddress, { params: { id }, body: { email, token } });

/** Asks for the code of a correction and takes it from its mail; fails where it is refused. */
export async function correctionCode(app: TestApp, browser: Caller, id: string, email: string) {
  app.clock.advance({ minutes: 2 });
  const { status, text } = await askToCorrect(browser, id, email);
  if (status !== 200) throw new Error(`the code was refused: ${status} ${text}`);
  await app.runJobs();
  const [mail] = await mailsTo(app, email);
  if (!mail?.text.includes("Correct your address")) throw new Error("no code was mailed");
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? "";
}

/** Corrects the address of an order with its code; fails where that is refused. */
export async function correctTo(app: TestApp, browser: Caller, id: string, email: string): Promise<void> {
  const code = await correctionCode(app, browser, id, email);
  const { status, text } = await confirmCorrection(browser, id, email, code);
  if (status !== 200) throw new Error(`the correction was refused: ${status} ${text}`);
  await app.runJobs();
}

/** Whose order it is, as a browser sees it on the order's page. */
export const buyerSeen = async (browser: Caller, reference: string, headers: Record<string, string> = {}) =>
  (
    await browser.call(
      getOrderByPaymentIntent,
      { params: { paymentIntentId: reference }, querystring: { customer_email: anyBuyer } },
      { headers },
    )
  ).body.customer;

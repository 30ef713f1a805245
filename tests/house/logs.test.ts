import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { requestSignInCode, updateProfile, verifySignInCode } from "#contract/accounts/accounts.ts";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { getAccess, getLesson } from "#contract/courses/courses.ts";
import { listOrderDownloads, requestDownloadLink } from "#contract/downloads/downloads.ts";
import { eraseMember, exportMemberData, openMemberLink } from "#contract/buyers/buyers.ts";
import { getOrderByPaymentIntent } from "#contract/orders/orders.ts";
import { createLog, describeError } from "#server/start/log.ts";
import { servePages } from "#server/pages/serve-pages.ts";
import { makeBoughtDownload } from "#tests/support/bought-download.ts";
import { deliverWebhooks, goodCard, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { askForCode, enterCode } from "#tests/support/member.ts";
import { testApp } from "#tests/support/test-app.ts";
import { sendBytes, sendRaw } from "./raw-request.ts";

const lines: string[] = [];
const memory = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(...chunk.toString().split("\n").filter(Boolean));
    done();
  },
});
const app = await testApp(
  {},
  {
    log: createLog("debug", memory),
    prepare: (http, services) =>
      servePages(http, services, {
        assets: new Map(),
        load: async () => ({
          pageMode: () => "ssr",
          fetch: () => {
            throw new Error("no page for ada.lovelace@example.com with code 123456");
          },
        }),
      }),
  },
);
const { pool } = app.services;
const buyer = "ada.lovelace@example.com";
const codeTo = async (email: string) => {
  const { rows } = await pool.query<{ text: string }>(
    'select text from mailbox where "to" = $1 order by sent_at desc',
    [email],
  );
  return /\b\d{6}\b/.exec(rows[0]?.text ?? "")?.[0] ?? "";
};

/** Everything that is done here must leave no trace of these. */
const secrets = new Set<string>([
  buyer,
  "ada.lovelace",
  goodCard.number,
  "4000000000000002",
  "very-secret-value",
]);

test("signing in, buying and downloading leave no personal or secret value in the log", async () => {
  // Signing in: a wrong code, a right one, and the session after it.
  const creator = await makeCreator(app, { email: "grace.hopper@example.com" });
  secrets.add(creator.email);
  const creatorBrowser = app.browser();
  await creatorBrowser.call(requestSignInCode, { body: { email: creator.email } });
  await app.runJobs();
  const code = await codeTo(creator.email);
  const wrong = code === "111111" ? "111112" : "111111";
  await creatorBrowser.call(verifySignInCode, { body: { email: creator.email, code: wrong } });
  expect((await creatorBrowser.call(verifySignInCode, { body: { email: creator.email, code } })).status).toBe(
    200,
  );
  await creatorBrowser.call(updateProfile, { body: { bio: "very-secret-value" } });
  await creatorBrowser.call(updateProfile, { body: { handle: "very-secret-value" } });
  for (const value of [code, wrong, ...Object.values(creatorBrowser.cookies)]) secrets.add(value);

  // Buying: a declined card, a good one, the return page, the order by its payment and address.
  const product = await makeProduct(app, { ownerId: creator.id });
  const browser = app.browser();
  const checkout = await openCheckout(browser, product.id, buyer);
  await pay(browser, checkout, { ...goodCard, number: "4000000000000002" });
  await pay(browser, checkout);
  const paymentIntentId = checkout.paymentIntentId ?? "";
  await browser.call(finishPayment, { body: { paymentIntentId } });
  await deliverWebhooks(app);
  const order = await browser.call(getOrderByPaymentIntent, {
    params: { paymentIntentId },
    querystring: { customer_email: buyer },
  });
  expect(order.status).toBe(200);
  for (const value of [checkout.clientSecret ?? "", ...Object.values(browser.cookies)]) secrets.add(value);

  // Downloading, by link and by receipt.
  const bought = await makeBoughtDownload(app, { product: { ownerId: creator.id } });
  secrets.add(bought.sessionToken).add(bought.receipt["x-order-proof"]).add(bought.customer.email);
  const { body } = await app.call(
    requestDownloadLink,
    { body: { downloadId: bought.download.id, sessionToken: bought.sessionToken } },
    { headers: bought.receipt },
  );
  const token = body.downloadUrl.split("/").at(-1) ?? "";
  secrets.add(token);
  expect((await sendRaw(app, { method: "GET", path: body.downloadUrl })).statusCode).toBe(200);
  await app.call(
    listOrderDownloads,
    { querystring: { orderId: bought.order.id } },
    { headers: bought.receipt },
  );

  // Proving the buyer's address, by code and by link, and what only they may do then.
  const member = app.browser();
  const mailed = await askForCode(app, member, buyer);
  for (const value of [mailed.code, mailed.link]) secrets.add(value);
  await enterCode(member, buyer, "000000");
  await member.call(openMemberLink, { body: { token: "very-secret-value" } });
  const proven = await member.call(openMemberLink, { body: { token: mailed.link } });
  expect(proven.status).toBe(200);
  for (const value of [proven.body.sessionToken, ...Object.values(member.cookies)]) secrets.add(value);
  expect((await member.call(exportMemberData)).status).toBe(200);
  expect((await member.call(eraseMember, { body: { email: "very-secret-value@example.com" } })).status).toBe(
    422,
  );

  // Addresses that carry an e-mail, known and unknown, over a socket too.
  const course = await makeCourse(app);
  await app.call(getAccess, { params: { productId: course.id, email: buyer } });
  await app.call(getLesson, { params: { lessonId: course.lessons[1]?.id ?? "", email: buyer } });
  for (const path of [
    `/api/access/${course.id}/${buyer}?token=very-secret-value`,
    `/api/nope/${buyer}?code=${code}`,
    `/api/download/very-secret-value`,
    `/api/products/%zz?email=${buyer}`,
    `/success?payment_intent_client_secret=very-secret-value&customer_email=${buyer}`,
    `/api/login/callback?code=very-secret-value&state=very-secret-value`,
    "/webhook/sandbox",
  ])
    for (const method of ["GET", "POST", "DELETE"])
      await sendRaw(app, {
        method,
        path,
        headers: { authorization: "Bearer very-secret-value", cookie: "sid=very-secret-value" },
        ...(method === "POST" && { payload: `{"email":"${buyer}","card":"${goodCard.number}` }),
      });
  await sendBytes(app, `GET /x?email=${buyer} HTTP/9.9\r\nAuthorization: very-secret-value\r\n\r\n`);

  expectNoSecrets();
  expect(lines.length).toBeGreaterThan(30);
});

test("failures of the database are told without the values of the statement", async () => {
  const before = lines.length;
  const creator = await makeCreator(app, { email: "mary.shelley@example.com" });
  secrets.add(creator.email);
  const broken = app.browser();
  await pool.query("alter table verification_tokens rename to gone");
  await pool.query(
    "alter table checkout_sessions add constraint refused check (email <> 'ada.lovelace@example.com') not valid",
  );
  expect((await broken.call(requestSignInCode, { body: { email: creator.email } })).status).toBe(500);
  await broken.call(verifySignInCode, { body: { email: creator.email, code: "987654" } });
  secrets.add("987654");
  const product = await makeProduct(app);
  await expect(openCheckout(broken, product.id, buyer)).rejects.toThrow("500");
  await pool.query("alter table gone rename to verification_tokens");

  const told = lines.slice(before).filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
  expect(told.length).toBeGreaterThan(1);
  expect(told.join("\n")).toContain("constraint refused");
  expectNoSecrets();
});

test("every request is a line with its route's template, its status and its id", () => {
  const templates = new Set(["(none)", "/*", "/webhook/sandbox", "/images/:id/:file", "/og/u/:handle.jpg"]);
  app.app.printRoutes();
  const requests = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "request" || msg === "request failed");
  expect(requests.length).toBeGreaterThan(20);
  for (const line of requests) {
    expect(Object.keys(line).toSorted()).toEqual([
      "level",
      "method",
      "ms",
      "msg",
      "reqId",
      "route",
      "status",
      "time",
    ]);
    expect(line["reqId"]).toMatch(/^[0-9a-f-]{36}$/);
    const route = String(line["route"]);
    expect(
      templates.has(route) || app.app.hasRoute({ method: line["method"] as "GET", url: route }),
      route,
    ).toBe(true);
  }
});

test("what an error says is written without addresses, tokens, codes, cards and links", () => {
  const said = [
    "550 no such user <ada.lovelace@example.com>",
    "ada.lovelace@example.com: refused",
    "https://user:very-secret-value@example.com/x?token=1",
    `Bearer ${"a1".repeat(22)}`,
    "the code was 123456.",
    "card 4242 4242 4242 4242 declined",
    "card 4242424242424242 declined",
    "Failed query: select 1\nparams: very-secret-value,\nada.lovelace@example.com",
  ];
  for (const message of said) {
    const text = JSON.stringify(describeError(new Error(message, { cause: new Error(message) })));
    for (const secret of ["ada.lovelace", "very-secret-value", "a1a1a1", "123456", "4242"])
      expect(text).not.toContain(secret);
  }
  expect(describeError(new TypeError("x is not a function"))).toMatchObject({
    type: "TypeError",
    message: "x is not a function",
  });
  expect(describeError("very-secret-value")).not.toContain("very-secret-value");
});

function expectNoSecrets(): void {
  for (const line of lines) {
    for (const secret of secrets) if (secret.length > 4) expect(line).not.toContain(secret);
    expect(line).not.toMatch(/[\w.]+@example\.com/);
    expect(line).not.toMatch(/\?[a-z_]+=/i);
  }
}

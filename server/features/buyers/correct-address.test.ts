import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { requestSignInCode, verifySignInCode } from "#contract/accounts/accounts.ts";
import { processUpsell } from "#contract/checkout/post-purchase.ts";
import { confirmSubscription, joinList, saveMailingList } from "#contract/mailing-list/mailing-list.ts";
import { correctAddress, requestAddressCorrection } from "#contract/buyers/correct-address.ts";
import { receiptToken } from "#server/features/access/can-see.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { askForCode, enterCode, mailsTo, makeBuyer, provenBrowser } from "#tests/support/member.ts";
import {
  askToCorrect,
  buyerSeen,
  buyUnder,
  confirmCorrection,
  correctionCode,
  correctTo,
  makeSlip,
  returnMail,
  returnSecret,
  someone,
} from "#tests/support/returned-mail.ts";
import { type Caller, testApp } from "#tests/support/test-app.ts";

const app = await testApp(returnSecret);

test("nobody but the browser that paid corrects an order: no stranger, no receipt, no proved address", async () => {
  const { browser, wrong, order } = await makeSlip(app);
  const thief = someone("thief");
  const code = await correctionCode(app, browser, order.id, thief);
  const receipt = { "x-order-proof": receiptToken(app.services.secret, order.id), "x-order-id": order.id };
  const another = app.browser();
  await buyUnder(app, another, (await makeProduct(app)).id, someone("other"));
  const proven = await provenBrowser(app, wrong);
  for (const [stranger, headers] of [
    [app.browser(), {}],
    [another, {}],
    [app.browser(), receipt],
    // Has paid for something, and was given the link of what it has not paid for.
    [another, receipt],
    [proven, {}],
  ] as const) {
    const params = { id: order.id };
    const asked = await stranger.call(
      requestAddressCorrection,
      { params, body: { email: thief } },
      { headers },
    );
    const sent = await stranger.call(
      correctAddress,
      { params, body: { email: thief, token: code } },
      { headers },
    );
    expect([asked.status, sent.status]).toEqual([404, 404]);
  }
  expect(await buyerSeen(browser, order.reference)).toMatchObject({ email: wrong });
  expect(
    (await askToCorrect(browser, randomUUID(), thief)).status,
    "an order that does not exist answers as one of somebody else's",
  ).toBe(404);
});

test("the receipt's link says that mail came back, and where it can be corrected", async () => {
  const { order } = await makeSlip(app);
  const receipt = { "x-order-proof": receiptToken(app.services.secret, order.id) };
  expect(await buyerSeen(app.browser(), order.reference, receipt)).toMatchObject({ returned: "ELSEWHERE" });
});

test("an address is corrected only while its mail comes back, and only to one that its code proves", async () => {
  const browser = app.browser();
  const email = someone("fine");
  const order = await buyUnder(app, browser, (await makeProduct(app)).id, email);
  expect((await askToCorrect(browser, order.id, someone("x"))).body).toMatchObject({ code: "NOT_RETURNED" });
  expect(await buyerSeen(browser, order.reference)).toMatchObject({ returned: null });
  await returnMail(app, email);
  const [one, two] = [someone("one"), someone("two")];
  const code = await correctionCode(app, browser, order.id, one);
  for (const [to, token] of [
    [two, code],
    [one, code === "000000" ? "000001" : "000000"],
    [one, ""],
  ] as const)
    expect((await confirmCorrection(browser, order.id, to, token)).status).toBe(422);
  // A code that was asked for in another way proves nothing here.
  const buyer = await makeBuyer(app);
  const member = await askForCode(app, browser, buyer.email);
  expect((await confirmCorrection(browser, order.id, buyer.email, member.code)).status).toBe(422);
  // And that of a correction opens nobody's purchases.
  const own = await correctionCode(app, browser, order.id, buyer.email);
  expect((await enterCode(browser, buyer.email, own)).status).toBe(422);
  expect(await buyerSeen(browser, order.reference)).toMatchObject({ email });
  expect((await askToCorrect(browser, order.id, "not an address")).body).toMatchObject({
    fields: { email: expect.any(String) },
  });
});

test("twice at once moves once, and the second press of another tab says so", async () => {
  const { browser, order } = await makeSlip(app);
  const right = someone("right");
  const code = await correctionCode(app, browser, order.id, right);
  const answers = await Promise.all([1, 2, 3].map(() => confirmCorrection(browser, order.id, right, code)));
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
  expect((await confirmCorrection(browser, order.id, right, code)).status).toBe(409);
  await app.runJobs();
  expect((await mailsTo(app, right)).filter(({ text }) => text.includes("#rt="))).toHaveLength(1);
});

test("an address that a code proves after all is no longer said to be wrong, whatever the code was asked for", async () => {
  const codeTo = async (email: string) => {
    await app.runJobs();
    const [mail] = await mailsTo(app, email);
    return /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0] ?? /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "";
  };
  for (const prove of [
    async (browser: Caller, id: string, email: string) => correctTo(app, browser, id, email),
    async (browser: Caller, _: string, email: string) => {
      app.clock.advance({ minutes: 20 });
      const { code } = await askForCode(app, browser, email);
      expect((await enterCode(browser, email, code)).status).toBe(200);
    },
    async (browser: Caller, _: string, email: string) => {
      expect((await browser.call(requestSignInCode, { body: { email } })).status).toBe(200);
      const body = { email, code: await codeTo(email) };
      expect((await browser.call(verifySignInCode, { body })).status).toBe(200);
    },
    async (browser: Caller, _: string, email: string) => {
      const creator = await makeCreator(app);
      const list = { isOpen: true, title: "Notes", promise: "", thanksProductId: null };
      await app.as(creator).call(saveMailingList, { body: list });
      const params = { handle: creator.handle };
      expect((await browser.call(joinList, { params, body: { email } })).status).toBe(200);
      const body = { email, code: await codeTo(email) };
      expect((await browser.call(confirmSubscription, { params, body })).status).toBe(200);
    },
  ]) {
    const { browser, wrong, order } = await makeSlip(app);
    await prove(browser, order.id, wrong);
    expect(await buyerSeen(browser, order.reference)).toMatchObject({ email: wrong, returned: null });
  }
});

test("who corrects their address while an add-on is offered takes it on the page that names the wrong one", async () => {
  const { course, browser, wrong, order } = await makeSlip(app);
  const extra = await makeProduct(app, { ownerId: course.ownerId, priceCents: 2_000 });
  const upsell = await makeUpsell(app, course, { upsellProductId: extra.id });
  await correctTo(app, browser, order.id, someone("right"));
  const choose = (customerEmail: string) =>
    browser.call(processUpsell, {
      body: { upsellId: upsell.id, paymentIntentId: order.reference, customerEmail, action: "ACCEPT" },
    });
  expect((await choose(someone("other"))).status).toBe(404);
  expect((await choose(wrong)).body).toMatchObject({ action: "ACCEPTED" });
});

import { expect, test } from "vitest";
import * as contract from "#contract/affiliates/affiliates.ts";
import { addCommissions } from "#server/features/affiliates/commissions.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { makeAffiliate } from "#tests/support/affiliate-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp({ PUBLIC_URL: "http://localhost:3000" });
const { pool } = app.services;
let codes = 0;
const newCode = () => `CODE${++codes}`;
const mailsTo = async (email: string) =>
  (await pool.query<{ template: string }>("select template from mail_outbox where recipient = $1", [email]))
    .rows;

test("a link needs a code only, leads to the store, and earns 20 %", async () => {
  const creator = await makeCreator(app);
  const { status, body } = await app
    .as(creator)
    .call(contract.createAffiliateLink, { body: { code: " SUMMER-24 " } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    code: "SUMMER-24",
    url: `http://localhost:3000/u/${creator.handle}?aff=SUMMER-24`,
    affiliate: { name: "SUMMER-24", email: null, active: true },
    product: null,
    clicks: 0,
    conversions: 0,
    earnedCents: 0,
    active: true,
  });
  const list = await app.as(creator).call(contract.listAffiliateLinks);
  expect(list.body).toEqual([body]);
  const affiliates = await app.as(creator).call(contract.listAffiliates);
  expect(affiliates.body).toMatchObject([{ commissionRate: 0.2, payableCents: 0, signedIn: false }]);
});

test("a link for a product leads to its checkout, for a known affiliate or one who is invited", async () => {
  const creator = await makeCreator(app, { firstName: "Maya", lastName: "Chen" });
  const product = await makeProduct(app, { ownerId: creator.id });
  const email = "june@example.com";
  const body = {
    code: newCode(),
    productId: product.id,
    affiliateEmail: email,
    affiliateName: "June",
    commissionRate: 0.1234,
  };
  const first = await app.as(creator).call(contract.createAffiliateLink, { body });
  expect(first.body).toMatchObject({
    url: `http://localhost:3000/checkout/${product.id}?aff=${body.code}`,
    product: { id: product.id, title: product.title },
    affiliate: { name: "June", email },
  });
  const second = await app.as(creator).call(contract.createAffiliateLink, {
    body: { code: newCode(), affiliateEmail: "JUNE@example.com" },
  });
  const third = await app.as(creator).call(contract.createAffiliateLink, {
    body: { code: newCode(), affiliateId: first.body.affiliate.id },
  });
  expect([second.body.affiliate.id, third.body.affiliate.id]).toEqual(Array(2).fill(first.body.affiliate.id));
  expect((await app.as(creator).call(contract.listAffiliates)).body).toMatchObject([
    { name: "June", commissionRate: 0.1234 },
  ]);

  expect(await mailsTo(email)).toEqual([{ template: "affiliate-invitation" }]);
  await app.as(creator).call(contract.inviteAffiliate, { params: { id: first.body.affiliate.id } });
  expect(await mailsTo(email)).toHaveLength(1);
  app.clock.advance({ days: 1 });
  await app.as(creator).call(contract.inviteAffiliate, { params: { id: first.body.affiliate.id } });
  expect(await mailsTo(email)).toHaveLength(2);

  const mail = await renderMail(app.services, "affiliate-invitation", {
    affiliateId: first.body.affiliate.id,
  });
  expect(mail.subject).toBe("You are an affiliate of Maya Chen");
  for (const part of ["12.34 %", "http://localhost:3000/sign-in?returnTo=%2Faffiliate"]) {
    expect(mail.text).toContain(part);
    expect(mail.html).toContain(part);
  }
});

test("a code is nobody else's, in any case, and others are suggested", async () => {
  const [creator, rival] = [await makeCreator(app), await makeCreator(app)];
  await app.as(rival).call(contract.createAffiliateLink, { body: { code: "Winter" } });
  await app.as(rival).call(contract.createAffiliateLink, { body: { code: "winter2" } });
  const { status, body } = await app
    .as(creator)
    .call(contract.createAffiliateLink, { body: { code: "WINTER" } });
  expect(status).toBe(409);
  expect(body).toMatchObject({ code: "CODE_TAKEN", fields: { code: "This code is already taken" } });
  const { suggestions } = body as unknown as { suggestions: string[] };
  expect(suggestions).toHaveLength(3);
  expect(suggestions).not.toContain("WINTER2");
  expect((await app.as(creator).call(contract.listAffiliates)).body).toEqual([]);
});

test("100 creators who want one code at once: one gets it", async () => {
  const creators = await Promise.all(Array.from({ length: 10 }, () => makeCreator(app)));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      app.as(creators[index % 10]!).call(contract.createAffiliateLink, { body: { code: "THE-ONE" } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99);
});

test("what makes no link is refused, field by field", async () => {
  const creator = await makeCreator(app);
  const refused = async (body: object) => {
    const answer = await app
      .as(creator)
      .call(contract.createAffiliateLink, { body: body as { code: string } });
    expect(answer.status).toBe(422);
    return (answer.body as unknown as { fields: object }).fields;
  };
  expect(await refused({ code: "" })).toEqual({ code: "Code is required" });
  expect(await refused({ code: "ab" })).toEqual({ code: "Use at least 3 characters" });
  expect(await refused({ code: "a".repeat(41) })).toEqual({ code: "Use at most 40 characters" });
  expect(await refused({ code: "a b c" })).toEqual({ code: "Use letters, digits, - and _" });
  expect(await refused({ code: newCode(), commissionRate: 1.01 })).toHaveProperty("commissionRate");
  expect(await refused({ code: newCode(), commissionRate: 0.12345 })).toHaveProperty("commissionRate");
  expect(await refused({ code: newCode(), affiliateEmail: creator.email.replace("@", "+x@") })).toEqual({
    affiliateEmail: "This is your own address: you cannot be your own affiliate",
  });
});

test("a link is switched off, moved to another product, and deleted unless it sold something", async () => {
  const creator = await makeCreator(app);
  const product = await makeProduct(app, { ownerId: creator.id });
  const { link } = await makeAffiliate(app, { ownerId: creator.id });
  const params = { id: link.id };
  const off = await app.as(creator).call(contract.updateAffiliateLink, { params, body: { active: false } });
  expect(off.body).toMatchObject({ active: false, product: null });
  const moved = await app
    .as(creator)
    .call(contract.updateAffiliateLink, { params, body: { productId: product.id } });
  expect(moved.body).toMatchObject({ active: false, product: { id: product.id } });
  const back = await app
    .as(creator)
    .call(contract.updateAffiliateLink, { params, body: { active: true, productId: null } });
  expect(back.body).toMatchObject({ active: true, product: null });

  const order = await makeOrder(app, { items: [{ product }] });
  await inTransaction(pool, (client) =>
    addCommissions(client, { orderId: order.id, affiliateCode: link.code, now: app.clock.now() }),
  );
  const kept = await app.as(creator).call(contract.deleteAffiliateLink, { params });
  expect(kept.body).toEqual({ success: true, deactivated: true });
  expect((await app.as(creator).call(contract.listAffiliateLinks)).body).toMatchObject([
    { active: false, conversions: 1, earnedCents: 380 },
  ]);

  const unsold = await makeAffiliate(app, { ownerId: creator.id });
  const gone = await app.as(creator).call(contract.deleteAffiliateLink, { params: { id: unsold.link.id } });
  expect(gone.body).toEqual({ success: true, deactivated: false });
  expect(
    (await app.as(creator).call(contract.deleteAffiliateLink, { params: { id: unsold.link.id } })).status,
  ).toBe(404);
});

test("an affiliate is changed; two of one creator never share an address", async () => {
  const creator = await makeCreator(app);
  const account = await makeCreator(app);
  const june = await makeAffiliate(app, { ownerId: creator.id, email: account.email, userId: account.id });
  const other = await makeAffiliate(app, { ownerId: creator.id });
  const params = { id: june.id };
  const update = (body: Parameters<typeof JSON.stringify>[0]) =>
    app.as(creator).call(contract.updateAffiliate, { params, body: body as { name: string } });
  expect((await update({ name: "June Ray", commissionRate: 0.35, active: false })).body).toMatchObject({
    name: "June Ray",
    commissionRate: 0.35,
    active: false,
    signedIn: true,
  });
  const taken = await update({ email: other.email });
  expect(taken.status).toBe(422);
  // A new address is a new person: the account that saw this page sees it no longer.
  expect((await update({ email: "june@elsewhere.example" })).body).toMatchObject({ signedIn: false });
});

test("the tables come as CSV, in which no text becomes a formula", async () => {
  const creator = await makeCreator(app);
  await makeAffiliate(app, { ownerId: creator.id, name: "=HYPERLINK(1)", link: { code: newCode() } });
  for (const endpoint of [contract.exportAffiliateLinks, contract.exportAffiliates]) {
    const { status, text, headers } = await app.as(creator).call(endpoint);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(text).toContain("'=HYPERLINK(1)");
  }
});

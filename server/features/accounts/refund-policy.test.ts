import { beforeEach, expect, test } from "vitest";
import { getCurrentUser, updateProfile } from "#contract/accounts/accounts.ts";
import { createProduct } from "#contract/catalog/catalog.ts";
import { getProduct } from "#contract/catalog/product-page.ts";
import { listUpsellOffers } from "#contract/checkout/post-purchase.ts";
import { deliverWebhooks, openCheckout, pay } from "#tests/support/buy.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { makeUpsell } from "#tests/support/offer-factory.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();
let creator: Awaited<ReturnType<typeof makeCreator>>;
beforeEach(async () => {
  creator = await makeCreator(app);
});

const policyNow = async () => (await app.as(creator).call(getCurrentUser)).body.refundPolicy;
const newProduct = (fields: object = {}) =>
  app.as(creator).call(createProduct, {
    body: { title: "Guide", slug: `guide-${crypto.randomUUID().slice(0, 8)}`, type: "SERVICE", ...fields },
  });

test("a creator promises 30 days until they say otherwise, and checkout shows what they say", async () => {
  const { body: product } = await newProduct();
  const shown = async () =>
    (await app.call(getProduct, { params: { idOrSlug: product.id } })).body.creator.refundPolicy;
  expect(await shown()).toEqual({ days: 30, terms: null, guaranteed: false });
  for (const refundPolicy of [
    { days: 0, terms: null, guaranteed: false },
    { days: 14, terms: null, guaranteed: false },
    { days: 14, terms: null, guaranteed: true },
    { days: null, terms: "14 days, unless you have finished the course", guaranteed: false },
  ] as const) {
    const { body } = await app.as(creator).call(updateProfile, { body: { refundPolicy } });
    expect(body.refundPolicy).toEqual(refundPolicy);
    expect(await shown()).toEqual(refundPolicy);
  }
});

test("only a number of days can be guaranteed, and a form from before the choice guarantees nothing", async () => {
  const me = app.as(creator);
  for (const refundPolicy of [
    { days: 0, terms: null, guaranteed: true },
    { days: null, terms: "Ask me", guaranteed: true },
  ]) {
    const { status } = await me.call(updateProfile, { body: { refundPolicy: refundPolicy as never } });
    expect({ refundPolicy, status }).toEqual({ refundPolicy, status: 422 });
  }
  await me.call(updateProfile, { body: { refundPolicy: { days: 30, terms: null, guaranteed: true } } });
  expect(await policyNow()).toEqual({ days: 30, terms: null, guaranteed: true });
  await me.call(updateProfile, { body: { refundPolicy: { days: 30, terms: null } } });
  expect(await policyNow()).toEqual({ days: 30, terms: null, guaranteed: false });
});

test("the first product may bring the policy with it; one that brings none leaves it as it is", async () => {
  expect((await newProduct({ refundPolicy: { days: 7, terms: null } })).status).toBe(201);
  expect(await policyNow()).toEqual({ days: 7, terms: null, guaranteed: false });
  expect((await newProduct()).status).toBe(201);
  expect(await policyNow()).toEqual({ days: 7, terms: null, guaranteed: false });
});

test("a product that is refused changes no policy", async () => {
  const { status } = await newProduct({ slug: "admin", refundPolicy: { days: 7, terms: null } });
  expect(status).toBe(422);
  expect(await policyNow()).toEqual({ days: 30, terms: null, guaranteed: false });
});

test("a policy is days or words, never both, neither or something else", async () => {
  const me = app.as(creator);
  for (const refundPolicy of [
    { days: 30, terms: "but ask first" },
    { days: null, terms: null },
    { days: null, terms: "  " },
    { days: null, terms: "x".repeat(81) },
    { days: 31, terms: null },
  ]) {
    const { status } = await me.call(updateProfile, { body: { refundPolicy: refundPolicy as never } });
    expect({ refundPolicy, status }).toEqual({ refundPolicy, status: 422 });
  }
  expect(await policyNow()).toEqual({ days: 30, terms: null, guaranteed: false });
  await expect(
    app.services.pool.query("update users set refund_terms = 'both' where id = $1", [creator.id]),
  ).rejects.toThrow("users_refund_policy");
});

test("a policy that another tab changed meanwhile is not overwritten", async () => {
  const me = app.as(creator);
  const { revision } = (await me.call(getCurrentUser)).body;
  await me.call(updateProfile, { body: { refundPolicy: { days: 7, terms: null }, revision } });
  const { status } = await me.call(updateProfile, {
    body: { refundPolicy: { days: 14, terms: null }, revision },
  });
  expect(status).toBe(409);
  expect(await policyNow()).toEqual({ days: 7, terms: null, guaranteed: false });
});

test("an add-on says the policy of the creator whose it is", async () => {
  await app.as(creator).call(updateProfile, { body: { refundPolicy: { days: 0, terms: null } } });
  const main = await makeProduct(app, { ownerId: creator.id });
  await makeUpsell(app, main);
  const browser = app.browser();
  const checkout = await openCheckout(browser, main.id);
  await pay(browser, checkout);
  await deliverWebhooks(app);
  const { body } = await browser.call(listUpsellOffers, {
    params: { mainProductId: main.id },
    querystring: { paymentIntentId: checkout.paymentIntentId ?? "" },
  });
  expect(body).toMatchObject([{ refundPolicy: { days: 0, terms: null } }]);
});

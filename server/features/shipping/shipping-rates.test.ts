import { expect, test } from "vitest";
import { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { elsewhere } from "#contract/shipping/served-countries.ts";
import {
  deleteShippingRate,
  listShippingRates,
  saveShippingRate,
} from "#contract/shipping/shipping-rates.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

async function newSeller() {
  const creator = await makeCreator(app);
  const caller = app.as(creator);
  return {
    ...caller,
    save: (country: string, firstCents = 500, furtherCents = 100) =>
      caller.call(saveShippingRate, { params: { country }, body: { firstCents, furtherCents } }),
    remove: (country: string) => caller.call(deleteShippingRate, { params: { country } }),
    list: async () => (await caller.call(listShippingRates)).body,
    sell: (fields: object = {}) =>
      caller.call(createProduct, {
        body: { title: "Print", slug: `print-${creator.id}`, type: "PHYSICAL", priceCents: 2_000, ...fields },
      }),
  };
}

test("a creator sets a rate for a country and one for everywhere else, changes it and takes it away", async () => {
  const [me, other] = [await newSeller(), await newSeller()];
  await other.save("US", 900);
  await me.save(elsewhere, 1_500, 0);
  await me.save("US");
  expect((await me.save("DE", 700, 200)).body).toEqual([
    { country: "DE", firstCents: 700, furtherCents: 200 },
    { country: "US", firstCents: 500, furtherCents: 100 },
    { country: elsewhere, firstCents: 1_500, furtherCents: 0 },
  ]);
  await me.save("DE", 0, 0);
  expect((await me.remove("US")).body).toEqual([
    { country: "DE", firstCents: 0, furtherCents: 0 },
    { country: elsewhere, firstCents: 1_500, furtherCents: 0 },
  ]);
  expect((await me.remove("US")).status).toBe(200);
  expect(await other.list()).toEqual([{ country: "US", firstCents: 900, furtherCents: 100 }]);
});

test("no country that is none, and nothing that no card can pay, is a rate", async () => {
  const me = await newSeller();
  for (const country of ["XX", "us", "EVERYWHERE"]) expect((await me.save(country)).status).not.toBe(200);
  for (const cents of [49, 1, -1, 100_000_000]) {
    expect((await me.save("US", cents)).status).toBe(422);
    expect((await me.save("US", 500, cents)).status).toBe(422);
  }
  expect(await me.list()).toEqual([]);
});

test("what ships nowhere is not put on sale, and says what is missing", async () => {
  const me = await newSeller();
  expect(await me.sell()).toMatchObject({
    status: 422,
    body: { fields: { requiresShipping: expect.stringContaining("Set up shipping") } },
  });
  const { body: product } = await me.sell({ active: false });
  const activate = () => me.call(updateProduct, { params: { id: product.id }, body: { active: true } });
  expect((await activate()).status).toBe(422);
  expect((await me.sell({ slug: "postcard-pdf", requiresShipping: false })).status).toBe(201);
  await me.save("US");
  expect((await activate()).status).toBe(200);
});

test("the last rate stays while something that is shipped is on sale, also where two are taken away at once", async () => {
  const me = await newSeller();
  await me.save("US");
  await me.save("DE");
  const { body: product } = await me.sell();
  const answers = await Promise.all([me.remove("US"), me.remove("DE")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [left] = await me.list();
  expect(await me.remove(left?.country ?? "")).toMatchObject({ status: 409, body: { code: "LAST_RATE" } });
  await me.call(updateProduct, { params: { id: product.id }, body: { active: false } });
  expect((await me.remove(left?.country ?? "")).body).toEqual([]);
});

import { expect, test } from "vitest";
import { createProduct } from "#contract/catalog/catalog.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { savePlans } from "./save-plans.ts";

const app = await testApp();
const { pool } = app.services;

test("the plans are made once, by however many processes, and stay as they are", async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => savePlans(app.services)));
  const ids = new Set(all.flat().map(({ productId }) => productId));
  expect(ids.size).toBe(2);
  expect(await savePlans(app.services)).toMatchObject([
    { plan: "PRO", priceCents: 2_900, isChanged: false },
    { plan: "ENTERPRISE", priceCents: 9_900, isChanged: false },
  ]);
  const { rows } = await pool.query("select handle, email, refund_days from users where is_platform");
  expect(rows).toEqual([{ handle: "openstall", email: "plans@localhost", refund_days: 0 }]);
});

test("a price that is given is kept until another one is", async () => {
  await savePlans(app.services, { prices: { ENTERPRISE: 12_000 } });
  expect(await savePlans(app.services)).toMatchObject([{ priceCents: 2_900 }, { priceCents: 12_000 }]);
});

test("a limit's refusal names limit, use, plan and the price of now, and twenty at once leave one product", async () => {
  const creator = await makeCreator(app, { trialEndsAt: new Date(0) });
  await savePlans(app.services, { prices: { PRO: 3_150 } });
  const create = (index: number) =>
    app.as(creator).call(createProduct, {
      body: { title: "A thing", slug: `thing-${creator.handle.replace("_", "-")}-${index}`, type: "SERVICE" },
    });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(index)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await create(20)).body).toMatchObject({
    code: "PLAN_LIMIT",
    message: "The Starter plan has 1 active product, and you have 1. Pro ($31.50 a month) has no limit.",
  });
});

test("an address that a creator has is not the platform's; another one is", async () => {
  const creator = await makeCreator(app);
  const before = await savePlans(app.services);
  await expect(savePlans(app.services, { email: creator.email, prices: { PRO: 5_000 } })).rejects.toThrow(
    `${creator.email} belongs to another account`,
  );
  expect(await savePlans(app.services)).toEqual(before);
  const email = async () =>
    (await pool.query<{ email: string }>("select email from users where is_platform")).rows;
  expect(await email()).toEqual([{ email: "plans@localhost" }]);
  await savePlans(app.services, { email: "plans@shop.example" });
  expect(await email()).toEqual([{ email: "plans@shop.example" }]);
});

import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPaymentIntent } from "#contract/checkout/checkout.ts";
import { listCustomers } from "#contract/orders/customers.ts";
import { makeProduct } from "#tests/support/factories.ts";
import { keepStatementLimits } from "#tests/support/patient-statements.ts";
import { testApp } from "#tests/support/test-app.ts";
import { PoolBesideDesks } from "./desk-reads.ts";

keepStatementLimits();
const app = await testApp(
  {},
  {
    prepare: async (http, { pool }) => {
      const read = { method: "GET", config: { access: "creator" as const, roles: [] } } as const;
      http.route({ ...read, url: "/api/slow", handler: () => pool.query("select pg_sleep(20)") });
      http.route({ ...read, url: "/api/quick", handler: async () => void (await pool.query("select 1")) });
      http.route({
        ...read,
        url: "/api/writing",
        handler: () => pool.query("update users set bio = bio"),
      });
    },
  },
);

test("checkout is answered while twenty of a creator's reads wait; those are told to try again", async () => {
  const product = await makeProduct(app);
  const seller = app.as({ id: product.ownerId });
  const client = await app.services.pool.connect();
  onTestFinished(async () => {
    await client.query("rollback");
    client.release(true);
  });
  await client.query("set idle_in_transaction_session_timeout = 0");
  await client.query("begin; lock table creator_customers in access exclusive mode");
  const settled: number[] = [];
  const tabs = Array.from({ length: 20 }, async () => {
    const answer = await seller.call(listCustomers);
    settled.push(answer.status);
    return answer;
  });
  await sleep(300);
  const { status } = await app.browser().call(createPaymentIntent, {
    body: { productId: product.id, customerEmail: "buyer@example.com" },
  });
  expect(status).toBe(200);
  // Behind them it would be the last.
  expect(settled.length).toBeLessThan(tabs.length);
  for (const { status, body, headers } of await Promise.all(tabs)) {
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("5");
    expect(body).toMatchObject({ message: expect.stringContaining("try again") as string });
  }
});

async function readAsSeller(url: `/api/${string}`, method: "GET" | "HEAD" = "GET") {
  const { ownerId } = await makeProduct(app);
  return app
    .as({ id: ownerId })
    .call({ method, url, config: { access: "creator", roles: [] }, schema: { summary: "" } });
}

test("a read of a desk is cut off after three seconds, with words and when to ask again", async () => {
  const { status, body, headers } = await readAsSeller("/api/slow");
  expect({ status, retryAfter: headers["retry-after"] }).toEqual({ status: 503, retryAfter: "5" });
  expect(body).toMatchObject({
    code: "TOOK_TOO_LONG",
    message: expect.stringMatching(/^This is more than/) as string,
  });
});

test.each(["GET", "HEAD"] as const)("a read of a desk by %s cannot write", async (method) => {
  expect((await readAsSeller("/api/writing", method)).status).toBe(500);
});

test("reads of a desk by HEAD take the connections of desks, as those by GET do", async () => {
  const { pool } = app.services;
  if (!(pool instanceof PoolBesideDesks)) throw new Error("there are no connections for desks");
  const taken = vi.spyOn(pool.desks, "connect");
  const perMethod = [];
  for (const method of ["GET", "HEAD"] as const) {
    taken.mockClear();
    expect((await readAsSeller("/api/quick", method)).status).toBe(200);
    perMethod.push(taken.mock.calls.length);
  }
  expect(perMethod).toEqual([1, 1]);
});

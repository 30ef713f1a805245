import { expect, test } from "vitest";
import { testApp } from "#tests/support/test-app.ts";
import { dbOn } from "./client.ts";
import { inTransaction } from "./in-transaction.ts";

const { services } = await testApp();

test("a transaction is given Drizzle without the tables being read for it, and queries by their relations", async () => {
  await inTransaction(services.pool, async (client) => {
    const db = dbOn(client);
    expect(db._.schema).toBe(services.db._.schema);
    expect(await db.query.users.findMany()).toEqual([]);
  });
});

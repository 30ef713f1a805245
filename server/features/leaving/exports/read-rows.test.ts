import type pg from "pg";
import { expect, test } from "vitest";
import { makeCourse } from "#tests/support/course-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeService } from "#tests/support/service-factory.ts";
import { makeOrder } from "#tests/support/order-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { exportedTables } from "./exported-tables.ts";
import { readRows } from "./read-rows.ts";

const app = await testApp();
const { pool } = app.services;

/** The most bytes of rows that had come from the database and were not used yet. */
async function mostHeld(path: string, ownerId: string) {
  const table = exportedTables.find((one) => one.path === path);
  if (!table) throw new Error(`there is no ${path}`);
  const client = (await pool.connect()) as pg.PoolClient & { connection: NodeJS.EventEmitter };
  let [came, used, most, rows] = [0, 0, 0, 0];
  const arrived = ({ length }: { length: number }) => (came += length);
  client.connection.on("dataRow", arrived);
  try {
    await client.query("begin");
    for await (const data of readRows(client, table, ownerId)) {
      // Whoever writes it takes its time.
      if (rows++ % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      most = Math.max(most, came - used);
      used += JSON.stringify(data).length;
    }
    await client.query("rollback");
  } finally {
    client.connection.off("dataRow", arrived);
    client.release();
  }
  return { rows, most };
}

test("however many lessons of 1 MB there are, with captions of 2 MB, few are held at once", async () => {
  const { id: ownerId } = await makeCreator(app);
  const contentDocument = {
    type: "doc" as const,
    content: [
      { type: "paragraph" as const, content: [{ type: "text" as const, text: "x".repeat(999_000) }] },
    ],
  };
  const lessons = Array.from({ length: 40 }, () => ({
    contentDocument,
    content: null,
    captions: { en: "x".repeat(2_000_000) },
  }));
  await makeCourse(app, { ownerId, modules: [lessons] });
  for (const path of ["content/lessons.json", "content/captions.json"]) {
    const { rows, most } = await mostHeld(path, ownerId);
    expect(rows).toBe(40);
    expect(most).toBeLessThan(20_000_000);
  }
  // Of all lessons together a course says only which they are.
  expect((await mostHeld("content/courses.json", ownerId)).most).toBeLessThan(4_000);
});

test("however long the briefs of a service are, a few megabytes of them are held", async () => {
  const { id: ownerId } = await makeCreator(app);
  const service = await makeService(app, { questions: [] }, { ownerId });
  for (let bought = 0; bought < 120; bought++) await makeOrder(app, { items: [{ product: service }] });
  const answers = { a: "x".repeat(399_000) };
  await pool.query("update work_orders set answers = $2 where owner_id = $1", [ownerId, answers]);
  const { rows, most } = await mostHeld("sales/services.csv", ownerId);
  expect(rows).toBe(120);
  expect(most).toBeLessThan(44_000_000);
});

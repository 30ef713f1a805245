import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openDatabase } from "./client.ts";
import { retryOnLostConnection } from "./retry-on-lost-connection.ts";
import { openNotifications } from "./notifications.ts";

async function database(): Promise<{ url: string; breakAll(): Promise<void> }> {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  return {
    url,
    async breakAll() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await client.end();
    },
  };
}

test("a pool whose connections break, idle and between two statements, goes on; the process lives", async () => {
  const { url, breakAll } = await database();
  const { db, pool, close } = openDatabase(url);
  onTestFinished(close);
  await Promise.all([1, 2, 3].map(() => pool.query("select 1")));
  const cutOff = db.transaction(async (tx) => {
    await tx.execute("select 1");
    await breakAll();
    // Long enough for the end of the connection to arrive while nothing is asked of it.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tx.execute("select 1");
  });
  await expect(cutOff).rejects.toThrow();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("listeners hear what comes after a broken connection, and that they may have missed something", async () => {
  const { url, breakAll } = await database();
  const { pool, close } = openDatabase(url);
  onTestFinished(close);
  const notifications = await openNotifications({ directUrl: url, listens: true });
  onTestFinished(() => notifications.close());
  const heard: string[] = [];
  void notifications.listen("storefront_changed", (payload) => heard.push(payload));
  const notify = (payload: string) => pool.query("select pg_notify('storefront_changed', $1)", [payload]);
  await eventually(() => notify("before").then(() => expect(heard).toContain("before")));
  // Whatever was told more than once has arrived when this has.
  await notify("listening");
  await eventually(() => expect(heard).toContain("listening"));
  for (const round of ["first", "second"]) {
    heard.length = 0;
    await breakAll();
    await eventually(() => expect(heard).toEqual([""]));
    await notify(round);
    await eventually(() => expect(heard).toEqual(["", round]));
  }
});

test("a write is repeated while the database is away, and other errors pass at once", async () => {
  const { url, breakAll } = await database();
  const { pool, close } = openDatabase(url);
  onTestFinished(close);
  let tries = 0;
  const written = await retryOnLostConnection(async () => {
    if (++tries === 1) {
      const cutOff = pool.query("select pg_sleep(4)");
      await eventually(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
        );
        expect(rows).toHaveLength(1);
      });
      await Promise.all([cutOff, breakAll()]);
    }
    return (await pool.query<{ one: number }>("select 1 as one")).rows[0]?.one;
  });
  expect({ written, tries }).toEqual({ written: 1, tries: 2 });
  await expect(retryOnLostConnection(async () => (tries++, pool.query("select nonsense")))).rejects.toThrow(
    "nonsense",
  );
  expect(tries).toBe(3);
});

import { getPriority } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { readForDesk } from "#server/database/desk-reads.ts";
import { openDatabase } from "#server/database/client.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

test("on the embedded server reads of desks let everything else on the machine go first, and nothing else does", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { pool, close } = openDatabase(url, 2, { isEmbedded: true });
  onTestFinished(close);
  const priority = async () => {
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    return getPriority(rows[0]?.pid);
  };
  const usual = getPriority();
  expect(await readForDesk(priority)).toBeGreaterThan(usual);
  expect(await priority()).toBe(usual);
});

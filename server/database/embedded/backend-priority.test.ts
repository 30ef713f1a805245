import { existsSync, readFileSync } from "node:fs";
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
    const group = `/proc/${rows[0]?.pid}/autogroup`;
    return { ofProcess: getPriority(rows[0]?.pid), ofGroup: niceOf(group) };
  };
  const usual = { ofProcess: getPriority(), ofGroup: hasGroups ? 0 : undefined };
  expect(await readForDesk(priority)).toEqual({
    ofProcess: expect.toSatisfy((nice: number) => nice > usual.ofProcess),
    ofGroup: hasGroups ? 10 : undefined,
  });
  expect(await priority()).toEqual(usual);
});

/** Whether Linux weighs sessions before it weighs processes. */
const hasGroups = existsSync("/proc/self/autogroup");
const niceOf = (group: string): number | undefined =>
  hasGroups ? Number(/nice (-?\d+)/.exec(readFileSync(group, "utf8"))?.[1]) : undefined;

import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/client.ts";
import { keepStatementLimits } from "./patient-statements.ts";

async function limits() {
  const { pool, close } = openDatabase(inject("testDatabaseServer"), 1);
  onTestFinished(close);
  const { rows } = await pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  );
  return rows[0] as unknown;
}

test("statements have more time than on a server, unless a test is about their limits", async () => {
  expect(await limits()).toEqual({ statement: "100s", lock: "40s" });
  keepStatementLimits();
  expect(await limits()).toEqual({ statement: "5s", lock: "2s" });
});

import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { keepStatementLimits } from "#tests/support/patient-statements.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openDatabase } from "./client.ts";
import { readForDesk } from "./desk-reads.ts";

keepStatementLimits();

test("moments are read and counted on as written, whatever an operator has set for their database", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const operator = new pg.Client({ connectionString: url });
  await operator.connect();
  for (const setting of [
    "timezone to 'America/New_York'",
    "datestyle to 'SQL, DMY'",
    "intervalstyle to 'sql_standard'",
    "bytea_output to 'escape'",
  ])
    await operator.query(
      `do $$ begin execute format('alter database %I set ${setting.replaceAll("'", "''")}', current_database()); end $$`,
    );
  await operator.end();
  const { pool, close } = openDatabase(url);
  onTestFinished(close);
  // The night of 8 March 2026 has an hour less in New York.
  const bought = new Date("2026-03-01T12:00:00.123Z");
  for (const read of [<T>(work: () => T) => work(), readForDesk]) {
    const { rows } = await read(() =>
      pool.query(
        `select $1::timestamptz as bought, $1::timestamptz + make_interval(days => 30) as ends, $1::timestamptz::date::text as day,
              json_build_object('at', $1::timestamptz) ->> 'at' as text, '\\x00ff'::bytea as bytes`,
        [bought],
      ),
    );
    expect(rows).toEqual([
      {
        bought,
        ends: new Date("2026-03-31T12:00:00.123Z"),
        day: "2026-03-01",
        text: "2026-03-01T12:00:00.123+00:00",
        bytes: Buffer.from([0, 255]),
      },
    ]);
  }
});

test("an address with options and limits of an operator's keeps ours, and theirs where we have none", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const theirs = new URLSearchParams({
    options: "-c timezone=America/New_York -c application_name=theirs -c statement_timeout=0",
    statement_timeout: "0",
    lock_timeout: "0",
  });
  const { pool, close } = openDatabase(`${url}?${theirs.toString()}`);
  onTestFinished(close);
  const settings = [
    "timezone",
    "application_name",
    "statement_timeout",
    "lock_timeout",
    "default_transaction_read_only",
  ];
  const shown = async () => {
    const { rows } = await pool.query<{ values: string[] }>(
      "select array(select current_setting(name) from unnest($1::text[]) with ordinality as s (name, place) order by place) as values",
      [settings],
    );
    return rows[0]?.values;
  };
  expect(await shown()).toEqual(["UTC", "theirs", "5s", "2s", "off"]);
  expect(await readForDesk(shown)).toEqual(["UTC", "theirs", "3s", "2s", "on"]);
});

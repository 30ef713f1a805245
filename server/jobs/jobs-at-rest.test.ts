import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/database/in-transaction.ts";
import { eventually } from "#tests/support/eventually.ts";
import { fillShopAtRest, rowsAtRest } from "#tests/support/shop-at-rest.ts";
import { type SentStatement, statementsOf } from "#tests/support/statements-of.ts";
import { testApp } from "#tests/support/test-app.ts";
import { vacuumAnalyze } from "#tests/support/vacuum.ts";
import { startWholeWorker } from "#tests/support/whole-worker.ts";
import { allJobs } from "./all-jobs.ts";
import { selectDueJobs } from "./minute-look.ts";

const app = await testApp();
const { pool, clock, payments } = app.services;

beforeAll(() => fillShopAtRest(app.services));

type Plan = { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } };

/** How many blocks a statement reads, of 8 kB each. */
async function blocksOf({ text, values }: SentStatement): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: plans } = await client.query<{ "QUERY PLAN": [Plan] }>(
      `explain (analyze, buffers, format json) ${text}`,
      Array.isArray(values) ? values : [],
    );
    await client.query("rollback");
    const plan = plans[0]?.["QUERY PLAN"][0].Plan;
    return (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
  });
}

const often = allJobs.filter(({ schedule, due }) => due !== undefined || schedule?.startsWith("*"));

test.each(often.map((job) => [job.name, job] as const))(
  "%s reads little while there is nothing to do, however much there is",
  async (_, job) => {
    const run = () => job.handle(app.services, {});
    await run();
    const statements = (await statementsOf(run)).filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)/i.test(text),
    );
    for (const statement of statements) expect(await blocksOf(statement), statement.text).toBeLessThan(60);
  },
);

test("looking for what is due reads little, however much is done and however much is not due yet", async () => {
  const running = await startWholeWorker(app.services);
  await running.stop();
  await pool.query(
    `insert into pgboss.job (name, data, state, completed_on, start_after)
     select $1, '{}', case when n % 2 = 0 then 'completed'::pgboss.job_state else 'created' end, now(), now() + interval '1 day'
       from generate_series(1, $2::int) n`,
    ["send-mail", rowsAtRest],
  );
  await vacuumAnalyze(pool, "pgboss.job");
  const isLook = ({ text }: SentStatement) => text.includes("array(select asked.name");
  const statements = await statementsOf(async (sent) => {
    const again = await startWholeWorker(app.services);
    await eventually(() => expect(sent().some(isLook)).toBe(true));
    await again.stop();
  });
  const look = statements.find(isLook);
  if (!look) throw new Error("nobody looked");
  for (const part of ["pgboss.job", "job_outbox", "sandbox.events", "sandbox.refunds", "social_sends"])
    expect(look.text).toContain(part);
  expect(await blocksOf(look)).toBeLessThan(100);
});

test("looking each minute which jobs have anything to do reads little, and finds none once each has run, not that of a day with sales either", async () => {
  const asked = allJobs.flatMap(({ name, due }) => (due ? [{ name, due }] : []));
  for (const { handle } of allJobs.filter(({ due }) => due)) await handle(app.services, {});
  const found: string[][] = [];
  const [look] = await statementsOf(async () => {
    const due = await selectDueJobs(pool, asked, clock.now(), payments.provider);
    found.push(due.map(({ name }) => name));
  });
  // What was sold today is marked until the day is over.
  const { rows: marks } = await pool.query("select from sales_marks");
  expect(marks).not.toEqual([]);
  expect(found).toEqual([[]]);
  if (!look) throw new Error("nobody looked");
  expect(await blocksOf(look)).toBeLessThan(200);
});

/** Minutes of each hour at which a job runs; of a day's none. */
function minutesOf(schedule: string): number[] {
  const [minutes = "", hours] = schedule.split(" ");
  if (hours !== "*") return [];
  const [range = "", step] = minutes.split("/");
  if (step === undefined)
    return minutes === "*" ? Array.from({ length: 60 }, (_, n) => n) : minutes.split(",").map(Number);
  const first = range === "*" ? 0 : Number.parseInt(range, 10);
  return Array.from({ length: 60 }, (_, n) => n).filter(
    (n) => n >= first && (n - first) % Number(step) === 0,
  );
}

test("in no minute of an hour more than two jobs run by themselves", () => {
  const minutes = allJobs.flatMap(({ schedule }) => (schedule ? minutesOf(schedule) : []));
  expect(minutes.length).toBeGreaterThan(60);
  const most = Map.groupBy(minutes, (minute) => minute);
  expect([...most].filter(([, runs]) => runs.length > 2).map(([minute]) => minute)).toEqual([]);
});

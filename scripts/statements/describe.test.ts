import { readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Json, RowAsDescribed, ValuesAsDescribed, WithNull } from "#server/database/as-described.ts";
import { readCatalog } from "./catalog.ts";
import { describeStatement } from "./describe.ts";
import type { Catalog } from "./scope.ts";
import { importStatements, writeDescriptions } from "./write.ts";
import { databaseUrl } from "#tests/support/template-database.ts";

const root = join(import.meta.dirname, "..", "..");
const sql = postgres(databaseUrl(inject("testDatabaseServer"), inject("testDatabaseTemplate")), { max: 1 });
let catalog: Catalog;

beforeAll(async () => {
  catalog = await readCatalog(sql);
});
afterAll(() => sql.end());

test("what is written of every statement is what PostgreSQL says of it (npm run statements)", async () => {
  await importStatements(root);
  const written = await readFile(join(root, "server/database/described-statements.gen.ts"), "utf8");
  expect(written).toBe(await writeDescriptions(sql));
});

test.each([
  ["a table that is not there", "select 1 from nothing_like_it"],
  ["a column that is not there", "select nothing_like_it from orders"],
  ["a comparison of two types", "select id from orders where id = total_cents"],
  ["two columns of one name", "select id, id from orders"],
])("a statement with %s is refused", async (_, text) => {
  await expect(describeStatement(sql, text, catalog)).rejects.toThrow();
});

test.each([
  ["a column that has to be there", "select status from orders", "NEVER"],
  ["one that need not", "select coupon_code from orders", "ALWAYS"],
  ["one that the condition asks for", "select coupon_code from orders where coupon_code = 'A'", "NEVER"],
  [
    "one of two that the condition asks for",
    "select coupon_code from orders where coupon_code = 'A' or status = 'PAID'",
    "ALWAYS",
  ],
  [
    "the other side of a left join",
    "select u.handle from orders o left join users u on u.id = o.owner_id",
    "ALWAYS",
  ],
  [
    "the near side of a left join",
    "select o.status from orders o left join users u on u.id = o.owner_id",
    "NEVER",
  ],
  [
    "the near side of a right join",
    "select o.status from orders o right join users u on u.id = o.owner_id",
    "ALWAYS",
  ],
  [
    "a left join that the condition makes an inner one",
    "select u.handle from orders o left join users u on u.id = o.owner_id where u.plan = 'PRO'",
    "NEVER",
  ],
  [
    "what a condition inside of a subquery asks for",
    "select o.coupon_code from orders o where not exists (select from coupons c where c.code = o.coupon_code)",
    "ALWAYS",
  ],
  [
    "a lateral left join",
    "select x.id from users u left join lateral (select o.id from orders o where o.owner_id = u.id) x on true",
    "ALWAYS",
  ],
  ["a sum of no rows", "select sum(total_cents) from orders", "ALWAYS"],
  ["a sum of a group", "select sum(total_cents) from orders group by owner_id", "NEVER"],
  [
    "a filtered sum of a group",
    "select sum(total_cents) filter (where disputed) from orders group by owner_id",
    "ALWAYS",
  ],
  ["a count of no rows", "select count(*) from orders", "NEVER"],
  ["a scalar subquery that may find no row", "select (select status from orders limit 1)", "ALWAYS"],
  ["a scalar subquery that counts", "select (select count(*) from orders)", "NEVER"],
  ["coalesce with a last resort", "select coalesce(coupon_code, '') from orders", "NEVER"],
  ["case without else", "select case when disputed then 1 end from orders", "ALWAYS"],
  [
    "case that asks first",
    "select case when coupon_code is null then '' else coupon_code end from orders",
    "NEVER",
  ],
  ["and of something null", "select disputed and coupon_code = 'A' from orders", "ALWAYS"],
  [
    "a look into JSON",
    "select shipping_address ->> 'city' from orders where shipping_address is not null",
    "ALWAYS",
  ],
  ["nullif", "select nullif(status, 'PAID') from orders", "ALWAYS"],
  ["a function that may find nothing", "select substring(status from 'X') from orders", "ALWAYS"],
  ["a union with one null", "select status from orders union all select null", "ALWAYS"],
  [
    "what an update sets to null",
    "update orders set coupon_code = null where coupon_code = 'A' returning coupon_code",
    "ALWAYS",
  ],
  [
    "what an update leaves as it was",
    "update orders set status = 'PAID' where coupon_code = 'A' returning coupon_code",
    "NEVER",
  ],
  [
    "what an insert gives",
    "insert into customers (email, created_at) values ($1, $2) returning erased_at",
    "ALWAYS",
  ],
  ["a value that is given", "select $1::text", "WITH_NULL_VALUES"],
  ["the last resort that is given", "select coalesce(coupon_code, $1) from orders", "WITH_NULL_VALUES"],
  [
    "what begins a recursion and may end",
    "with recursive r as (select id, coupon_code from orders where coupon_code is not null union all select o.id, o.coupon_code from orders o join r on r.id = o.id) select coupon_code from r",
    "ALWAYS",
  ],
  ["a window before its row", "select lag(status) over (order by id) from orders", "ALWAYS"],
  ["a value under a name", "select make_interval(mins => refunded_cents) from orders", "NEVER"],
  ["rows of a function that reads tables", "select granted_at from open_access(now())", "NEVER"],
  ["rows made of JSON", "select a from json_to_recordset('[]') as r (a int)", "ALWAYS"],
])("null: %s", async (_, text, nullable) => {
  const { columns } = await describeStatement(sql, text, catalog);
  expect(columns.at(-1)?.nullable).toBe(nullable);
});

type Row<Actual, Believed extends RowAsDescribed<Actual, Believed, Values>, Values extends unknown[] = []> = [
  Believed,
  Values,
];
type Values<Actual extends unknown[], Believed extends ValuesAsDescribed<Actual, Believed>> = Believed;

// The compiler refuses each line below a comment, and refuses the comment where it does not.
/** What fits: as the database says, narrower words, JSON of a shape, null where there is none. */
export type Fitting = [
  Row<{ id: string; total: number | null }, { id: string; total: number | null }>,
  Row<{ kind: string; items: Json }, { kind: "A" | "B"; items: { id: string }[] }>,
  Row<{ total: number }, { total: number | null }>,
  Row<{ at: Date | WithNull }, { at: Date }, [Date]>,
  Values<[string, Date | string], [id: string | null, at: Date]>,
];
// @ts-expect-error A column of this name does not come back.
export type WrongColumn = Row<{ id: string }, { id: string; title: string }>;
// @ts-expect-error A column that comes back is not believed in.
export type MissingColumn = Row<{ id: string; title: string }, { id: string }>;
// @ts-expect-error int8 comes back as text.
export type WrongType = Row<{ id: string }, { id: number }>;
// @ts-expect-error It may be null.
export type MissingNull = Row<{ total: number | null }, { total: number }>;
// @ts-expect-error It may be null where a value is.
export type MissingNullOfValue = Row<{ at: Date | WithNull }, { at: Date }, [Date | null]>;
// @ts-expect-error The schema knows a third word.
export type MissingWord = Row<{ status: "A" | "B" | "C" }, { status: "A" | "B" }>;
// @ts-expect-error JSON may be null.
export type MissingNullOfJson = Row<{ items: Json | null }, { items: string[] }>;
// @ts-expect-error A list is asked for.
export type WrongValue = Values<[string[]], [ids: string]>;
// @ts-expect-error Two values are asked for.
export type MissingValue = Values<[string, string], [id: string]>;
// @ts-expect-error One value is asked for.
export type OneTooMany = Values<[string], [id: string, at: Date]>;

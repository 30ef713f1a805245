import { randomBytes } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";

/**
 * Keeps all that the shop's database holds at this moment; what it answers sets it back to that, with its sequences, as a
 * restored backup would. What belongs to others goes on: the sandbox's books, the demo platform's, and the mails that have
 * arrived in the mailbox.
 */
export async function keepMoment(pool: pg.Pool): Promise<() => Promise<void>> {
  const kept = `kept_${randomBytes(4).toString("hex")}`;
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.table_name <> 'mailbox'
        and not exists (select from pg_class p where p.relname = c.table_name and p.relnamespace = 'public'::regnamespace and p.relispartition)
      group by 1`,
  );
  await pool.query(
    [
      `create schema ${kept}`,
      ...tables.map(
        ({ name, columns }) => `create table ${kept}."${name}" as select ${columns} from public."${name}"`,
      ),
    ].join(";"),
  );
  const { rows: sequences } = await pool.query<{ name: string; value: string | null }>(
    "select quote_ident(sequencename) as name, last_value as value from pg_sequences where schemaname = 'public'",
  );
  return () =>
    inTransaction(pool, async (client) => {
      await client.query(
        [
          // No trigger and no foreign key is asked.
          "set local session_replication_role = replica",
          ...tables.map(({ name }) => `delete from public."${name}"`),
          ...tables.map(
            ({ name, columns }) =>
              `insert into public."${name}" (${columns}) overriding system value select ${columns} from ${kept}."${name}"`,
          ),
          ...sequences.map(({ name, value }) =>
            value === null
              ? `select setval('public.${name}', 1, false)`
              : `select setval('public.${name}', ${value}, true)`,
          ),
          `drop schema ${kept} cascade`,
        ].join(";"),
      );
    });
}

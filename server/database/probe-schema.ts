import pg from "pg";
import { ConfigError } from "#server/config.ts";

/**
 * Whether a server knows what the tables and rules are made of, and takes all of it back: tried in one transaction, before the
 * first of them is made. Throws `ConfigError` where it does not; a user who may make no schema hears of that from whoever makes one.
 */
export async function probeSchema(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.query("begin");
    for (const step of steps) await client.query(step);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== "42501") throw unfit(variable, error.message);
    throw error;
  } finally {
    await client.query("rollback");
  }
  const { rows } = await client.query<{ stays: boolean }>(
    "select to_regnamespace('openstall_probe') is not null as stays",
  );
  if (rows[0]?.stays)
    throw unfit(
      variable,
      "what a transaction made stays when it is taken back, so a migration could be half done",
    );
}

const unfit = (variable: string, why: string) =>
  new ConfigError([
    `${variable} names a server without what the store's rules are made of (${why}). Openstall needs PostgreSQL 15 or later, or what behaves like it: docs/databases.md`,
  ]);

/** Of each kind one: exclusion, partitions that are attached, foreign keys, triggers of columns, triggers at commit, conflicts of expressions. */
const steps: readonly string[] = [
  "create schema openstall_probe",
  "create table openstall_probe.held (id int primary key, name text not null, sold int not null default 0, during tstzrange, exclude using gist (during with &&) where (sold = 0))",
  "create unique index on openstall_probe.held (lower(name)) where name <> ''",
  "create table openstall_probe.line (held_id int not null references openstall_probe.held on delete restrict)",
  `create function openstall_probe.check_line() returns trigger language plpgsql as $$
     declare held openstall_probe.held%rowtype;
     begin
       perform from openstall_probe.held where id = new.id for no key update;
       if not found then raise exception 'no row'; end if;
       select * into held from openstall_probe.held where id = new.id;
       return new;
     end $$`,
  "create trigger of_column before update of sold on openstall_probe.held for each row execute function openstall_probe.check_line()",
  "create constraint trigger at_commit after insert on openstall_probe.held deferrable initially deferred for each row execute function openstall_probe.check_line()",
  "insert into openstall_probe.held (id, name) values (1, 'One')",
  "insert into openstall_probe.held (id, name) values (2, 'ONE') on conflict (lower(name)) where name <> '' do update set sold = held.sold + 1",
  "set constraints all immediate",
  "create table openstall_probe.counted (held_id int not null references openstall_probe.held on delete cascade, at timestamptz, primary key (held_id, at)) partition by range (at)",
  "create table openstall_probe.month (like openstall_probe.counted including all)",
  "alter table openstall_probe.counted attach partition openstall_probe.month for values from (minvalue) to ('2026-01-01Z')",
];

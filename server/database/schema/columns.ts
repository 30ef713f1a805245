import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, integer, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Random uuid primary key. */
export const id = () => uuid("id").primaryKey().defaultRandom();

/** A moment in UTC; `Date` in code. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** What time it is for the shop, where a statement gives no moment of its own; see `rules.sql`. */
export const shopNow: SQL = sql`shop_now()`;

export const createdAt = () => moment("created_at").notNull().default(shopNow);
export const updatedAt = () => moment("updated_at").notNull().default(shopNow);

/**
 * Grows with every change by hand, so that two tabs notice each other (`database/revision.ts`); pair it with `isRevision`.
 */
export const revision = () => integer("revision").notNull().default(1);

/** Integer cents, never null. */
export const cents = (name: string) => integer(name).notNull();

/** Text limited to the listed values; pair it with `oneOf` so that the database enforces the list too. */
export const choice = <const V extends readonly [string, ...string[]]>(name: string, values: V) =>
  text(name, { enum: values as unknown as [V[number], ...V[number][]] });

/** CHECK that a text column holds one of the listed values (null passes). */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);

/** CHECK that an integer column is not negative (null passes). */
export const notNegative = (name: string, column: AnyPgColumn): ReturnType<typeof check> =>
  check(name, sql`${column} >= 0`);

/** CHECK that an integer column is a price, as `Cents` of the contract (null passes). */
export const isPrice = (name: string, column: AnyPgColumn): ReturnType<typeof check> =>
  check(name, sql`${column} between 0 and 99999999`);

/** CHECK that a column is a revision, as `Revision` of the contract. */
export const isRevision = (name: string, column: AnyPgColumn): ReturnType<typeof check> =>
  check(name, sql`${column} >= 1`);

/** CHECK of any condition. */
export const holds = (name: string, condition: SQL): ReturnType<typeof check> => check(name, condition);

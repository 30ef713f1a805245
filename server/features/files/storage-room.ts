import { sql } from "drizzle-orm";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/database/client.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { isUnpaid } from "#server/unpaid-accounts.ts";

const gib = 1024 ** 3;
const quotaBytes = 50 * gib;

/**
 * Call inside the transaction that is about to write `bytes` more for this creator: until it ends, other uploads of the
 * creator wait, and so do those of unpaid accounts where the creator is one. Throws 413 where they exceed 50 GiB, what an
 * unpaid account may store, or what all of them may store together.
 */
export async function requireRoom(
  { config }: Pick<Services, "config">,
  tx: Db,
  ownerId: string,
  bytes: number,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`);
  const { rows } = await tx.execute<{ used: string; unpaid: boolean }>(sql`
    select coalesce(s.bytes, 0) as used, ${sql.raw(isUnpaid("u"))} as unpaid
      from users u left join storage_use s on s.owner_id = u.id where u.id = ${ownerId}`);
  const needed = Number(rows[0]?.used ?? 0) + bytes;
  const unpaid = rows[0]?.unpaid ?? true;
  const { accountBytes, totalBytes } = config.unpaidStorage;
  if (needed > quotaBytes) throw full("Your 50 GB of file storage are used up.");
  if (unpaid && needed > accountBytes) {
    throw full(
      `${withoutPaying(config)} an account stores up to ${inGigabytes(accountBytes)}, and this file does not fit.`,
    );
  }
  // Before the row below: a sweep holds many of those rows, and must not wait for whoever waits here.
  if (unpaid) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('unpaid storage', 0))`);
  await tx.execute(sql`
    insert into storage_use as s (owner_id, unpaid) values (${ownerId}, ${unpaid})
    on conflict (owner_id) do update set unpaid = excluded.unpaid where s.unpaid <> excluded.unpaid`);
  if (unpaid && (await sharedBytes(tx)) + bytes > totalBytes) {
    throw new HttpError(
      413,
      "SHARED_STORAGE_FULL",
      `${withoutPaying(config)} accounts share one storage, and it is used up. Please try again later.`,
    );
  }
}

/** Says anew who is unpaid: sales and refunds come between one upload of a creator and the next. */
export async function judgeUnpaidAccounts({ db }: Pick<Services, "db">): Promise<void> {
  await db.execute(sql`
    update storage_use s set unpaid = not s.unpaid
      from users u where u.id = s.owner_id and s.unpaid <> ${sql.raw(isUnpaid("u"))}`);
}

async function sharedBytes(tx: Db): Promise<number> {
  const { rows } = await tx.execute<{ bytes: string }>(
    sql`select coalesce(sum(bytes), 0) as bytes from storage_use where unpaid`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Where there are no plans, sales alone lift the ceiling. */
const withoutPaying = ({ plans }: Config) =>
  plans ? "Without a paid plan or $100 of sales" : "With less than $100 of sales";

const full = (limit: string) =>
  new HttpError(413, "STORAGE_FULL", `${limit} Files that nothing uses are removed after 30 days.`);

const inGigabytes = (bytes: number) => `${Number((bytes / gib).toFixed(2))} GB`;

import type pg from "pg";
import type { Config } from "#server/config.ts";
import { statement } from "#server/database/statement.ts";
import { HttpError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { isUnpaid } from "#server/database/unpaid-accounts.ts";

const gib = 1024 ** 3;
const quotaBytes = 50 * gib;
/** Of a creator's room, for all that buyers hand in together. */
const buyersPart = 10;
/** For what one buyer hands in at all courses of one creator. */
const ofBuyerBytes = 200 * 1024 ** 2;

/**
 * Call inside the transaction that is about to write `bytes` more for this creator: until it ends, other uploads of the
 * creator wait, and so do those of unpaid accounts where the creator is one. Throws 413 where they exceed 50 GiB, what an
 * unpaid account may store, or what all of them may store together. What a buyer hands in (`customerId`) has 200 MB for
 * each buyer, and a tenth of the creator's room for all of them: no stranger fills the room of what is sold.
 */
export async function requireRoom(
  { config }: Pick<Services, "config">,
  client: pg.PoolClient,
  ownerId: string,
  bytes: number,
  customerId: string | null = null,
): Promise<void> {
  await lockOwner(client, ownerId);
  const [use] = await selectUse(client, ownerId);
  const needed = Number(use?.used ?? 0) + bytes;
  const unpaid = use?.unpaid ?? true;
  const { accountBytes, totalBytes } = config.unpaidStorage;
  if (customerId !== null) {
    const room = (unpaid ? accountBytes : quotaBytes) / buyersPart;
    if (Number(use?.ofBuyers ?? 0) + bytes > room) throw noRoomForBuyers();
    const [own] = await selectOfBuyer(client, ownerId, customerId);
    if (Number(own?.bytes ?? 0) + bytes > ofBuyerBytes) throw buyerFull();
  }
  if (needed > quotaBytes) throw full("Your 50 GB of file storage are used up.");
  if (unpaid && needed > accountBytes) {
    throw full(
      `${withoutPaying(config)} an account stores up to ${inGigabytes(accountBytes)}, and this file does not fit.`,
    );
  }
  // Before the row below: a sweep holds many of those rows, and must not wait for whoever waits here.
  if (unpaid) await lockUnpaid(client);
  await writeUnpaid(client, ownerId, unpaid);
  const [shared] = unpaid ? await selectShared(client) : [];
  if (shared && Number(shared.bytes) + bytes > totalBytes) {
    throw new HttpError(
      413,
      "SHARED_STORAGE_FULL",
      `${withoutPaying(config)} accounts share one storage, and it is used up. Please try again later.`,
    );
  }
}

/** Says anew who is unpaid: sales and refunds come between one upload of a creator and the next. */
export async function refreshUnpaidAccounts({ pool }: Pick<Services, "pool">): Promise<void> {
  await refreshAll(pool);
}

const lockOwner = statement("files_lock_owner")<{ locked: string }, [ownerId: string]>(
  "select pg_advisory_xact_lock(hashtextextended($1, 1)) as locked",
);

const lockUnpaid = statement("files_lock_unpaid")<{ locked: string }, []>(
  "select pg_advisory_xact_lock(hashtextextended('unpaid storage', 0)) as locked",
);

const selectUse = statement("files_select_use")<
  { used: string; ofBuyers: string; unpaid: boolean },
  [ownerId: string]
>(
  `select coalesce(s.bytes, 0) as used, coalesce(s.buyers_bytes, 0) as "ofBuyers", ${isUnpaid("u")} as unpaid
     from users u left join storage_use s on s.owner_id = u.id where u.id = $1`,
);

const selectOfBuyer = statement("files_select_of_buyer")<
  { bytes: string },
  [ownerId: string, customerId: string]
>(
  `select coalesce(sum(size_bytes), 0) as bytes from uploads
    where owner_id = $1 and customer_id = $2 and state <> 'REJECTED'`,
);

const writeUnpaid = statement("files_write_unpaid")<never, [ownerId: string, unpaid: boolean]>(
  `insert into storage_use as s (owner_id, unpaid) values ($1, $2)
   on conflict (owner_id) do update set unpaid = excluded.unpaid where s.unpaid <> excluded.unpaid`,
);

const refreshAll = statement("files_refresh_unpaid")<never, []>(
  `update storage_use s set unpaid = not s.unpaid
     from users u where u.id = s.owner_id and s.unpaid <> ${isUnpaid("u")}`,
);

const selectShared = statement("files_select_shared")<{ bytes: string }, []>(
  "select coalesce(sum(bytes), 0) as bytes from storage_use where unpaid",
);

/** Where there are no plans, sales alone lift the ceiling. */
const withoutPaying = ({ plans }: Config) =>
  plans ? "Without a paid plan or $100 of sales" : "With less than $100 of sales";

const noRoomForBuyers = () =>
  new HttpError(
    413,
    "BUYERS_STORAGE_FULL",
    "There is no room for more files here at the moment. Write where your file can be seen instead.",
  );

const buyerFull = () =>
  new HttpError(
    413,
    "BUYER_STORAGE_FULL",
    "What you hand in at this store may take up 200 MB, and this file does not fit. Use a smaller one, or write where it can be seen.",
  );

const full = (limit: string) =>
  new HttpError(413, "STORAGE_FULL", `${limit} Files that nothing uses are removed after 30 days.`);

const inGigabytes = (bytes: number) => `${Number((bytes / gib).toFixed(2))} GB`;

import type pg from "pg";
import type { AccountEvent } from "#contract/accounts/account-log.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";

const perPage = 20;
/** A page of what happened in the creator's account, the newest first. */
export async function listAccountEvents(
  pool: pg.Pool,
  ownerId: string,
  cursor: string | undefined,
): Promise<{ events: AccountEvent[]; nextCursor: string | null }> {
  const rows = await selectPage(pool, ownerId, ...placeOf(cursor), perPage + 1);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return {
    events: shown.map(
      ({ id, kind, detail, createdAt }) =>
        ({ userAgent: "", ip: "", ...detail, id, kind, createdAt }) as AccountEvent,
    ),
    nextCursor,
  };
}

const selectPage = statement("accounts_select_events")<
  Pick<AccountEvent, "kind" | "createdAt"> & Placed & { detail: Record<string, string> },
  [ownerId: string, micros: string, id: string, limit: number]
>(`
  select id, kind, detail, created_at as "createdAt",
         ${placeMicros("created_at")} as "placeMicros"
    from account_events
   where owner_id = $1 and ${comesAfter("created_at", "id", ["$2", "$3"])}
   order by created_at desc, id desc limit $4`);

import type pg from "pg";
import type { AccountEvent } from "#contract/accounts/account-log.ts";
import { statement } from "#server/database/statement.ts";

const perPage = 20;
/** Before every row. */
const start = "9999999999999999_ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A page of what happened in the creator's account, the newest first. */
export async function listAccountEvents(
  pool: pg.Pool,
  ownerId: string,
  cursor: string = start,
): Promise<{ events: AccountEvent[]; nextCursor: string | null }> {
  const [micros = "", id = ""] = cursor.split("_");
  const rows = await selectPage(pool, ownerId, micros, id, perPage + 1);
  const shown = rows.slice(0, perPage);
  const last = rows.length > perPage ? shown.at(-1) : undefined;
  return {
    events: shown.map(
      ({ id, kind, detail, createdAt }) => ({ ...detail, id, kind, createdAt }) as AccountEvent,
    ),
    nextCursor: last ? `${last.placeMicros}_${last.id}` : null,
  };
}

const selectPage = statement("accounts_select_events")<
  Pick<AccountEvent, "id" | "kind" | "createdAt"> & { detail: Record<string, string>; placeMicros: string },
  [ownerId: string, micros: string, id: string, limit: number]
>(`
  select id, kind, detail, created_at as "createdAt",
         (extract(epoch from created_at) * 1000000)::int8::text as "placeMicros"
    from account_events
   where owner_id = $1 and (created_at, id) < (timestamptz 'epoch' + $2::int8 * interval '1 microsecond', $3::uuid)
   order by created_at desc, id desc limit $4`);

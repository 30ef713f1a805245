import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const atOnce = 5_000;
/** Of each creator; sales by themselves, so that a day of many leaves everything else where it is. */
const sales = 500;
const others = 500;

/** Removes notifications of 90 days ago, and those beyond a creator's newest thousand. */
export async function trimNotifications(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (let removed = atOnce; removed === atOnce;) {
    stopping?.throwIfAborted();
    removed = (await trim(pool, clock.now(), atOnce)).length;
  }
}

const beyond = (kinds: string, kept: number) =>
  `(select n.id from notifications n where n.owner_id = owners.owner_id and n.kind ${kinds} ('SALE', 'FIRST_SALE')
     order by n.created_at desc, n.id desc offset ${kept} limit $2)`;

const trim = statement("notifications_trim")<{ id: string }, [now: Date, limit: number]>(`
  with recursive owners as (
    (select owner_id from notifications order by owner_id limit 1)
    union all
    select (select n.owner_id from notifications n where n.owner_id > owners.owner_id order by n.owner_id limit 1)
      from owners where owners.owner_id is not null)
  delete from notifications where id in (
    select old.id from owners cross join lateral (
      (select n.id from notifications n
        where n.owner_id = owners.owner_id and n.created_at < $1::timestamptz - interval '90 days' limit $2)
      union all ${beyond("in", sales)} union all ${beyond("not in", others)}) old
     where owners.owner_id is not null limit $2)
  returning id`);

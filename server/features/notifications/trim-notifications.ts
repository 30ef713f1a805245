import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const atOnce = 5_000;
/** Of each creator; sales and members by themselves, so that a day of many leaves everything else where it is. */
const kept = 500;
const groups = {
  sales: "in ('SALE', 'FIRST_SALE')",
  members: "like 'MEMBER\\_%'",
  others: "not in ('SALE', 'FIRST_SALE') and n.kind not like 'MEMBER\\_%'",
};

/** Removes notifications of 90 days ago, and those beyond a creator's newest 500 of each group. */
export async function trimNotifications(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  stopping?: AbortSignal,
): Promise<void> {
  for (let removed = atOnce; removed === atOnce;) {
    stopping?.throwIfAborted();
    removed = (await trim(pool, clock.now(), atOnce)).length;
  }
}

const beyond = (kinds: string) =>
  `(select n.id from notifications n where n.owner_id = owners.owner_id and n.kind ${kinds}
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
      union all ${Object.values(groups).map(beyond).join(" union all ")}) old
     where owners.owner_id is not null limit $2)
  returning id`);

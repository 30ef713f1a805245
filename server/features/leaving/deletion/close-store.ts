import type { ClosedWith } from "#server/database/schema/account-deletions.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import { requeueOpenings } from "#server/features/mailing-list/requeue-openings.ts";

/**
 * Takes everything off sale, silences the replies and makes drafts of what was planned; answers what it was. Whoever closes it
 * has written down that it is closed before, and writes this down with it.
 */
export async function closeStore(client: Queryable, ownerId: string, now: Date): Promise<ClosedWith> {
  const [sold] = await takeOffSale(client, ownerId, now);
  const [spoke] = await silence(client, ownerId, now);
  const [planned] = await unplan(client, ownerId, now);
  await notifyCaches(client, ownerId);
  return {
    productIds: sold?.closed ?? [],
    socialAccountIds: spoke?.closed ?? [],
    mailings: planned?.closed ?? [],
  };
}

/**
 * Brings back what was closed, as far as its creator has not changed it since: a mailing that they changed, or whose time is
 * over, stays a draft. Answers the products that they changed, or that are shipped nowhere any more: these go on sale by the
 * rules for that. Where the store stays closed for another reason, whoever ends that brings it back.
 */
export async function openStore(
  client: Queryable,
  ownerId: string,
  closed: { closedAt: Date; closedWith: ClosedWith },
  now: Date,
): Promise<string[]> {
  const { productIds, socialAccountIds, mailings } = closed.closedWith;
  await notifyCaches(client, ownerId);
  // What they changed while it was closed for two reasons was changed since the first of them.
  const closedAt = new Date(closed.closedWith.closedAt ?? closed.closedAt);
  const rest = JSON.stringify({ ...closed.closedWith, closedAt });
  if ((await leaveToDeletion(client, ownerId, rest)).length > 0) return [];
  if ((await leaveToSuspension(client, ownerId, rest)).length > 0) return [];
  await putOnSale(client, ownerId, productIds, now, closedAt);
  await speak(client, ownerId, socialAccountIds, now);
  await plan(client, ownerId, JSON.stringify(mailings), now, closedAt);
  await requeueOpenings(client, ownerId, closedAt, now);
  return (await selectDrafts(client, ownerId, productIds)).map(({ id }) => id);
}

/** Caches and the CDN drop the store's pages, even where it has nothing on sale that changed with it. */
const notifyCaches = statement("leaving_notify_caches")<{ told: string }, [ownerId: string]>(
  "select pg_notify('storefront_changed', handle)::text as told from users where id = $1",
);

/** SQL: what is closed already, with what is in `$2`. */
const withRest = [
  "'closedAt', $2::jsonb -> 'closedAt'",
  ...(["productIds", "socialAccountIds", "mailings"] as const satisfies (keyof ClosedWith)[]).map(
    (field) => `'${field}', (closed_with -> '${field}') || ($2::jsonb -> '${field}')`,
  ),
].join(", ");

const leaveToDeletion = statement("leaving_leave_to_deletion")<
  { ownerId: string },
  [ownerId: string, rest: string]
>(
  `update account_deletions set closed_with = jsonb_build_object(${withRest}) where owner_id = $1 returning owner_id as "ownerId"`,
);

const leaveToSuspension = statement("leaving_leave_to_suspension")<
  { ownerId: string },
  [ownerId: string, rest: string]
>(
  `update store_suspensions set closed_with = jsonb_build_object(${withRest}) where owner_id = $1 returning owner_id as "ownerId"`,
);

const takeOffSale = statement("leaving_take_off_sale")<{ closed: string[] }, [ownerId: string, now: Date]>(
  `with closed as (
     update products set state = 'DRAFT', updated_at = $2 where owner_id = $1 and state = 'PUBLISHED' returning id)
   select coalesce(jsonb_agg(id order by id), '[]'::jsonb) as closed from closed`,
);

const silence = statement("leaving_silence")<{ closed: string[] }, [ownerId: string, now: Date]>(
  `with closed as (
     update social_accounts set is_active = false, updated_at = $2 where user_id = $1 and is_active returning id)
   select coalesce(jsonb_agg(id order by id), '[]'::jsonb) as closed from closed`,
);

const unplan = statement("leaving_unplan")<{ closed: ClosedWith["mailings"] }, [ownerId: string, now: Date]>(
  `with planned as (
     select id, send_on, by_person_zone, send_at from mailings where owner_id = $1 and state = 'SCHEDULED' for update),
   closed as (
     update mailings m set state = 'DRAFT', send_on = null, by_person_zone = false, send_at = null, updated_at = $2
       from planned where m.id = planned.id)
   select coalesce(jsonb_agg(jsonb_build_object('id', id, 'sendOn', send_on, 'byPersonZone', by_person_zone, 'sendAt', send_at) order by id), '[]'::jsonb) as closed
     from planned`,
);

/** As they were when they were closed: nobody has written to them since, and their parcels still go somewhere. */
const putOnSale = statement("leaving_put_on_sale")<
  never,
  [ownerId: string, productIds: string[], now: Date, closedAt: Date]
>(
  `update products set state = 'PUBLISHED', updated_at = $3
    where owner_id = $1 and id = any ($2::uuid[]) and state = 'DRAFT' and updated_at <= $4
      and (not requires_shipping or exists (select from shipping_rates r where r.owner_id = $1))`,
);

const selectDrafts = statement("leaving_select_drafts")<
  { id: string },
  [ownerId: string, productIds: string[]]
>("select id from products where owner_id = $1 and id = any ($2::uuid[]) and state = 'DRAFT' order by id");

const speak = statement("leaving_speak")<never, [ownerId: string, socialAccountIds: string[], now: Date]>(
  "update social_accounts set is_active = true, updated_at = $3 where user_id = $1 and id = any ($2::uuid[])",
);

const plan = statement("leaving_plan")<never, [ownerId: string, mailings: string, now: Date, closedAt: Date]>(
  `update mailings m set state = 'SCHEDULED', send_on = planned."sendOn", by_person_zone = planned."byPersonZone", send_at = planned."sendAt", updated_at = $3
     from jsonb_to_recordset($2::jsonb) planned (id uuid, "sendOn" text, "byPersonZone" boolean, "sendAt" timestamptz)
    where m.owner_id = $1 and m.id = planned.id and m.state = 'DRAFT' and m.updated_at <= $4 and planned."sendAt" > $3`,
);

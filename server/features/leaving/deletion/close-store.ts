import type { ClosedWith } from "#server/database/schema/account-deletions.ts";
import { type Queryable, statement } from "#server/database/statement.ts";

/** Takes everything off sale, silences the replies and makes drafts of what was planned, and writes down what it was. */
export async function closeStore(client: Queryable, ownerId: string, now: Date): Promise<void> {
  await takeOffSale(client, ownerId, now);
  await silence(client, ownerId, now);
  await unplan(client, ownerId, now);
}

/**
 * Brings back what was closed, as far as its creator has not changed it since: a mailing that they changed, or whose time is
 * over, stays a draft. Answers the products that they changed, or that are shipped nowhere any more: these go on sale by the
 * rules for that.
 */
export async function openStore(
  client: Queryable,
  ownerId: string,
  {
    askedAt,
    closedWith: { productIds, socialAccountIds, mailings },
  }: { askedAt: Date; closedWith: ClosedWith },
  now: Date,
): Promise<string[]> {
  await putOnSale(client, ownerId, productIds, now, askedAt);
  await speak(client, ownerId, socialAccountIds, now);
  await plan(client, ownerId, JSON.stringify(mailings), now, askedAt);
  return (await selectDrafts(client, ownerId, productIds)).map(({ id }) => id);
}

const remember = (field: keyof ClosedWith, value: string) =>
  `update account_deletions set closed_with = jsonb_set(closed_with, '{${field}}', (${value})) where owner_id = $1`;

const takeOffSale = statement("leaving_take_off_sale")<never, [ownerId: string, now: Date]>(
  `with closed as (
     update products set state = 'DRAFT', updated_at = $2 where owner_id = $1 and state = 'PUBLISHED' returning id)
   ${remember("productIds", "select coalesce(jsonb_agg(id order by id), '[]'::jsonb) from closed")}`,
);

const silence = statement("leaving_silence")<never, [ownerId: string, now: Date]>(
  `with closed as (
     update social_accounts set is_active = false, updated_at = $2 where user_id = $1 and is_active returning id)
   ${remember("socialAccountIds", "select coalesce(jsonb_agg(id order by id), '[]'::jsonb) from closed")}`,
);

const unplan = statement("leaving_unplan")<never, [ownerId: string, now: Date]>(
  `with planned as (
     select id, send_on, by_person_zone, send_at from mailings where owner_id = $1 and state = 'SCHEDULED' for update),
   closed as (
     update mailings m set state = 'DRAFT', send_on = null, by_person_zone = false, send_at = null, updated_at = $2
       from planned where m.id = planned.id)
   ${remember(
     "mailings",
     `select coalesce(jsonb_agg(jsonb_build_object('id', id, 'sendOn', send_on, 'byPersonZone', by_person_zone, 'sendAt', send_at) order by id), '[]'::jsonb) from planned`,
   )}`,
);

/** As they were when they were closed: nobody has written to them since, and their parcels still go somewhere. */
const putOnSale = statement("leaving_put_on_sale")<
  never,
  [ownerId: string, productIds: string[], now: Date, closedAt: Date]
>(
  `update products set state = 'PUBLISHED', updated_at = $3
    where owner_id = $1 and id = any ($2::uuid[]) and state = 'DRAFT' and updated_at = $4
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
    where m.owner_id = $1 and m.id = planned.id and m.state = 'DRAFT' and m.updated_at = $4 and planned."sendAt" > $3`,
);

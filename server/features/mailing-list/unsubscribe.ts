import type { z } from "zod";
import type { Unsubscribing, UnsubscribeScope } from "#contract/mailing-list/mailing-list.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { readUnsubscribeToken } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";

type Needs = Pick<Services, "pool" | "clock" | "secret">;
type State = z.output<typeof Unsubscribing>;

/** Whose mails a link ends. Throws 404 for one that we did not make, and for an address that was removed. */
export const getSubscription = ({ pool, secret }: Needs, token: string): Promise<State> =>
  oneOf(selectState(pool, idOf(secret, token)));

/**
 * Ends a cart's mails, a creator's or those of all stores here to an address; what a mail to confirm has asked for ends with
 * it. Repeated, it changes nothing, nor for an address that was removed. Receipts and codes go on. Throws 404 for a link
 * that we did not make.
 */
export async function unsubscribe(
  { pool, clock, secret }: Needs,
  token: string,
  scope: UnsubscribeScope,
): Promise<void> {
  await recordUnsubscribed(pool, idOf(secret, token), scope, clock.now());
}

/** Takes that back; a list is joined again where the address had confirmed it. Throws 404 as the first. */
export async function resubscribe(
  { pool, secret }: Needs,
  token: string,
  scope: UnsubscribeScope,
): Promise<State> {
  const id = idOf(secret, token);
  await recordSubscribedAgain(pool, id, scope);
  return oneOf(selectState(pool, id));
}

function idOf(secret: string, token: string): string {
  const id = readUnsubscribeToken(secret, token);
  if (!id) throw linkUnknown();
  return id;
}

async function oneOf(rows: Promise<State[]>): Promise<State> {
  const [state] = await rows;
  if (!state) throw linkUnknown();
  return state;
}

const linkUnknown = () => NotFound("This link is not complete, or its address was removed.");

/** SQL: what a link is of: a row of a list, or of a mail to somebody on none. */
const link = `(select owner_id, email, null::uuid as cart_id from subscribers where id = $1
     union all select owner_id, email, cart_id from unsubscribe_links where id = $1)`;

/** SQL: whether the owner of the address `l.email` said no to this. */
const stopped = (owner: string, cart: string) => `exists (
  select from suppressions s where s.address_hash = address_hash(mailbox_of(l.email)) and s.reason = 'UNSUBSCRIBED'
     and s.owner_id ${owner} and s.cart_id ${cart})`;

const selectState = statement("mailing_list_select_state")<State, [id: string]>(
  `select ${creatorName("u")} as "creatorName", u.handle,
          coalesce(b.state <> 'UNSUBSCRIBED', true) and coalesce(suppression_of(l.owner_id, l.email), '') <> 'UNSUBSCRIBED' as "isSubscribed",
          case when l.cart_id is not null then ${stopped("= l.owner_id", "= l.cart_id")} end as "isCartStopped",
          ${stopped("is null", "is null")} as "isAllStopped"
     from ${link} l join users u on u.id = l.owner_id
     left join subscribers b on b.owner_id = l.owner_id and lower(b.email) = lower(l.email)`,
);

type Scoped = [id: string, scope: UnsubscribeScope];

const recordUnsubscribed = statement("mailing_list_record_unsubscribed")<never, [...Scoped, now: Date]>(
  `with l as ${link},
   declined as (
     insert into suppressions (owner_id, cart_id, address_hash, reason, created_at)
     select case when $2::text <> 'all' then l.owner_id end, case when $2 = 'cart' then l.cart_id end,
            address_hash(mailbox_of(l.email)), 'UNSUBSCRIBED', $3 from l
     where $2 <> 'cart' or l.cart_id is not null
     on conflict (address_hash, owner_id, cart_id, reason) do update set created_at = excluded.created_at
      where exists (select from l join subscribers b on b.owner_id = l.owner_id and lower(b.email) = lower(l.email)
                     where b.state = 'SUBSCRIBED'))
   update subscribers b set state = 'UNSUBSCRIBED', unsubscribed_at = $3, round = round + 1
     from l where lower(b.email) = lower(l.email) and b.state <> 'UNSUBSCRIBED'
      and ($2 = 'all' or ($2 = 'creator' and b.owner_id = l.owner_id))`,
);

/** What was declined at one moment is taken back together: that of all stores with the lists that it ended. */
const recordSubscribedAgain = statement("mailing_list_record_subscribed_again")<never, Scoped>(
  `with l as ${link},
   declined as (
     select s.id, s.created_at from l join suppressions s
         on s.address_hash = address_hash(mailbox_of(l.email)) and s.reason = 'UNSUBSCRIBED'
        and case $2::text when 'all' then s.owner_id is null
                    when 'cart' then s.owner_id = l.owner_id and s.cart_id = l.cart_id
                    else s.owner_id = l.owner_id and s.cart_id is null end),
   taken_back as (
     delete from suppressions s using l
      where s.id in (select id from declined)
         or ($2 = 'all' and s.address_hash = address_hash(mailbox_of(l.email)) and s.reason = 'UNSUBSCRIBED'
             and s.cart_id is null and s.created_at in (select created_at from declined)))
   update subscribers b set state = 'SUBSCRIBED', unsubscribed_at = null
     from l where lower(b.email) = lower(l.email) and b.state = 'UNSUBSCRIBED' and b.confirmed_at is not null
      and case $2 when 'all' then b.unsubscribed_at in (select created_at from declined)
                  when 'creator' then b.owner_id = l.owner_id else false end`,
);

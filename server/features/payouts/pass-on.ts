import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { arePayoutsHeld, isHolding } from "./held-payouts.ts";
import { type Movement, movementColumns, planMovement } from "./plan-movement.ts";
import { isAnswerable, keyLivesMs, sendMovement, settleUnanswered } from "./send-movement.ts";

const batch = 200;

/**
 * Brings what each creator with a ready account has received to what it should be: passes owed money on, takes back
 * their part of what was refunded since, and finishes what a killed process had begun. Stops between two movements when
 * told to; what is left is found again the next time. Says whether there was anything to do.
 */
export async function passOn(services: Services, stopping?: AbortSignal): Promise<boolean> {
  const { pool, payments, clock } = services;
  if (await arePayoutsHeld(pool)) return false;
  const keyed = () => new Date(clock.now().getTime() - keyLivesMs);
  const unanswered = await selectUnanswered(pool, payments.provider, keyed());
  for (const { isKeyed, ...movement } of unanswered) {
    stopping?.throwIfAborted();
    await (isKeyed ? sendMovement(services, movement) : settleUnanswered(services, movement));
  }
  const owners = await selectOwnersDue(pool, payments.provider, clock.now(), keyed());
  for (const { id } of owners) await passOnTo(services, id, stopping);
  return unanswered.length + owners.length > 0;
}

/** A provider that does not answer about one payment is not asked about the creator's next one. */
async function passOnTo(services: Services, ownerId: string, stopping?: AbortSignal): Promise<void> {
  const { pool, clock } = services;
  let after: DueShare = { waitsUntil: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const due = await selectDueShares(pool, ownerId, clock.now(), after.waitsUntil, after.id);
    for (const { id } of due) {
      stopping?.throwIfAborted();
      const movement = await planMovement(services, id);
      if (movement && !(await sendMovement(services, movement))) return;
    }
    const last = due.at(-1);
    if (!last || due.length < batch) return;
    after = last;
  }
}

/** SQL: whether the provider may be spoken to of the movement `t`, of which it has not answered yet. */
const isUnanswered = (provider: string, keyed: string) =>
  `t.status = 'PENDING' and t.provider = ${provider} and ${isAnswerable("t.created_at", keyed)}`;

/** Who has not been asked about for longest comes first: one that never gets an answer holds up none of the others. */
const selectUnanswered = statement("payouts_select_unanswered")<
  Movement & { isKeyed: boolean },
  [provider: string, keyed: Date]
>(
  `select ${movementColumns}, t.created_at > $2 as "isKeyed"
     from creator_transfers t join order_payments p on p.id = t.order_payment_id
    where ${isUnanswered("$1", "$2")}
    order by t.asked_at nulls first, t.created_at limit ${batch}`,
);

/**
 * SQL: the accounts `a` that something can be moved to, and whose owner's last movement has its answer. Each is looked up by
 * itself in the index of what is due; the limit and the order see to that. What is owed to creators without an account is
 * millions of rows that nobody can do anything about.
 */
const accountsDue = (provider: string, now: string, keyed: string) => `payout_accounts a
    cross join lateral (
      select from payment_shares s
       where s.owner_id = a.owner_id and s.kind = 'OWED' and s.owed_cents <> 0 and s.waits_until <= ${now}
         and not exists (select from creator_transfers t where t.order_payment_id = s.order_payment_id and t.status = 'PENDING')
        order by s.waits_until limit 1) due
    where a.provider = ${provider} and a.transfers_active
      -- What is to be taken back of theirs is; what is owed to them waits.
      and (not ${isStoreSuspended("a.owner_id")} or exists (
        select from payment_shares s where s.owner_id = a.owner_id and s.kind = 'OWED' and s.owed_cents < 0 and s.waits_until <= ${now}))
      and not exists (select from creator_transfers t where t.owner_id = a.owner_id and t.status = 'PENDING' and t.created_at > ${keyed})`;

const keyedAt = `($1::timestamptz - interval '${keyLivesMs} milliseconds')`;

/** SQL: whether anything is to be moved, or asked about, at `$1`, with the provider `$2`. */
export const isAnyMovementDue = `(not ${isHolding} and (
    exists (select from creator_transfers t where ${isUnanswered("$2", keyedAt)})
    or exists (select from ${accountsDue("$2", "$1", keyedAt)})))`;

const selectOwnersDue = statement("payouts_select_owners_due")<
  { id: string },
  [provider: string, now: Date, keyed: Date]
>(`select a.owner_id as id from ${accountsDue("$1", "$2", "$3")}`);

type DueShare = { waitsUntil: string; id: string };

const selectDueShares = statement("payouts_select_due_shares")<
  DueShare,
  [ownerId: string, now: Date, afterWaitsUntil: string, afterId: string]
>(
  `select waits_until::text as "waitsUntil", order_payment_id as id from payment_shares
    where owner_id = $1 and kind = 'OWED' and owed_cents <> 0 and waits_until <= $2
      and (waits_until, order_payment_id) > ($3::timestamptz, $4::uuid)
    order by waits_until, order_payment_id limit ${batch}`,
);

import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { arePayoutsHeld } from "./held-payouts.ts";
import { type Movement, movementColumns, planMovement } from "./plan-movement.ts";
import { isAnswerable, keyLivesMs, sendMovement, settleUnanswered } from "./send-movement.ts";

const batch = 200;

/**
 * Brings what each creator with a ready account has received to what it should be: passes owed money on, takes back
 * their part of what was refunded since, and finishes what a killed process had begun. Stops between two movements when
 * told to; what is left is found again the next time.
 */
export async function passOn(services: Services, stopping?: AbortSignal): Promise<void> {
  const { pool, payments, clock } = services;
  if (await arePayoutsHeld(pool)) return;
  const keyed = () => new Date(clock.now().getTime() - keyLivesMs);
  for (const { isKeyed, ...movement } of await selectUnanswered(pool, payments.provider, keyed())) {
    stopping?.throwIfAborted();
    await (isKeyed ? sendMovement(services, movement) : settleUnanswered(services, movement));
  }
  for (const { id } of await selectOwnersDue(pool, payments.provider, clock.now(), keyed()))
    await passOnTo(services, id, stopping);
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

/** Who has not been asked about for longest comes first: one that never gets an answer holds up none of the others. */
const selectUnanswered = statement("payouts_select_unanswered")<
  Movement & { isKeyed: boolean },
  [provider: string, keyed: Date]
>(
  `select ${movementColumns}, t.created_at > $2 as "isKeyed"
     from creator_transfers t join order_payments p on p.id = t.order_payment_id
    where t.status = 'PENDING' and t.provider = $1 and ${isAnswerable("t.created_at", "$2")}
    order by t.asked_at nulls first, t.created_at limit ${batch}`,
);

/**
 * Those with a ready account whom something can be moved to, and whose last movement has its answer. Each account is looked
 * up by itself in the index of what is due; the limit and the order see to that. What is owed to creators without an
 * account is millions of rows that nobody can do anything about.
 */
const selectOwnersDue = statement("payouts_select_owners_due")<
  { id: string },
  [provider: string, now: Date, keyed: Date]
>(
  `select a.owner_id as id from payout_accounts a
    cross join lateral (
      select from payment_shares s
       where s.owner_id = a.owner_id and s.kind = 'OWED' and s.owed_cents <> 0 and s.waits_until <= $2
        order by s.waits_until limit 1) due
    where a.provider = $1 and a.transfers_active
      -- What is to be taken back of theirs is; what is owed to them waits.
      and (not ${isStoreSuspended("a.owner_id")} or exists (
        select from payment_shares s where s.owner_id = a.owner_id and s.kind = 'OWED' and s.owed_cents < 0 and s.waits_until <= $2))
      and not exists (select from creator_transfers t where t.owner_id = a.owner_id and t.status = 'PENDING' and t.created_at > $3)`,
);

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

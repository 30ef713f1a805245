import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { isStoreSuspended } from "#server/database/suspended.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { owedCents, reachedCents } from "./due.ts";

/** Money to move, as it is written down before the provider is asked. */
export type Movement = {
  id: string;
  orderPaymentId: string;
  paymentIntentId: string;
  kind: "TRANSFER" | "REVERSAL";
  accountId: string;
  amountCents: number;
  currency: string;
  /** Of a REVERSAL: what is taken back. */
  providerTransferId: string | null;
  createdAt: Date;
};

/** Of `t`, a movement, and `p`, its payment. */
export const movementColumns = `t.id, t.order_payment_id as "orderPaymentId", p.payment_intent_id as "paymentIntentId", t.kind,
  t.account_id as "accountId", t.amount_cents as "amountCents", t.currency, t.provider_transfer_id as "providerTransferId",
  t.created_at as "createdAt"`;

/** After a refusal the provider is asked again, but not every minute. */
const waitAfterRefusal = "1 hour";

type Standing = {
  accountId: string;
  currency: string;
  owedCents: number;
  reachedCents: number;
  disputed: boolean;
  isSuspended: boolean;
  busy: boolean;
  refusedUntil: Date | null;
};

/**
 * Decides under the share's lock what is to move, and writes it down; undefined when nothing is, or not now, and then the
 * share says how long it waits. While a bank disputes the payment nothing is passed on; what it finally takes stands in
 * the books as refunded. Nor while its creator's store is suspended.
 */
export async function planMovement(
  { pool, payments, clock }: Services,
  orderPaymentId: string,
): Promise<Movement | undefined> {
  return inTransaction(pool, async (client) => {
    // Read in a statement after the lock, so that it sees what the last holder did.
    await lockShare(client, orderPaymentId);
    const [now] = await selectStanding(client, orderPaymentId, payments.provider, clock.now());
    if (!now || now.busy) return undefined;
    const rest = async (until: Date | "infinity") => {
      await writeRest(client, orderPaymentId, now.owedCents, now.reachedCents, until);
      return undefined;
    };
    if (now.owedCents === 0) return rest("infinity");
    if (now.refusedUntil) return rest(now.refusedUntil);
    if (now.owedCents > 0 && now.disputed) return rest("infinity");
    // Looked at again by the next run: whoever reinstates the store ends the wait.
    if (now.owedCents > 0 && now.isSuspended) return undefined;
    const movement =
      now.owedCents > 0
        ? { kind: "TRANSFER", amountCents: now.owedCents, accountId: now.accountId, transferId: null }
        : await reversalOf(client, orderPaymentId, -now.owedCents);
    // Nothing is left with the creator to take back: whatever changes that ends the wait.
    if (!movement) return rest("infinity");
    const [written] = await insertMovement(
      client,
      orderPaymentId,
      movement.kind,
      payments.provider,
      movement.accountId,
      movement.amountCents,
      now.currency,
      movement.transferId,
      clock.now(),
    );
    return written;
  });
}

/** From the transfer that has most left; what is not covered by it is taken from the next one, the next time. */
async function reversalOf(client: pg.PoolClient, orderPaymentId: string, wantedCents: number) {
  const [from] = await selectMostLeft(client, orderPaymentId);
  if (!from || from.leftCents <= 0) return undefined;
  return { kind: "REVERSAL", amountCents: Math.min(wantedCents, from.leftCents), ...from };
}

const lockShare = statement("payouts_lock_share")<never, [orderPaymentId: string]>(
  "select from payment_shares where order_payment_id = $1 for update",
);

const selectStanding = statement("payouts_select_standing")<
  Standing,
  [orderPaymentId: string, provider: string, now: Date]
>(`select a.account_id as "accountId", s.currency, ${owedCents} as "owedCents", ${reachedCents} as "reachedCents",
    exists (select from disputes d where d.order_payment_id = p.id and d.status = 'OPEN' and not d.is_inquiry) as disputed,
    ${isStoreSuspended("s.owner_id")} as "isSuspended",
    exists (select from creator_transfers t where t.order_payment_id = p.id and t.status = 'PENDING') as busy,
    (select max(t.settled_at) + interval '${waitAfterRefusal}' from creator_transfers t
      where t.order_payment_id = p.id and t.status = 'FAILED' and t.settled_at > $3::timestamptz - interval '${waitAfterRefusal}') as "refusedUntil"
  from payment_shares s
  join order_payments p on p.id = s.order_payment_id
  join payout_accounts a on a.owner_id = s.owner_id and a.provider = $2 and a.transfers_active
 where s.order_payment_id = $1 and s.kind = 'OWED'`);

const writeRest = statement("payouts_write_rest")<
  never,
  [orderPaymentId: string, owedCents: number, reachedCents: number, until: Date | "infinity"]
>(
  "update payment_shares set owed_cents = $2, reached_cents = $3, waits_until = $4 where order_payment_id = $1",
);

const insertMovement = statement("payouts_insert_movement")<
  Movement,
  [
    orderPaymentId: string,
    kind: string,
    provider: string,
    accountId: string,
    amountCents: number,
    currency: string,
    providerTransferId: string | null,
    now: Date,
  ]
>(
  `with t as (
     insert into creator_transfers (owner_id, order_payment_id, kind, provider, account_id, amount_cents, currency, provider_transfer_id, created_at)
     select owner_id, order_payment_id, $2, $3, $4, $5, $6, $7, $8 from payment_shares where order_payment_id = $1
     returning *)
   select ${movementColumns} from t join order_payments p on p.id = t.order_payment_id`,
);

const selectMostLeft = statement("payouts_select_most_left")<
  { transferId: string; accountId: string; leftCents: number },
  [orderPaymentId: string]
>(
  `select provider_transfer_id as "transferId", account_id as "accountId",
          sum(case kind when 'TRANSFER' then amount_cents else -amount_cents end)::int as "leftCents"
     from creator_transfers
    where order_payment_id = $1 and status = 'DONE' and provider_transfer_id is not null
    group by 1, 2 order by 3 desc limit 1`,
);

import { isUuid } from "#contract/uuid.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { ListedTransfer } from "#server/payments/payout-gateway.ts";
import type { Services } from "#server/services.ts";
import { classifyShares } from "./classify-shares.ts";
import { lookAtShares } from "./look-at-shares.ts";
import { type Movement, movementColumns } from "./plan-movement.ts";
import { findMovement } from "./send-movement.ts";

/**
 * After the database was set back: writes down the transfers and reversals that the provider made meanwhile, so that nobody is
 * paid twice, or pays back twice. It asks, and moves nothing. Answers the ids of those that were made for payments which are
 * not known here: a person has to look at these.
 */
export async function recordMadeTransfers(
  services: Services,
  made: readonly ListedTransfer[],
): Promise<string[]> {
  const { pool, payments, clock } = services;
  await classifyShares(services);
  await lookAtShares(services);
  for (const movement of await selectPending(pool, payments.provider)) {
    const id = await findMovement(services, movement);
    if (id) await recordDone(pool, movement.id, id, clock.now());
  }
  const unknown: string[] = [];
  for (const transfer of made) {
    const { transfer: rowId = "" } = transfer.metadata;
    if (!isUuid(rowId)) continue;
    if (!(await recordTransfer(services, rowId, transfer))) unknown.push(transfer.id);
  }
  await lookAtShares(services);
  // What was refunded may have been taken back already.
  for (const { id } of await selectReversible(
    pool,
    made.map(({ id }) => id),
  )) {
    const { reversedCents } = await payments.payouts.getTransfer(id);
    await recordReversal(services, id, reversedCents);
  }
  await lookAtShares(services);
  return unknown;
}

/** False where no payment is known that it was for. */
function recordTransfer(
  { pool, payments, clock }: Services,
  rowId: string,
  { id, accountId, amountCents, currency, metadata, madeAt }: ListedTransfer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const paymentId = metadata["order_payment"] ?? "";
    await insertTransfer(
      client,
      rowId,
      isUuid(paymentId) ? paymentId : null,
      metadata["payment_intent"] ?? "",
      payments.provider,
      accountId,
      amountCents,
      currency,
      madeAt,
    );
    // A trigger sees that something is new about the share.
    await recordDone(client, rowId, id, clock.now());
    return (await selectKnown(client, rowId)).length > 0;
  });
}

function recordReversal({ pool, clock }: Services, transferId: string, reversedCents: number): Promise<void> {
  return inTransaction(pool, async (client) => {
    const [written] = await insertReversal(client, transferId, reversedCents, clock.now());
    if (written) await recordDone(client, written.id, transferId, clock.now());
  });
}

const selectPending = statement("payouts_select_pending")<Movement, [provider: string]>(
  `select ${movementColumns} from creator_transfers t join order_payments p on p.id = t.order_payment_id
    where t.status = 'PENDING' and t.provider = $1 order by t.created_at`,
);

const insertTransfer = statement("payouts_insert_made_transfer")<
  never,
  [
    id: string,
    orderPaymentId: string | null,
    paymentIntentId: string,
    provider: string,
    accountId: string,
    amountCents: number,
    currency: string,
    madeAt: Date,
  ]
>(
  `insert into creator_transfers (id, owner_id, order_payment_id, kind, provider, account_id, amount_cents, currency, created_at, asked_at)
   select $1, s.owner_id, s.order_payment_id, 'TRANSFER', $4, $5, $6, $7, $8, $8
     from payment_shares s join order_payments p on p.id = s.order_payment_id
    where s.order_payment_id = $2 or p.payment_intent_id = $3 limit 1
   on conflict do nothing`,
);

const recordDone = statement("payouts_record_made")<
  never,
  [id: string, providerTransferId: string, now: Date]
>(
  `update creator_transfers set status = 'DONE', provider_transfer_id = $2, settled_at = $3
    where id = $1 and status = 'PENDING'`,
);

const selectKnown = statement("payouts_select_known")<never, [id: string]>(
  "select from creator_transfers where id = $1 and status = 'DONE'",
);

/** Transfers that were listed, and those of payments of which more has reached the creator than is theirs. */
const selectReversible = statement("payouts_select_reversible")<{ id: string }, [listed: string[]]>(
  `select distinct t.provider_transfer_id as id
     from creator_transfers t join payment_shares s on s.order_payment_id = t.order_payment_id
    where t.kind = 'TRANSFER' and t.status = 'DONE' and t.provider_transfer_id is not null
      and (s.owed_cents < 0 or t.provider_transfer_id = any ($1::text[]))`,
);

const insertReversal = statement("payouts_insert_made_reversal")<
  { id: string },
  [transferId: string, reversedCents: number, now: Date]
>(
  `insert into creator_transfers (owner_id, order_payment_id, kind, provider, account_id, amount_cents, currency,
                                  provider_transfer_id, created_at, asked_at)
   select t.owner_id, t.order_payment_id, 'REVERSAL', t.provider, t.account_id, $2::int - known.cents, t.currency, $1, $3, $3
     from creator_transfers t
    cross join lateral (
      select coalesce(sum(r.amount_cents), 0)::int as cents from creator_transfers r
       where r.provider_transfer_id = $1 and r.kind = 'REVERSAL' and r.status = 'DONE') known
    where t.provider_transfer_id = $1 and t.kind = 'TRANSFER' and t.status = 'DONE' and $2 > known.cents
    limit 1
   on conflict do nothing returning id`,
);

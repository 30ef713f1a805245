import { isUuid } from "#contract/uuid.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { ListedTransfer } from "#server/payments/payout-gateway.ts";
import type { Services } from "#server/services.ts";
import { nameOf, writePaid } from "./send-transfers.ts";

/**
 * After the database was set back: writes down the payouts to affiliates that the provider made meanwhile, so that none is paid
 * twice. It asks, and moves nothing. One that is not known here any more is known again by its account and amount, where one
 * creator's commission of that time is just that; answers the ids of those that are not, for a person to look at.
 */
export async function recordMadePayouts(
  services: Services,
  made: readonly ListedTransfer[],
): Promise<string[]> {
  const { pool, payments, clock } = services;
  for (const { id } of await selectUnpaid(pool, payments.provider)) {
    const transfer = await payments.payouts.findTransfer(nameOf(id));
    if (transfer) await writePaid(pool, id, clock.now(), transfer.id);
  }
  const unknown: string[] = [];
  for (const transfer of made) {
    const { payout: id = "" } = transfer.metadata;
    if (isUuid(id) && !(await recordPayout(services, id, transfer))) unknown.push(transfer.id);
  }
  return unknown;
}

/** False where it cannot be said whose commission it was. */
function recordPayout(
  { pool, payments, clock }: Services,
  id: string,
  { id: transferId, accountId, amountCents, currency, madeAt }: ListedTransfer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    if ((await selectKnown(client, id)).length > 0) return true;
    const [paid, ...others] = await selectPaidFor(
      client,
      payments.provider,
      accountId,
      amountCents,
      currency,
      madeAt,
    );
    if (!paid || others.length > 0) return false;
    await insertPayout(client, id, paid.ownerId, payments.provider, accountId, madeAt, paid.commissionIds);
    await writePaid(client, id, clock.now(), transferId);
    return true;
  });
}

const selectUnpaid = statement("affiliates_select_unpaid")<{ id: string }, [provider: string]>(
  "select id from payout_batches where method = 'TRANSFER' and paid_at is null and provider = $1",
);

const selectKnown = statement("affiliates_select_known_payout")<never, [id: string]>(
  "select from payout_batches where id = $1",
);

const selectPaidFor = statement("affiliates_select_paid_for")<
  { ownerId: string; commissionIds: string[] },
  [provider: string, accountId: string, amountCents: number, currency: string, madeAt: Date]
>(
  `select c.owner_id as "ownerId", array_agg(c.id) as "commissionIds"
     from payout_accounts account
     join affiliates a on a.user_id = account.owner_id
     join commissions c on c.affiliate_id = a.id and c.status = 'PAYABLE' and c.payout_batch_id is null and c.payable_at <= $5
     join orders o on o.id = c.order_id and o.currency = $4
    where account.provider = $1 and account.account_id = $2
    group by c.owner_id having sum(c.amount_cents) = $3::int`,
);

const insertPayout = statement("affiliates_insert_made_payout")<
  never,
  [id: string, ownerId: string, provider: string, accountId: string, madeAt: Date, commissionIds: string[]]
>(
  `with made as (
     insert into payout_batches (id, owner_id, method, provider, account_id, created_at)
     values ($1, $2, 'TRANSFER', $3, $4, $5) returning id, owner_id)
   update commissions c set payout_batch_id = made.id from made
    where c.id = any ($6::uuid[]) and c.owner_id = made.owner_id`,
);

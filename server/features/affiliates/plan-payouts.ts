import { type Queryable, statement } from "#server/database/statement.ts";
import { movedCents, targetCents } from "#server/features/payouts/due.ts";

/** Commissions of one payout; without an account the creator pays them by hand. */
export type PlannedPayout = { accountId: string | null; commissionIds: string[] };

type Row = {
  id: string;
  affiliateId: string;
  currency: string;
  amountCents: number;
  accountId: string | null;
};

/**
 * Locks everything payable, and says who is paid how. An affiliate with a ready account gets by transfer what the
 * platform still holds for them: commission on payments whose money came to us, and was not passed on. Everything else
 * is on one list, and so is an affiliate who owes more of one kind than they are owed: only then is it set off at once.
 * Who would get nothing or less waits.
 */
export async function planPayouts(
  client: Queryable,
  ownerId: string,
  provider: string,
): Promise<PlannedPayout[]> {
  // Locked before they are added up: a refund waits, and finds them frozen.
  const locked = await lockPayable(client, ownerId);
  const rows = await selectWithAccounts(
    client,
    provider,
    locked.map(({ id }) => id),
  );
  const transfers: PlannedPayout[] = [];
  const byHand: string[] = [];
  for (const own of Map.groupBy(rows, ({ affiliateId, currency }) => `${affiliateId} ${currency}`).values()) {
    const kept = own.filter(({ accountId }) => accountId !== null);
    const rest = own.filter(({ accountId }) => accountId === null);
    const apart = sumOf(kept) > 0 && sumOf(rest) >= 0;
    if (apart) transfers.push({ accountId: kept[0]?.accountId ?? null, commissionIds: idsOf(kept) });
    const listed = apart ? rest : own;
    if (sumOf(listed) > 0) byHand.push(...idsOf(listed));
  }
  return byHand.length > 0 ? [{ accountId: null, commissionIds: byHand }, ...transfers] : transfers;
}

const lockPayable = statement("affiliates_lock_payable")<{ id: string }, [ownerId: string]>(
  `select id from commissions
    where owner_id = $1 and status = 'PAYABLE' and not held and payout_batch_id is null
    order by id for update`,
);

/** The account of the affiliate where the commission can go to it. Setting off needs no money of the payment. */
const selectWithAccounts = statement("affiliates_select_with_accounts")<
  Row,
  [provider: string, commissionIds: string[]]
>(
  `select c.id, c.affiliate_id as "affiliateId", o.currency, c.amount_cents as "amountCents",
           case when s.kind = 'OWED' and (sum(c.amount_cents) over (partition by p.id) <= 0
                                          or ${targetCents} >= ${movedCents})
                then account.account_id end as "accountId"
      from commissions c
      join affiliates a on a.id = c.affiliate_id
      join orders o on o.id = c.order_id
      join order_items item on item.id = c.order_item_id
      left join order_payments p on p.id = item.order_payment_id
      left join payment_shares s on s.order_payment_id = p.id
      left join payout_accounts account
        on account.owner_id = a.user_id and account.provider = $1 and account.transfers_active
     where c.id = any($2::uuid[])
     order by c.affiliate_id, c.id`,
);

const sumOf = (rows: Row[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

import type { PayoutOverview } from "#contract/payouts/payouts.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { owedCents, reachedCents } from "./due.ts";
import { findAccount } from "./payout-account.ts";

/** How a creator's sales reach them, from our own books: a slow provider never delays it. */
export async function getPayouts(services: Services, ownerId: string): Promise<PayoutOverview> {
  const { payments, config } = services;
  const account = await findAccount(services, ownerId);
  return {
    state: stateOf(payments.provider, account),
    needsInformation: account?.needsInformation ?? false,
    provider: payments.provider,
    platformFeeBps: config.payouts.platformFeeBps,
    balances: await selectBalances(services.pool, ownerId),
  };
}

function stateOf(
  provider: PayoutOverview["provider"],
  account: { transfersActive: boolean; needsInformation: boolean } | undefined,
): PayoutOverview["state"] {
  if (provider === "none") return "UNAVAILABLE";
  if (!account) return "NOT_CONNECTED";
  if (account.transfersActive) return "READY";
  return account.needsInformation ? "INFORMATION_NEEDED" : "IN_REVIEW";
}

/** Added up from what was written down of each payment when it was looked at; the few that something is new about, as they are. */
const selectBalances = statement("payouts_select_balances")<
  PayoutOverview["balances"][number],
  [ownerId: string]
>(
  `select currency, coalesce(sum(owed), 0)::float8 as "owedCents",
          coalesce(sum(reached) filter (where kind = 'OWED'), 0)::float8 as "transferredCents",
          coalesce(sum(reached) filter (where kind = 'DIRECT'), 0)::float8 as "directCents"
     from (select kind, currency, owed_cents as owed, reached_cents as reached from payment_shares
              where owner_id = $1 and kind in ('OWED', 'DIRECT') and owed_cents is not null
             union all
             select s.kind, s.currency, ${owedCents}, ${reachedCents}
               from payment_shares s join order_payments p on p.id = s.order_payment_id
              where s.owner_id = $1 and s.kind in ('OWED', 'DIRECT') and s.owed_cents is null) as shares
    group by currency order by currency`,
);

import type { PayoutOverview } from "#contract/payouts.ts";
import type { Services } from "#server/services.ts";
import { movedCents, targetCents } from "./due.ts";
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
    balances: await listBalances(services, ownerId),
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

/** A direct payment's part: what is left of it, less our fee of the same proportion, which is how providers give back. */
async function listBalances({ pool }: Services, ownerId: string): Promise<PayoutOverview["balances"]> {
  const { rows } = await pool.query<PayoutOverview["balances"][number]>(
    `select currency, sum(target - moved) filter (where kind = 'OWED')::float8 as "owedCents",
            sum(moved) filter (where kind = 'OWED')::float8 as "transferredCents",
            sum(direct) filter (where kind = 'DIRECT')::float8 as "directCents"
       from (select s.kind, o.currency, ${targetCents} as target, ${movedCents} as moved,
                    (p.amount_cents - s.fee_cents)::bigint * (p.amount_cents - p.refunded_cents) / greatest(p.amount_cents, 1) as direct
               from payment_shares s
               join order_payments p on p.id = s.order_payment_id
               join orders o on o.id = p.order_id
              where s.owner_id = $1 and s.kind in ('OWED', 'DIRECT')) as shares
      group by currency order by currency`,
    [ownerId],
  );
  return rows.map(({ currency, owedCents, transferredCents, directCents }) => ({
    currency,
    owedCents: owedCents ?? 0,
    transferredCents: transferredCents ?? 0,
    directCents: directCents ?? 0,
  }));
}

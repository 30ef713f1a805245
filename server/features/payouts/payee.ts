import { hotStatement } from "#server/database/statement.ts";
import type { Payee } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "pool" | "payments" | "config">;

/** What the platform keeps of an amount: whole cents, in the creator's favour. */
export const feeOf = (amountCents: number, feeBps: number): number =>
  Math.floor((amountCents * feeBps) / 10_000);

/**
 * The account that a new payment of this creator goes to at once, and our fee of it; undefined while they have none that
 * is ready. A payment keeps what it was made with: when its amount changes, ask `payeeAfterChange`.
 */
export async function payeeOf(
  services: Dependencies,
  ownerId: string,
  amountCents: number,
): Promise<Payee | undefined> {
  const accountId = await readyAccountOf(services, ownerId);
  return accountId === undefined
    ? undefined
    : { accountId, feeCents: feeOf(amountCents, services.config.payouts.platformFeeBps) };
}

/** The same payee with our fee of another amount; undefined for a payment that stays with us. */
export const payeeAfterChange = (
  { config }: Pick<Services, "config">,
  payee: Payee | null,
  amountCents: number,
): Payee | undefined =>
  payee ? { ...payee, feeCents: feeOf(amountCents, config.payouts.platformFeeBps) } : undefined;

/** The same for a membership: the account and our share of every bill. */
export async function membershipPayeeOf(
  services: Dependencies,
  ownerId: string,
): Promise<{ accountId: string; feeBps: number } | undefined> {
  const accountId = await readyAccountOf(services, ownerId);
  return accountId === undefined ? undefined : { accountId, feeBps: services.config.payouts.platformFeeBps };
}

async function readyAccountOf(
  { pool, payments }: Dependencies,
  ownerId: string,
): Promise<string | undefined> {
  const [account] = await selectReady(pool, ownerId, payments.provider);
  return account?.accountId;
}

const selectReady = hotStatement("payouts_ready_account")<
  { accountId: string },
  [ownerId: string, provider: string]
>(
  `select account_id as "accountId" from payout_accounts where owner_id = $1 and provider = $2 and transfers_active`,
);

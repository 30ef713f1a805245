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
  return payeeAt(services, await readyAccountOf(services, ownerId), amountCents);
}

/** As `payeeOf`, where the account has been read with something else; null where none is ready. */
export const payeeAt = (
  { config }: Pick<Services, "config">,
  accountId: string | null,
  amountCents: number,
): Payee | undefined =>
  accountId === null ? undefined : { accountId, feeCents: feeOf(amountCents, config.payouts.platformFeeBps) };

/** The same payee with our fee of another amount; undefined for a payment that stays with us. */
export const payeeAfterChange = (
  { config }: Pick<Services, "config">,
  payee: Payee | null,
  amountCents: number,
): Payee | undefined =>
  payee ? { ...payee, feeCents: feeOf(amountCents, config.payouts.platformFeeBps) } : undefined;

type MembershipPayee = { accountId: string; feeBps: number };

/** The same for a membership: the account and our share of every bill. */
export async function membershipPayeeOf(
  services: Dependencies,
  ownerId: string,
): Promise<MembershipPayee | undefined> {
  return membershipPayeeAt(services, await readyAccountOf(services, ownerId));
}

/** As `membershipPayeeOf`, where the account has been read with something else; null where none is ready. */
export const membershipPayeeAt = (
  { config }: Pick<Services, "config">,
  accountId: string | null,
): MembershipPayee | undefined =>
  accountId === null ? undefined : { accountId, feeBps: config.payouts.platformFeeBps };

/** SQL: the account that new payments of a creator go to at once; null while none of theirs is ready. */
export const readyAccount = (ownerId: string, provider: string): string =>
  `(select a.account_id from payout_accounts a where a.owner_id = ${ownerId} and a.provider = ${provider} and a.transfers_active)`;

async function readyAccountOf({ pool, payments }: Dependencies, ownerId: string): Promise<string | null> {
  const [account] = await selectReady(pool, ownerId, payments.provider);
  return account?.accountId ?? null;
}

const selectReady = hotStatement("payouts_ready_account")<
  { accountId: string | null },
  [ownerId: string, provider: string]
>(`select ${readyAccount("$1", "$2")} as "accountId"`);

import { and, eq } from "drizzle-orm";
import { users } from "#server/database/schema/accounts.ts";
import { payoutAccounts } from "#server/database/schema/payouts.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, NotFound, Unavailable } from "#server/errors.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { enqueue } from "#server/jobs/job.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { ConnectedAccount } from "#server/payments/payout-gateway.ts";
import type { Services } from "#server/services.ts";
import { passOnPayments } from "./jobs.ts";

type PayoutAccount = typeof payoutAccounts.$inferSelect;

/**
 * A link to the provider's page where the creator or affiliate says who they are; makes their account at the first
 * call. Throws 503 when the provider does not answer.
 */
export async function connectPayouts(
  services: Services,
  ownerId: string,
  from: keyof typeof pages,
  browser: ActingBrowser,
): Promise<{ url: string }> {
  const { payments, config } = services;
  if (payments.provider === "none") throw Unavailable("Payouts are not set up here.", "PAYOUTS_UNAVAILABLE");
  const pageUrl = (name: string) => new URL(`${pages[from]}account=${name}`, config.publicUrl).href;
  return asked(async () => {
    const account =
      (await findAccount(services, ownerId)) ?? (await createAccount(services, ownerId, browser));
    const ways = { returnUrl: pageUrl("returned"), refreshUrl: pageUrl("again") };
    return { url: await payments.payouts.onboardingLink(account.accountId, ways) };
  });
}

/** Where somebody connects an account, and comes back to. */
const pages = { settings: "/admin?tab=settings&view=payouts&", affiliate: "/affiliate?" };

/** The key names the creator, so that two clicks at once make one account. */
async function createAccount(
  services: Services,
  ownerId: string,
  browser: ActingBrowser,
): Promise<PayoutAccount> {
  const { db, payments, clock } = services;
  const creator = await db.query.users.findFirst({ where: eq(users.id, ownerId) });
  if (!creator) throw NotFound();
  const name = [creator.firstName, creator.lastName].filter(Boolean).join(" ");
  const made = await payments.payouts.createAccount({
    email: creator.email,
    displayName: name || creator.handle,
    idempotencyKey: `payout_account_${ownerId}`,
  });
  await db.transaction(async (tx) => {
    await sayActingBrowser(tx, browser, clock.now());
    await tx
      .insert(payoutAccounts)
      .values({ ownerId, provider: payments.provider, accountId: made.id, createdAt: clock.now() })
      .onConflictDoNothing();
  });
  await saveAccount(services, made);
  const account = await findAccount(services, ownerId);
  if (!account) throw new Error("a payout account was not written");
  return account;
}

/** A link to the creator's own pages at the provider. Throws 409 before there is an account that is ready. */
export async function openPayoutDashboard(services: Services, ownerId: string): Promise<{ url: string }> {
  const account = await findAccount(services, ownerId);
  if (!account?.transfersActive) throw Conflict("Finish setting up your account first.", "ACCOUNT_NOT_READY");
  return asked(async () => ({ url: await services.payments.payouts.dashboardLink(account.accountId) }));
}

/** Asks the provider how the creator's account stands. */
export async function checkAccount(services: Services, ownerId: string): Promise<void> {
  const account = await findAccount(services, ownerId);
  if (account)
    await asked(async () =>
      saveAccount(services, await services.payments.payouts.getAccount(account.accountId)),
    );
}

/** News of an account came by webhook: fetches it again. One that is not a creator's of ours is none of our business. */
export async function syncPayoutAccount(services: Services, accountId: string): Promise<void> {
  const { db, payments } = services;
  const known = await db.query.payoutAccounts.findFirst({
    where: and(eq(payoutAccounts.provider, payments.provider), eq(payoutAccounts.accountId, accountId)),
  });
  if (known) await saveAccount(services, await payments.payouts.getAccount(accountId));
}

/** The creator's account at the provider that takes the payments now. */
export const findAccount = (
  { db, payments }: Pick<Services, "db" | "payments">,
  ownerId: string,
): Promise<PayoutAccount | undefined> =>
  db.query.payoutAccounts.findFirst({
    where: and(eq(payoutAccounts.ownerId, ownerId), eq(payoutAccounts.provider, payments.provider)),
  });

/** An account that has become ready gets what is owed to it at once. */
async function saveAccount({ db, pool, payments }: Services, told: ConnectedAccount): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(payoutAccounts)
      .set({ transfersActive: told.transfersActive, needsInformation: told.needsInformation })
      .where(and(eq(payoutAccounts.provider, payments.provider), eq(payoutAccounts.accountId, told.id)));
    if (told.transfersActive) await enqueue(tx, passOnPayments, {}, { singletonKey: "pass-on-payments" });
  });
  wakeListeners(pool, "job_outbox");
}

async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayError)
      throw Unavailable(
        "The payment provider could not be reached. Please try again.",
        "PAYOUTS_UNAVAILABLE",
      );
    throw error;
  }
}

import { eq, sum } from "drizzle-orm";
import type pg from "pg";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { sandboxAccounts, sandboxTransfers } from "#server/database/schema/sandbox-payouts.ts";
import { NotFound } from "#server/errors.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { ConnectedAccount, PayoutGateway } from "#server/payments/payout-gateway.ts";
import { newToken } from "#server/secrets/secrets.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { recordEvent } from "./events.ts";
import { fingerprint, idempotencyConflict, newId } from "./intents.ts";
import {
  findTransfer,
  getTransfer,
  hasReversal,
  listTransfers,
  reverseTransfer,
  transfer,
} from "./transfers.ts";

type Dependencies = { db: Db; pool: pg.Pool; clock: Clock };
type Account = typeof sandboxAccounts.$inferSelect;

/** Accounts of creators at the sandbox: who they are is one click on a page of its own, and so is what they received. */
export function openSandboxPayouts(services: Dependencies): PayoutGateway {
  const { db, clock } = services;
  return {
    createAccount: (input) => createAccount(services, input),
    getAccount: async (id) => accountOf(await getAccountRow(db, id)),
    async onboardingLink(accountId, { returnUrl }) {
      const { pathname, search } = new URL(returnUrl);
      return accountPage(db, accountId, `${pathname}${search}`);
    },
    async dashboardLink(accountId) {
      const { transfersActive } = await getAccountRow(db, accountId);
      if (!transfersActive)
        throw new GatewayError("parameter_invalid", "This account has not finished its onboarding");
      return accountPage(db, accountId, "/admin?tab=settings&view=payouts");
    },
    transfer: (input) => transfer(db, input, clock.now()),
    getTransfer: (id) => getTransfer(db, id),
    findTransfer: (made) => findTransfer(db, made),
    listTransfers: (since) => listTransfers(db, since),
    hasReversal: (made) => hasReversal(db, made),
    reverseTransfer: (input) => reverseTransfer(db, input, clock.now()),
  };
}

/** A path, since the sandbox is at the shop's own address, wherever that is. A newer link replaces an older one. */
async function accountPage(db: Db, accountId: string, returnPath: string): Promise<string> {
  const token = newToken();
  const made = await db
    .update(sandboxAccounts)
    .set({ onboardingToken: token, returnPath })
    .where(eq(sandboxAccounts.id, accountId))
    .returning({ id: sandboxAccounts.id });
  if (made.length === 0) throw missingAccount();
  return `/sandbox/onboarding/${token}`;
}

async function createAccount(
  { db, clock }: Dependencies,
  input: { email: string; displayName: string; idempotencyKey: string },
): Promise<ConnectedAccount> {
  const { email, displayName, idempotencyKey } = input;
  const print = fingerprint(email, displayName);
  await db
    .insert(sandboxAccounts)
    .values({
      id: newId("acct"),
      email,
      displayName,
      idempotencyKey,
      idempotencyFingerprint: print,
      createdAt: clock.now(),
    })
    .onConflictDoNothing();
  const made = await db.query.sandboxAccounts.findFirst({
    where: eq(sandboxAccounts.idempotencyKey, idempotencyKey),
  });
  if (made?.idempotencyFingerprint !== print) throw idempotencyConflict();
  // A repetition gets the first answer, whatever became of the account since.
  return { id: made.id, transfersActive: false, needsInformation: true };
}

/** What the account's page shows. */
export type AccountPage = { displayName: string; transfersActive: boolean; receivedCents: number };

/** The account whose page this token opens. Throws `NotFound` once it has been left. */
export async function getAccountPage(db: Db, token: string): Promise<AccountPage> {
  const { id, displayName, transfersActive } = await getByToken(db, token);
  const [received] = await db
    .select({
      cents: sum(sandboxTransfers.amount).mapWith(Number),
      reversed: sum(sandboxTransfers.reversed).mapWith(Number),
    })
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.account, id));
  return {
    displayName,
    transfersActive,
    receivedCents: (received?.cents ?? 0) - (received?.reversed ?? 0),
  };
}

async function getByToken(db: Db, token: string): Promise<Account> {
  const found = await db.query.sandboxAccounts.findFirst({
    where: eq(sandboxAccounts.onboardingToken, token),
  });
  if (!found) throw NotFound("This page is no longer valid");
  return found;
}

/** The owner has said who they are: from now on money reaches the account. Gives the path to return to. */
export async function completeOnboarding(
  { db, pool, clock }: Pick<Dependencies, "db" | "pool" | "clock">,
  token: string,
): Promise<string> {
  const path = await db.transaction(async (tx) => {
    const account = await getByToken(tx, token);
    await tx
      .update(sandboxAccounts)
      .set({ transfersActive: true, onboardingToken: null })
      .where(eq(sandboxAccounts.id, account.id));
    await recordEvent(tx, "account.updated", { id: account.id, object: "account" }, clock.now());
    return account.returnPath ?? "/";
  });
  wakeListeners(pool, "sandbox_events");
  return path;
}

const accountOf = ({ id, transfersActive }: Account): ConnectedAccount => ({
  id,
  transfersActive,
  needsInformation: !transfersActive,
});

async function getAccountRow(db: Db, id: string): Promise<Account> {
  const found = await db.query.sandboxAccounts.findFirst({ where: eq(sandboxAccounts.id, id) });
  if (!found) throw missingAccount();
  return found;
}

const missingAccount = () => new GatewayError("resource_missing", "No such account");

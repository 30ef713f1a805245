import { payoutAccounts } from "#server/database/schema/payouts.ts";
import { sandboxAccounts } from "#server/database/schema/sandbox-payouts.ts";
import type { Services } from "#server/services.ts";
import { DEMO_CREATOR } from "./content/demo-creator.ts";

/** The demo creator has been through the sandbox's onboarding. Another provider verifies nobody because we say so. */
export async function seedPayoutAccount({ config, db, clock }: Services, ownerId: string): Promise<void> {
  if (config.payments.provider !== "sandbox") return;
  const { email, firstName, lastName } = DEMO_CREATOR;
  const accountId = `acct_seed_${ownerId.replaceAll("-", "")}`;
  const createdAt = clock.now();
  await db.insert(sandboxAccounts).values({
    id: accountId,
    email,
    displayName: `${firstName} ${lastName}`,
    transfersActive: true,
    idempotencyKey: `seed_account_${ownerId}`,
    idempotencyFingerprint: "seed",
    createdAt,
  });
  await db
    .insert(payoutAccounts)
    .values({ ownerId, provider: "sandbox", accountId, transfersActive: true, createdAt });
}

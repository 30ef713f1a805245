import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { recoveryCodes } from "#server/database/schema/recovery-codes.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { creatorsWith } from "#server/features/accounts/new-creator.ts";
import { countUnused } from "./emailed-codes.ts";
import { type Client, recordEvent } from "./record-event.ts";
import { recoveryCodeHash } from "./recovery-code-text.ts";

/**
 * Uses a recovery code of the account with this address up and does `then` in the same transaction: of any number of parallel
 * requests one wins. Throws 422, always with the same words, for whatever doesn't fit.
 */
export async function useRecoveryCode<T>(
  { db, clock, secret }: Pick<Services, "db" | "clock" | "secret">,
  { email, code }: { email: string; code: string },
  client: Client,
  then: (tx: Db, ownerId: string) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [creator] = await creatorsWith(tx, email).for("no key update");
    if (!creator) throw refused();
    const usedAt = clock.now();
    const unused = and(
      eq(recoveryCodes.ownerId, creator.id),
      eq(recoveryCodes.codeHash, recoveryCodeHash(secret, code)),
      isNull(recoveryCodes.usedAt),
    );
    const used = await tx.update(recoveryCodes).set({ usedAt }).where(unused).returning();
    if (used.length === 0) throw refused();
    const left = String(await countUnused(tx, creator.id));
    await recordEvent(tx, creator.id, "RECOVERY_CODE_USED", client, usedAt, { left });
    return then(tx, creator.id);
  });
}

const refused = () => Invalid({ code: "That recovery code didn't work. Check it, or use another one." });

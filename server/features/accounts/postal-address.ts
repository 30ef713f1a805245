import { eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";

/** Sets what stands below a creator's mails that advertise: the law of most countries asks for it. */
export async function setPostalAddress(db: Db, creatorId: string, postalAddress: string): Promise<void> {
  await db.update(users).set({ postalAddress }).where(eq(users.id, creatorId));
}

import { eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";

/** The handle by which the demo creator is known. */
export const demoHandle = "demo";

/** The creator of the demo store, where it has been seeded; nobody else can take this handle. */
export async function findDemoCreator(db: Db): Promise<{ id: string } | undefined> {
  const [demo] = await db.select({ id: users.id }).from(users).where(eq(users.handle, demoHandle));
  return demo;
}

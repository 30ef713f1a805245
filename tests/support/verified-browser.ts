import { buyerSessions } from "#server/database/schema/access.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import type { TestApp } from "./test-app.ts";

/** The cookies of a browser in which this buyer's address is proved. */
export async function verifiedBrowser(
  { services: { db, clock } }: TestApp,
  customerId: string,
): Promise<{ cookies: { buyer: string } }> {
  const token = newToken();
  await db.insert(buyerSessions).values({
    tokenHash: hashToken(token),
    kind: "COOKIE",
    customerId,
    expiresAt: new Date(clock.now().getTime() + 86_400_000),
  });
  return { cookies: { buyer: token } };
}

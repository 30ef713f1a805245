import { eq, sql } from "drizzle-orm";
import { buyerSessions } from "#server/database/schema/access.ts";
import { customers } from "#server/database/schema/orders.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import type { TestApp } from "./test-app.ts";

/** Proves a buyer's address for 30 days, as the mailed code does: the same proof as a cookie and as a bearer token. */
export async function proveBuyer({ services: { db, clock } }: TestApp, email: string) {
  const [customer] = await db
    .select()
    .from(customers)
    .where(sql`lower(${customers.email}) = lower(${email})`);
  if (!customer) throw new Error("nobody has bought with this address");
  await db.update(customers).set({ provenAt: clock.now() }).where(eq(customers.id, customer.id));
  const token = newToken();
  const bearer = newToken();
  const row = {
    customerId: customer.id,
    createdAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + 30 * 86_400_000),
  };
  await db.insert(buyerSessions).values([
    { ...row, kind: "COOKIE", tokenHash: hashToken(token) },
    { ...row, kind: "BEARER", tokenHash: hashToken(bearer) },
  ]);
  return {
    customerId: customer.id,
    cookie: { cookies: { buyer: token } },
    bearer: { headers: { authorization: `Bearer ${bearer}` } },
  };
}

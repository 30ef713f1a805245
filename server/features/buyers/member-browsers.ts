import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm";
import type { MemberBrowser } from "#contract/buyers/buyers.ts";
import type { Db } from "#server/database/client.ts";
import { buyerSessions } from "#server/database/schema/access.ts";
import { customers } from "#server/database/schema/orders.ts";
import { NotFound } from "#server/errors.ts";
import { hashToken, keyedToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

const day = 86_400_000;
const bearerMs = day;
export const cookieMs = 30 * day;
/** How stale `lastSeenAt` may be: reading pages must not mean writing rows. */
const seenEveryMs = 5 * 60_000;

type Client = { userAgent: string; ip: string };

/** What proves an address in one browser: the value of its cookie, and another that its page holds. */
export type MemberTokens = { cookieToken: string; sessionToken: string };

/**
 * Notes that a browser has proved a buyer's address: a cookie of 30 days and a bearer token of 24 hours. Only their
 * hashes are stored. What the browser held before, by the hashes it showed, ends.
 */
export async function createMemberBrowser(
  tx: Db,
  { clock, secret }: Pick<Services, "clock" | "secret">,
  { customerId, client, held }: { customerId: string; client: Client; held: string[] },
): Promise<MemberTokens> {
  await endBrowsers(tx, secret, held);
  const now = clock.now();
  const seen = {
    customerId,
    userAgent: client.userAgent.slice(0, 300),
    ip: client.ip,
    createdAt: now,
    lastSeenAt: now,
  };
  const cookieToken = newToken();
  const [cookie] = await tx
    .insert(buyerSessions)
    .values({
      ...seen,
      kind: "COOKIE",
      tokenHash: hashToken(cookieToken),
      expiresAt: new Date(now.getTime() + cookieMs),
    })
    .returning({ id: buyerSessions.id });
  if (!cookie) throw new Error("a member's browser was not written");
  // Outlives the session: the address has answered once.
  await tx
    .update(customers)
    .set({ provenAt: now })
    .where(and(eq(customers.id, customerId), isNull(customers.provenAt)));
  const sessionToken = bearerOf(secret, cookie.id);
  await tx.insert(buyerSessions).values({
    ...seen,
    kind: "BEARER",
    tokenHash: hashToken(sessionToken),
    expiresAt: new Date(now.getTime() + bearerMs),
  });
  return { cookieToken, sessionToken };
}

/** The bearer token that goes with a cookie. Derived, so that whoever ends the one can end the other. */
const bearerOf = (secret: string, cookieId: string) => keyedToken(secret, "member-bearer", cookieId);

/** Ends the browsers that hold any of these token hashes: the cookie and the bearer token of each. */
export async function endBrowsers(db: Db, secret: string, hashes: string[]): Promise<void> {
  if (hashes.length === 0) return;
  const holders = db
    .select({ customerId: buyerSessions.customerId })
    .from(buyerSessions)
    .where(inArray(buyerSessions.tokenHash, hashes));
  const cookies = await db
    .select({ id: buyerSessions.id, tokenHash: buyerSessions.tokenHash })
    .from(buyerSessions)
    .where(and(eq(buyerSessions.kind, "COOKIE"), inArray(buyerSessions.customerId, holders)));
  const pairs = cookies
    .map(({ id, tokenHash }) => [tokenHash, hashToken(bearerOf(secret, id))])
    .filter((pair) => pair.some((hash) => hashes.includes(hash)));
  await db.delete(buyerSessions).where(inArray(buyerSessions.tokenHash, [...hashes, ...pairs.flat()]));
}

/** The browsers in which a buyer's address is proved, the last used first; `held` are the hashes this one showed. */
export async function listMemberBrowsers(
  { db, clock, secret }: Services,
  customerId: string,
  held: string[],
): Promise<MemberBrowser[]> {
  const rows = await db
    .select()
    .from(buyerSessions)
    .where(
      and(
        eq(buyerSessions.customerId, customerId),
        eq(buyerSessions.kind, "COOKIE"),
        gt(buyerSessions.expiresAt, clock.now()),
      ),
    )
    .orderBy(desc(buyerSessions.lastSeenAt));
  return rows.map(({ id, tokenHash, userAgent, ip, createdAt, lastSeenAt }) => ({
    id,
    current: held.includes(tokenHash) || held.includes(hashToken(bearerOf(secret, id))),
    userAgent,
    ip,
    createdAt,
    lastSeenAt,
  }));
}

/** Signs one of a buyer's browsers out, at once. Throws 404 when it is not theirs. */
export async function endMemberBrowser(
  { db, secret }: Services,
  customerId: string,
  id: string,
): Promise<{ tokenHash: string }> {
  const [browser] = await db
    .select({ tokenHash: buyerSessions.tokenHash })
    .from(buyerSessions)
    .where(
      and(
        eq(buyerSessions.id, id),
        eq(buyerSessions.customerId, customerId),
        eq(buyerSessions.kind, "COOKIE"),
      ),
    );
  if (!browser) throw NotFound("This browser is not signed in any more");
  await endBrowsers(db, secret, [browser.tokenHash]);
  return browser;
}

/** Notes that a browser was here: at most every five minutes. */
export async function markSeen({ db, clock }: Services, held: string[]): Promise<void> {
  const now = clock.now();
  await db
    .update(buyerSessions)
    .set({ lastSeenAt: now })
    .where(
      and(
        inArray(buyerSessions.tokenHash, held),
        lt(buyerSessions.lastSeenAt, new Date(now.getTime() - seenEveryMs)),
      ),
    );
}

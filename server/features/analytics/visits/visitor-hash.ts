import { createHmac, randomBytes } from "node:crypto";
import { commonZone, dayOf } from "#contract/dates.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

/** A visitor of one creator on one day, and as they were known until midnight while that is near. */
export type Visitor = { visitor: string; earlier: string | null };
export type HashVisitor = (ownerId: string, network: string, userAgent: string) => Visitor;

const nearMidnightMs = 30 * 60_000;
const dayMs = 86_400_000;

/**
 * How visitors of a moment are told apart: by their network and browser, hashed with the creator and a random salt of the day
 * (UTC). Salts are removed after two days; nothing is kept then by which anybody could be found again.
 */
export async function visitorHasher(pool: Services["pool"], at: Date): Promise<HashVisitor> {
  const salt = await saltOf(pool, at);
  const before = new Date(at.getTime() - nearMidnightMs);
  const isNear = dayOf(before, commonZone) !== dayOf(at, commonZone);
  const saltBefore = isNear ? await saltOf(pool, before) : undefined;
  return (ownerId, network, userAgent) => {
    const text = `${ownerId} ${network} ${userAgent}`;
    return {
      visitor: hashed(salt, text),
      earlier: saltBefore === undefined ? null : hashed(saltBefore, text),
    };
  };
}

const hashed = (salt: string, text: string) =>
  createHmac("sha256", salt).update(text).digest("base64url").slice(0, 22);

const known = new WeakMap<object, Map<string, string>>();

async function saltOf(pool: Services["pool"], at: Date): Promise<string> {
  const salts = known.get(pool) ?? new Map<string, string>();
  known.set(pool, salts);
  const day = dayOf(at, commonZone);
  const found = salts.get(day);
  if (found !== undefined) return found;
  const [row] = await takeSalt(pool, day, randomBytes(32).toString("base64url"));
  if (!row) throw new Error("a day has no salt");
  // This process forgets what the database forgets.
  for (const old of salts.keys()) if (Date.parse(old) < Date.parse(day) - dayMs) salts.delete(old);
  salts.set(day, row.salt);
  return row.salt;
}

const takeSalt = statement("analytics_take_salt")<{ salt: string }, [day: string, salt: string]>(
  `insert into visit_salts (day, salt) values ($1::date, $2)
   on conflict (day) do update set salt = visit_salts.salt returning salt`,
);

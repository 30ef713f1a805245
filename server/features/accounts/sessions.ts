import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignedInBrowser } from "#contract/accounts/accounts.ts";
import { recentMinutes } from "#contract/accounts/recent-sign-in-code.ts";
import type { Role } from "#contract/team/roles.ts";
import type { Config } from "#server/config.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { hotStatement } from "#server/database/statement.ts";
import { accountEvents } from "#server/database/schema/account-events.ts";
import { type SessionData, sessions, users } from "#server/database/schema/accounts.ts";
import { Conflict, Forbidden, Invalid, NotFound, Unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { hashToken, isToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { isSharedDemo } from "./shared-demo.ts";
import { cookieFlags, cookieName } from "#server/http/cookies.ts";

type Dependencies = Pick<Services, "db" | "clock">;
/** `provenAt`: when they proved who they are, where that was not just now. */
type NewSession = { userId: string; provenAt?: Date } & SessionData;

const day = 86_400_000;
const idleMs = 14 * day;
const absoluteMs = 30 * day;
/** How stale `lastSeenAt` may be: reading pages must not mean writing rows. */
const seenEveryMs = 5 * 60_000;
const recentMs = recentMinutes * 60_000;

/** `__Host-sid` on https, `sid` on http. */
export const sessionCookieName = (config: Config): string => cookieName(config, "sid");

/** Starts a session: 14 days idle, 30 days at most. Only the hash of `token`, the cookie's value, is stored. Throws 403 for the platform's account, 409 for one that is being erased. */
export async function createSession(
  { db, clock }: Dependencies,
  { userId, provenAt, method, userAgent, ip, isNewBrowser = false }: NewSession,
) {
  const token = newToken();
  const now = clock.now();
  const sess: SessionData = { method, userAgent: userAgent.slice(0, 300), ip, isNewBrowser };
  const expire = new Date(now.getTime() + idleMs);
  await db
    .insert(sessions)
    .values({
      sid: hashToken(token),
      sess,
      expire,
      userId,
      createdAt: now,
      lastSeenAt: now,
      provenAt: provenAt ?? now,
      // Their account may be as new as this.
      wroteAt: now,
      actingFor: onlyWorkplace(userId),
    })
    .catch((error: unknown) => {
      const constraint = brokenConstraint(error);
      if (constraint === "sessions_erasing") throw isBeingErased();
      if (constraint !== "sessions_platform") throw error;
      throw Forbidden("Nobody signs in with this address: it is this site's own.", "PLATFORM");
    });
  return { token, expiresAt: new Date(now.getTime() + absoluteMs) };
}

/** The store whose team somebody without one of their own is on, the first of several: they begin where their work is. */
const onlyWorkplace = (userId: string) => sql`(
  select m.owner_id from team_members m join users u on u.id = m.user_id
   where m.user_id = ${userId} and not u.has_store order by m.created_at, m.owner_id limit 1 for key share of m)`;

const isBeingErased = () =>
  Conflict(
    "This account is being deleted at this moment. In a few minutes you can sign in anew with your address.",
    "BEING_DELETED",
  );

/** Who is signed in on the browser that sent this request; undefined where nobody is. */
export async function findSignedIn(
  services: Services,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = request.cookies[sessionCookieName(services.config)];
  if (!isToken(token)) return undefined;
  const now = services.clock.now();
  const [session] = await liveSession(services.pool, hashToken(token), now);
  if (!session) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > seenEveryMs) await markSeen(services, session.sid, now);
  const isRecent = now.getTime() - session.provenAt.getTime() <= recentMs;
  return {
    creatorId: session.storeId,
    handle: session.handle,
    role: session.role,
    personId: session.userId,
    ownHandle: session.ownHandle,
    hasStore: session.hasStore,
    sessionId: session.sid,
    isRecent,
    wroteAt: session.wroteAt,
    isOperator: services.config.operators.has(session.email.toLowerCase()),
    isShared: isSharedDemo(services.config, session.ownHandle),
  };
}

/**
 * Has a session act for a store that its person is on the team of, or for their own (null) again. Throws 422 for any other.
 * Whoever leaves a team acts for their own at once: the database takes the store from their sessions.
 */
export async function actFor(
  { db }: Pick<Services, "db">,
  { personId, sessionId }: Pick<SignedIn, "personId" | "sessionId">,
  storeId: string | null,
): Promise<void> {
  await db
    .update(sessions)
    .set({ actingFor: storeId === personId ? null : storeId })
    .where(eq(sessions.sid, sessionId))
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== "sessions_acting_for_fk") throw error;
      throw Invalid({ storeId: "You are not on the team of this store" });
    });
}

/** What somebody is to a store that is not their own is asked with every request: whoever was removed is nobody there. */
const liveSession = hotStatement("find_signed_in")<
  {
    sid: string;
    userId: string;
    storeId: string;
    handle: string;
    ownHandle: string;
    hasStore: boolean;
    /** Of whoever is signed in: proven, as that of every account. */
    email: string;
    role: Role;
    lastSeenAt: Date;
    provenAt: Date;
    wroteAt: Date | null;
  },
  [sid: string, now: Date]
>(`select s.sid, s.user_id as "userId", u.id as "storeId", u.handle, own.handle as "ownHandle", u.has_store as "hasStore", own.email, coalesce(m.role, 'OWNER') as role,
          s.last_seen_at as "lastSeenAt", s.proven_at as "provenAt", s.wrote_at as "wroteAt"
     from sessions s join users own on own.id = s.user_id
     left join team_members m on m.owner_id = s.acting_for and m.user_id = s.user_id
     join users u on u.id = coalesce(m.owner_id, s.user_id)
    where s.sid = $1 and s.expire > $2`);

async function markSeen({ db }: Services, sid: string, now: Date) {
  const absoluteEnd = sql`${sessions.createdAt} + interval '30 days'`;
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expire: sql`least(${new Date(now.getTime() + idleMs).toISOString()}::timestamptz, ${absoluteEnd})`,
    })
    .where(and(eq(sessions.sid, sid), lt(sessions.lastSeenAt, now)));
}

/** Whoever is signed in with this session has just proved who they are once more; answers until when that holds. */
export async function markProven({ db, clock }: Dependencies, sid: string): Promise<{ provenUntil: Date }> {
  const provenAt = clock.now();
  const marked = await db
    .update(sessions)
    .set({ provenAt })
    .where(eq(sessions.sid, sid))
    .returning({ sid: sessions.sid });
  // It was signed out meanwhile.
  if (marked.length === 0) throw Unauthorized();
  return { provenUntil: new Date(provenAt.getTime() + recentMs) };
}

/**
 * Holds the account still until this transaction ends, for what opens it from then on. Throws 401 where the session was ended
 * since the call began: whoever takes an address back waits for this, or this for them.
 */
export async function lockSignedIn(
  tx: Db,
  { creatorId, sessionId }: Pick<SignedIn, "creatorId" | "sessionId">,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, creatorId)).for("no key update");
  if ((await tx.$count(sessions, eq(sessions.sid, sessionId))) === 0) throw Unauthorized();
}

/** Ends one session, named by its stored id. */
export async function endSession({ db }: Pick<Services, "db">, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

/** The creator's signed-in browsers, the last used first. */
export async function listSessions(services: Dependencies, signedIn: SignedIn): Promise<SignedInBrowser[]> {
  const rows = await services.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, signedIn.creatorId), gt(sessions.expire, services.clock.now())))
    .orderBy(desc(sessions.lastSeenAt));
  // Visitors of a shared demo are strangers to each other.
  const shown = signedIn.isShared ? rows.filter(({ sid }) => sid === signedIn.sessionId) : rows;
  return shown.map(({ sid, sess, createdAt, lastSeenAt }) => ({
    id: shownId(sid),
    current: sid === signedIn.sessionId,
    ...sess,
    createdAt,
    lastSeenAt,
  }));
}

/** Signs one of the creator's browsers out, by the id that `listSessions` shows; answers its stored id. Throws 404 when it is not theirs. */
export async function revokeSession(
  { db }: Pick<Services, "db">,
  creatorId: string,
  id: string,
): Promise<string> {
  const shown = sql`encode(sha256(convert_to(${sessions.sid}, 'UTF8')), 'hex')`;
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, creatorId), eq(shown, id)))
    .returning({ sid: sessions.sid });
  const [session] = ended;
  if (!session) throw NotFound("This browser is not signed in any more");
  return session.sid;
}

/** Signs the creator's other browsers out, and answers how many there were. */
export async function endOtherSessions(
  { db }: Pick<Services, "db">,
  { creatorId, sessionId }: Pick<SignedIn, "creatorId" | "sessionId">,
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, creatorId), ne(sessions.sid, sessionId)))
    .returning({ sid: sessions.sid });
  return ended.length;
}

/** The same, where its creator asks for it: it is written down, and mailed. */
export async function revokeOtherSessions(
  { db, clock }: Dependencies,
  signedIn: SignedIn,
  { userAgent, ip }: Pick<SessionData, "userAgent" | "ip">,
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await endOtherSessions({ db: tx }, signedIn)) === 0) return;
    const detail = { userAgent: userAgent.slice(0, 300), ip };
    await tx
      .insert(accountEvents)
      .values({ ownerId: signedIn.creatorId, kind: "SIGNED_OUT_ELSEWHERE", detail, createdAt: clock.now() });
  });
}

/** Sessions are shown by a hash of the stored hash, which opens nothing and finds nothing. */
const shownId = (sid: string) => hashToken(sid);

/** Gives the browser its session cookie, which lives as long as the session can. */
export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(sessionCookieName(config), token, {
    ...cookieFlags(config),
    maxAge: absoluteMs / 1000,
  });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), cookieFlags(config));
}

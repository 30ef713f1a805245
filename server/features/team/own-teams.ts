import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { listOwnTeams as contract } from "#contract/team/own-teams.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { sessions, users } from "#server/database/schema/accounts.ts";
import { teamInvitations, teamMembers } from "#server/database/schema/team.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Invalid, NotFound, Unauthorized } from "#server/errors.ts";
import type { SignedIn } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { actFor } from "#server/features/accounts/sessions.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;
type Person = Pick<SignedIn, "personId" | "sessionId">;

const storeName = sql<string>`${sql.raw(creatorName("users"))}`;

/** The stores that somebody works for, by name, and the invitations that wait for the address of their account. */
export async function listOwnTeams(
  { db, clock }: Dependencies,
  { personId, sessionId }: Person,
): Promise<z.output<(typeof contract)["schema"]["response"][200]>> {
  const [own] = await db
    .select({ id: users.id, name: storeName, handle: users.handle, email: users.email })
    .from(users)
    .where(eq(users.id, personId));
  if (!own) throw Unauthorized();
  const [session] = await db
    .select({ actingFor: sessions.actingFor })
    .from(sessions)
    .where(eq(sessions.sid, sessionId));
  const stores = await db
    .select({ id: users.id, name: storeName, handle: users.handle, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.ownerId))
    .where(eq(teamMembers.userId, personId))
    .orderBy(asc(storeName), asc(users.id));
  const { id, role, expiresAt } = teamInvitations;
  const invitations = await db
    .select({ id, role, expiresAt, name: storeName, handle: users.handle })
    .from(teamInvitations)
    .innerJoin(users, eq(users.id, teamInvitations.ownerId))
    .where(and(isTo(own.email), gt(expiresAt, clock.now())))
    .orderBy(asc(teamInvitations.createdAt), asc(id));
  return { actingFor: session?.actingFor ?? personId, own, stores, invitations };
}

/**
 * Takes an invitation to the address of one's own account, and acts for its store from then on. Throws 404 where it is to
 * another address, over, or not open any more: all of them look the same.
 */
export async function acceptInvitation(
  { db, pool, clock }: Dependencies,
  person: Person,
  invitationId: string,
  browser: ActingBrowser,
): Promise<{ storeId: string }> {
  const { personId } = person;
  const now = clock.now();
  const storeId = await db.transaction(async (tx) => {
    await sayActingBrowser(tx, browser, now);
    const email = await emailOf(tx, personId);
    const [taken] = await tx
      .delete(teamInvitations)
      .where(and(eq(teamInvitations.id, invitationId), isTo(email), gt(teamInvitations.expiresAt, now)))
      .returning();
    if (!taken) throw notForYou();
    const { ownerId, role } = taken;
    // They changed their address to one that the store they own had invited.
    if (ownerId === personId) throw Invalid({ id: "This is your own store" });
    await tx
      .insert(teamMembers)
      .values({ ownerId, userId: personId, role, createdAt: now })
      .onConflictDoUpdate({ target: [teamMembers.ownerId, teamMembers.userId], set: { role } });
    await queueMail(tx, {
      event: `team-joined:${invitationId}`,
      recipient: email,
      template: "team-joined",
      data: { ownerId, userId: personId },
    });
    await actFor({ db: tx }, person, ownerId);
    return ownerId;
  });
  wakeListeners(pool, "job_outbox");
  return { storeId };
}

/** Declines an invitation to the address of one's own account. Throws 404 like `acceptInvitation`. */
export async function declineInvitation({ db }: Dependencies, personId: string, id: string): Promise<void> {
  const declined = await db
    .delete(teamInvitations)
    .where(and(eq(teamInvitations.id, id), isTo(await emailOf(db, personId))))
    .returning({ id: teamInvitations.id });
  if (declined.length === 0) throw notForYou();
}

const notForYou = () => NotFound("There is no open invitation to the address that you are signed in with");

const isTo = (email: string) => eq(sql`lower(${teamInvitations.email})`, email.toLowerCase());

async function emailOf(db: Services["db"], personId: string): Promise<string> {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, personId));
  if (!person) throw Unauthorized();
  return person.email;
}

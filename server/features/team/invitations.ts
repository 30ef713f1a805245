import { and, eq, lte, sql } from "drizzle-orm";
import { invitationDays, type Invitation, mostColleagues } from "#contract/team/team.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { teamInvitations, teamMembers } from "#server/database/schema/team.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;
type Row = typeof teamInvitations.$inferSelect;

const day = 86_400_000;
/** It is mailed once in so long, whoever asks for it. */
const resendAfterMs = day;

/**
 * Invites an address to the team of a creator's store, by mail. Throws 422 for the creator's own address, for who is on the
 * team, and for who is invited already, and 409 where the team is full.
 */
export async function inviteColleague(
  { db, pool, clock }: Dependencies,
  ownerId: string,
  { email, role }: { email: string; role: TeamRole },
): Promise<Invitation> {
  const now = clock.now();
  const invitation = await db
    .transaction(async (tx) => {
      // One at a time for each store: two of them do not pass the most that it has together.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for("no key update");
      await requireOutsider(tx, ownerId, email);
      if ((await countTaken(tx, ownerId)) >= mostColleagues)
        throw Conflict(
          `A team has ${mostColleagues} people at most, invitations among them. Remove somebody first.`,
          "TEAM_FULL",
        );
      const [made] = await tx
        .insert(teamInvitations)
        .values({ ownerId, email, role, createdAt: now, ...sentAt(now) })
        .returning();
      if (!made) throw new Error("The invitation was not written");
      await queueInvitation(tx, made);
      return made;
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== "team_invitations_address") throw error;
      throw Invalid({ email: "An invitation waits for this address already. You can send it again." });
    });
  wakeListeners(pool, "job_outbox");
  return shownInvitation(invitation, now);
}

/** Mails an invitation again, which begins its days anew. Throws 404, and 409 where it was mailed less than a day ago. */
export async function resendInvitation(
  { db, pool, clock }: Dependencies,
  ownerId: string,
  id: string,
): Promise<Invitation> {
  const now = clock.now();
  const invitation = await db.transaction(async (tx) => {
    const [sent] = await tx
      .update(teamInvitations)
      .set(sentAt(now))
      .where(
        and(isInvitation(ownerId, id), lte(teamInvitations.sentAt, new Date(now.getTime() - resendAfterMs))),
      )
      .returning();
    if (sent) await queueInvitation(tx, sent);
    return sent;
  });
  if (!invitation) {
    if ((await db.$count(teamInvitations, isInvitation(ownerId, id))) === 0) throw notInvited();
    throw Conflict("It was mailed less than a day ago. It can be sent again tomorrow.", "ALREADY_SENT");
  }
  wakeListeners(pool, "job_outbox");
  return shownInvitation(invitation, now);
}

/** Takes an invitation back. Throws 404 where it was taken, declined or withdrawn before. */
export async function withdrawInvitation({ db }: Dependencies, ownerId: string, id: string): Promise<void> {
  const gone = await db
    .delete(teamInvitations)
    .where(isInvitation(ownerId, id))
    .returning({ id: teamInvitations.id });
  if (gone.length === 0) throw notInvited();
}

/** An invitation as its store's owner sees it. */
export const shownInvitation = ({ id, email, role, sentAt, expiresAt }: Row, now: Date): Invitation => ({
  id,
  email,
  role,
  sentAt,
  expiresAt,
  isExpired: expiresAt <= now,
});

const notInvited = () => NotFound("This invitation is not open any more");

const isInvitation = (ownerId: string, id: string) =>
  and(eq(teamInvitations.ownerId, ownerId), eq(teamInvitations.id, id));

const sentAt = (now: Date) => ({
  sentAt: now,
  expiresAt: new Date(now.getTime() + invitationDays * day),
});

const queueInvitation = (tx: Db, { id, email, sentAt }: Row) =>
  queueMail(tx, {
    event: `team-invitation:${id}:${sentAt.toISOString()}`,
    recipient: email,
    template: "team-invitation",
    data: { invitationId: id },
  });

/** Of both at the same moment: whoever accepts an invitation goes from one table to the other. */
async function countTaken(tx: Db, ownerId: string): Promise<number> {
  const [taken] = await tx
    .select({
      members: tx.$count(teamMembers, eq(teamMembers.ownerId, ownerId)),
      invitations: tx.$count(teamInvitations, eq(teamInvitations.ownerId, ownerId)),
    })
    .from(users)
    .where(eq(users.id, ownerId));
  return taken ? taken.members + taken.invitations : 0;
}

async function requireOutsider(tx: Db, ownerId: string, email: string): Promise<void> {
  const [known] = await tx
    .select({ id: users.id, isMember: sql<boolean>`${teamMembers.userId} is not null` })
    .from(users)
    .leftJoin(teamMembers, and(eq(teamMembers.userId, users.id), eq(teamMembers.ownerId, ownerId)))
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  if (known?.id === ownerId) throw Invalid({ email: "This is your own address: the store is yours" });
  if (known?.isMember) throw Invalid({ email: "They are on your team already" });
}

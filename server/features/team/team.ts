import { and, asc, eq, sql } from "drizzle-orm";
import type { Colleague, Invitation } from "#contract/team/team.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { creatorName } from "#server/database/creator-name.ts";
import { users } from "#server/database/schema/accounts.ts";
import { teamInvitations, teamMembers } from "#server/database/schema/team.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { shownInvitation } from "./invitations.ts";

type Dependencies = Pick<Services, "db" | "clock">;

/** Who is on the team of a creator's store, those of longest standing first, and whom an invitation waits for. */
export async function listTeam(
  { db, clock }: Dependencies,
  ownerId: string,
): Promise<{ members: Colleague[]; invitations: Invitation[] }> {
  const invited = await db
    .select()
    .from(teamInvitations)
    .where(eq(teamInvitations.ownerId, ownerId))
    .orderBy(asc(teamInvitations.createdAt), asc(teamInvitations.id));
  const now = clock.now();
  return {
    members: await selectColleagues(db, eq(teamMembers.ownerId, ownerId)),
    invitations: invited.map((invitation) => shownInvitation(invitation, now)),
  };
}

/** Changes what somebody on the team may do. Throws 404 for who is not on it. */
export async function changeRole(
  { db, clock }: Dependencies,
  ownerId: string,
  userId: string,
  role: TeamRole,
  browser: ActingBrowser,
): Promise<Colleague> {
  return db.transaction(async (tx) => {
    await sayActingBrowser(tx, browser, clock.now());
    await tx.update(teamMembers).set({ role }).where(isMember(ownerId, userId));
    const [colleague] = await selectColleagues(tx, isMember(ownerId, userId));
    if (!colleague) throw notOnTeam();
    return colleague;
  });
}

/** Ends somebody's part in a team, whoever of both asks for it. Throws 404 for who is not on it. */
export async function endMembership(
  { db, clock }: Dependencies,
  ownerId: string,
  userId: string,
  browser: ActingBrowser,
): Promise<void> {
  await db.transaction(async (tx) => {
    await sayActingBrowser(tx, browser, clock.now());
    const ended = await tx
      .delete(teamMembers)
      .where(isMember(ownerId, userId))
      .returning({ userId: teamMembers.userId });
    if (ended.length === 0) throw notOnTeam();
  });
}

const notOnTeam = () => NotFound("They are not on the team any more");

const isMember = (ownerId: string, userId: string) =>
  and(eq(teamMembers.ownerId, ownerId), eq(teamMembers.userId, userId));

const selectColleagues = (db: Services["db"], which: ReturnType<typeof and>): Promise<Colleague[]> =>
  db
    .select({
      id: users.id,
      name: sql<string>`${sql.raw(creatorName("users"))}`,
      email: users.email,
      profileImageUrl: users.profileImageUrl,
      role: teamMembers.role,
      since: teamMembers.createdAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(which)
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.userId));

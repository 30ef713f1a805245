import { chooseStore } from "#contract/team/own-teams.ts";
import type { TeamRole } from "#contract/team/roles.ts";
import { teamInvitations, teamMembers } from "#server/database/schema/team.ts";
import { makeCreator } from "./factories.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestApp } from "./test-app.ts";

type Owner = { id: string };

/** Somebody with an account of their own who is on a store's team. */
export async function makeColleague(app: TestApp, owner: Owner, role: TeamRole) {
  const person = await makeCreator(app, { firstName: "Sam", lastName: "Reed" });
  await app.services.db.insert(teamMembers).values({ ownerId: owner.id, userId: person.id, role });
  return person;
}

/** The same in a browser that acts for that store. */
export async function colleagueBrowser(app: TestApp, owner: Owner, role: TeamRole) {
  const person = await makeColleague(app, owner, role);
  const browser = await signedInBrowser(app, person);
  const { status, text } = await browser.call(chooseStore, { body: { storeId: owner.id } });
  if (status !== 200) throw new Error(text);
  return { person, browser };
}

/** An invitation to a store's team that waits, mailed two days ago. */
export async function makeInvitation(
  { services: { db, clock } }: TestApp,
  owner: Owner,
  { email, role = "SUPPORT" }: { email: string; role?: TeamRole },
) {
  const day = 86_400_000;
  const sentAt = new Date(clock.now().getTime() - 2 * day);
  const [invitation] = await db
    .insert(teamInvitations)
    .values({ ownerId: owner.id, email, role, sentAt, expiresAt: new Date(sentAt.getTime() + 7 * day) })
    .returning();
  if (!invitation) throw new Error("nobody was invited");
  return invitation;
}

/** Somebody on a creator's team, an invitation to it, a team that they are on, and one that they are invited to, by their ids. */
export async function furnishTeams(app: TestApp, creator: { id: string; email: string }, invited: string) {
  const [team, inviting] = [await makeCreator(app), await makeCreator(app)];
  await app.services.db.insert(teamMembers).values({ ownerId: team.id, userId: creator.id, role: "EDITOR" });
  return {
    colleague: (await makeColleague(app, creator, "SUPPORT")).id,
    invitation: (await makeInvitation(app, creator, { email: invited })).id,
    team: team.id,
    ownInvitation: (await makeInvitation(app, inviting, { email: creator.email })).id,
  };
}

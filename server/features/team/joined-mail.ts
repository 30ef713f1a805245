import { and, eq, sql } from "drizzle-orm";
import { openStorePath } from "#contract/team/open-store.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { users } from "#server/database/schema/accounts.ts";
import { teamMembers } from "#server/database/schema/team.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/** To whoever has just joined a store's team: what they can do, and how they get there and back. */
export async function renderTeamJoined(
  { db, config }: Services,
  { ownerId, userId }: { ownerId: string; userId: string },
): Promise<RenderedMail> {
  const [joined] = await db
    .select({ role: teamMembers.role, seller: sql<Seller>`${sql.raw(sellerOf("users"))}` })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.ownerId))
    .where(and(eq(teamMembers.ownerId, ownerId), eq(teamMembers.userId, userId)));
  if (!joined) throw new MailRefused("They are not on the team any more");
  const { creator, masthead, from } = onBehalfOf(joined.seller, config);
  const { name, may } = roleWords[joined.role];
  const link = new URL(openStorePath(ownerId, "/"), config.publicUrl).href;
  const said = `You are on the team of ${creator} as ${name.toLowerCase()}.`;
  const what = `What you can do there: ${may.charAt(0).toLowerCase()}${may.slice(1)}`;
  const ways =
    "You sign in with your own account, as before. At the foot of the menu you choose the store that you work in, and there you can leave the team again.";
  const footer = "You get this mail because you took an invitation to a team.";
  return {
    subject: `You have joined the team of ${creator}`,
    ...from,
    text: [said, "", what, "", ways, link, "", footer].join("\n"),
    html: await mailPage({
      preview: what,
      masthead,
      title: "You have joined a team",
      children: [paragraph(said), paragraph(what), paragraph(ways), callToAction(link, "Open the store")],
      footer,
    }),
  };
}

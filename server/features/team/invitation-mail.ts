import { eq, sql } from "drizzle-orm";
import { longDayText } from "#contract/dates.ts";
import { roleWords } from "#contract/team/role-words.ts";
import { users } from "#server/database/schema/accounts.ts";
import { teamInvitations } from "#server/database/schema/team.ts";
import { invitationLink } from "#server/features/accounts/invitation-links.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

/**
 * Invites somebody to a store's team. Its link only tells the sign-in page who invites: the account of the invited address
 * may take the invitation, so that a forwarded mail lets nobody in.
 */
export async function renderTeamInvitation(
  services: Services,
  { invitationId }: { invitationId: string },
): Promise<RenderedMail> {
  const { db, config } = services;
  const [invitation] = await db
    .select({
      role: teamInvitations.role,
      expiresAt: teamInvitations.expiresAt,
      seller: sql<Seller>`${sql.raw(sellerOf("users"))}`,
    })
    .from(teamInvitations)
    .innerJoin(users, eq(users.id, teamInvitations.ownerId))
    .where(eq(teamInvitations.id, invitationId));
  if (!invitation) throw new MailRefused("The invitation is not open any more");
  const { creator, masthead, from } = onBehalfOf(invitation.seller, config);
  const { name, may } = roleWords[invitation.role];
  const { expiresAt } = invitation;
  const link = invitationLink(services, { kind: "TEAM", id: invitationId, until: expiresAt });
  const offer = `${creator} invites you to the team of their store as ${name.toLowerCase()}.`;
  const what = `What you can do there: ${may.charAt(0).toLowerCase()}${may.slice(1)}`;
  const signIn = `Sign in with this address to join, or make an account with it. The invitation is open until ${longDayText(expiresAt, "UTC")}.`;
  const footer = `You get this mail because ${creator} entered your address. If you do not want to join, do nothing.`;
  return {
    subject: `${creator} invites you to their team`,
    ...from,
    text: [offer, "", what, "", signIn, link, "", footer].join("\n"),
    html: await mailPage({
      preview: what,
      masthead,
      title: "You are invited to a team",
      children: [
        paragraph(offer),
        paragraph(what),
        paragraph(signIn),
        callToAction(link, "Look at the invitation"),
        note(link),
      ],
      footer,
    }),
  };
}

import { eq, sql } from "drizzle-orm";
import { users } from "#server/database/schema/accounts.ts";
import { affiliates } from "#server/database/schema/affiliates.ts";
import { invitationLink } from "#server/features/accounts/invitation-links.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, note, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";

/** For so long the link tells the sign-in page who invited them. It leads on ever after. */
const linkMs = 90 * 86_400_000;

/** Tells somebody whose affiliate they are, what they earn, and where their links and figures are. */
export async function renderAffiliateInvitation(
  services: Services,
  { affiliateId }: { affiliateId: string },
): Promise<RenderedMail> {
  const { db, config, clock } = services;
  const [affiliate] = await db
    .select({
      rate: affiliates.commissionRate,
      seller: sql<Seller>`${sql.raw(sellerOf("users"))}`,
    })
    .from(affiliates)
    .innerJoin(users, eq(users.id, affiliates.ownerId))
    .where(eq(affiliates.id, affiliateId));
  if (!affiliate) throw new Error("The affiliate was deleted");
  const { creator, masthead, from } = onBehalfOf(affiliate.seller, config);
  const where = masthead.isPoweredBy ? " on Openstall" : "";
  const percent = `${Number((Number(affiliate.rate) * 100).toFixed(2))} %`;
  const until = new Date(clock.now().getTime() + linkMs);
  const link = invitationLink(services, { kind: "AFFILIATE", id: affiliateId, until });
  const offer = `${creator} has made you an affiliate${where}. You earn ${percent} of what people buy after opening your link, for 30 days from their last click.`;
  const hold = "A commission becomes payable 30 days after the sale, once it can no longer be returned.";
  const signIn =
    "Your links, clicks and earnings are on your affiliate page. Sign in with this address to see them.";
  const footer = `You get this mail because ${creator} entered your address${where}. If you do not want to be an affiliate, do nothing.`;
  return {
    subject: `You are an affiliate of ${creator}`,
    ...from,
    text: [offer, "", hold, "", signIn, link, "", footer].join("\n"),
    html: await mailPage({
      preview: `You earn ${percent} of every sale through your link.`,
      masthead,
      title: "You are an affiliate",
      children: [
        paragraph(offer),
        paragraph(hold),
        paragraph(signIn),
        callToAction(link, "Open your affiliate page"),
        note(link),
      ],
      footer,
    }),
  };
}

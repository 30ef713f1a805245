import { longDayText } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import type { DeletionNews } from "./deletion-news.ts";

/** To the creator: their account goes tomorrow, or is gone. */
export async function renderAccountDeletion(
  services: Services,
  { ownerId, news }: { ownerId: string; news: DeletionNews },
): Promise<RenderedMail> {
  const { title, texts, path, label } = news === "GONE" ? gone : tomorrow(await dueOf(services, ownerId));
  const link =
    news === "GONE"
      ? new URL(path, services.config.publicUrl).href
      : (await deskLinks(services, ownerId))(path);
  const footer = "You get this mail because the deletion of your Openstall account was asked for.";
  return {
    subject: title,
    text: [...texts, "", `${label}:`, link, "", footer].join("\n"),
    html: await mailPage({
      preview: texts[0] ?? title,
      masthead: ourMasthead,
      title,
      children: [...texts.map((text) => paragraph(text)), callToAction(link, label)],
      footer,
    }),
  };
}

const tomorrow = (day: string) => ({
  title: "Your account will be deleted tomorrow",
  texts: [
    `On ${day} your store, your lists and everything in your account go for good, unless something is still owed to a buyer by then.`,
    "If you changed your mind, sign in and press Keep my account: everything is as it was.",
  ],
  path: "/admin?tab=settings&view=data",
  label: "Open your settings",
});

const gone = {
  title: "Your account is deleted",
  texts: [
    "Your store and your data are gone. What you sold stays open to those who bought it, and their receipts name you as the seller.",
    "You can open a new account with this address at any time. It knows nothing of the old one.",
  ],
  path: "/",
  label: "Openstall",
};

async function dueOf({ pool }: Pick<Services, "pool">, ownerId: string): Promise<string> {
  const [deletion] = await selectDue(pool, ownerId);
  if (!deletion) throw new MailRefused("The deletion was taken back");
  return longDayText(deletion.dueAt, deletion.zone);
}

const selectDue = statement("leaving_mail_deletion")<{ dueAt: Date; zone: string }, [ownerId: string]>(
  `select d.due_at as "dueAt", ${creatorZone("u")} as zone
     from account_deletions d join users u on u.id = d.owner_id where d.owner_id = $1 and d.state = 'ASKED'`,
);

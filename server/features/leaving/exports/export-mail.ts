import { longDayText } from "#contract/dates.ts";
import { creatorZone } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";

/** To the creator: their export can be downloaded, or could not be made. The link opens nothing without signing in. */
export async function renderAccountExport(
  services: Services,
  { exportId }: { exportId: string },
): Promise<RenderedMail> {
  const [made] = await selectExport(services.pool, exportId);
  if (!made || (made.state !== "READY" && made.state !== "FAILED"))
    throw new MailRefused("This export is not there any more");
  const isReady = made.state === "READY" && made.expiresAt !== null;
  const title = isReady ? "Your export is ready" : "Your export could not be made";
  const text =
    made.expiresAt !== null && isReady
      ? `Everything of yours is in one ZIP file. You can download it until ${longDayText(made.expiresAt, made.zone)}, signed in.`
      : "Something went wrong on our side. Please have it made once more; the one that failed does not count.";
  const link = (await deskLinks(services, made.ownerId))("/admin?tab=settings&view=data");
  const footer =
    "You get this mail because an export was asked for in your account. If that was not you, sign out other browsers in your settings.";
  return {
    subject: title,
    text: [text, "", "Open your settings:", link, "", footer].join("\n"),
    html: await mailPage({
      preview: text,
      masthead: ourMasthead,
      title,
      children: [paragraph(text), callToAction(link, "Open your settings")],
      footer,
    }),
  };
}

const selectExport = statement("leaving_mail_export")<
  { ownerId: string; state: string; expiresAt: Date | null; zone: string },
  [exportId: string]
>(`select e.owner_id as "ownerId", e.state, e.expires_at as "expiresAt", ${creatorZone("u")} as zone
     from account_exports e join users u on u.id = e.owner_id where e.id = $1`);

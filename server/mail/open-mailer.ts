import type { Services } from "#server/services.ts";
import { postmarkMetadata } from "./feedback/read-postmark-report.ts";
import { mailboxMailer } from "./mailbox.ts";
import type { Mailer } from "./mailer.ts";

/** The mailer that the configuration asks for. */
export async function openMailer({
  config,
  db,
  clock,
}: Pick<Services, "config" | "db" | "clock">): Promise<Mailer> {
  const { mail, mailReports } = config;
  if (mail.adapter === "mailbox") return mailboxMailer({ db, clock });
  // Postmark gives mails ids of its own; what it keeps of this header comes back with its reports.
  const labels = mailReports.postmark && ((id: string) => ({ [postmarkMetadata.header]: id }));
  const { smtpMailer } = await import("./smtp.ts");
  return smtpMailer({ ...mail, ...(labels && { labels }) });
}

import type { Services } from "#server/services.ts";
import { mailboxMailer } from "./mailbox.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer } from "./smtp.ts";

/** The mailer that the configuration asks for. */
export function openMailer({ config, db, clock }: Pick<Services, "config" | "db" | "clock">): Mailer {
  return config.mail.adapter === "smtp" ? smtpMailer(config.mail) : mailboxMailer({ db, clock });
}

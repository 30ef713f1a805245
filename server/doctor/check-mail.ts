import nodemailer from "nodemailer";
import type { Config } from "#server/config.ts";
import { smtpMailer } from "#server/mail/smtp.ts";
import { type Finding, fine, warning } from "./finding.ts";

/** Whether the mail server greets us and takes our sign-in; no mail is sent. */
export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (mail.adapter === "mailbox")
    return [warning("Mail goes to the mailbox of local mode, and to nobody else")];
  // Refuses a sender that is no address.
  smtpMailer(mail).close();
  const transport = nodemailer.createTransport({
    url: mail.url,
    requireTLS: mail.requireTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 8_000,
  });
  try {
    await transport.verify();
    return [fine(`The mail server takes mail of ${mail.from}`)];
  } finally {
    transport.close();
  }
}

import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/database/client.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { checkHeaders } from "./mail-headers.ts";
import type { Mailer } from "./mailer.ts";

const domain = "openstall.example";

/** The stand-in for a mail server: keeps every mail in the table `mailbox`, a repeated message id once. */
export function mailboxMailer({ db, clock }: { db: Db; clock: Clock }): Mailer {
  return {
    async send(mail) {
      checkHeaders(mail);
      const from = `${quoted(mail.fromName ?? "Openstall")} <mail@${domain}>`;
      const messageId = `<${mail.messageId}@${domain}>`;
      await db
        .insert(mailbox)
        .values({
          messageId,
          to: mail.to,
          from,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: {
            From: from,
            To: mail.to,
            Subject: mail.subject,
            "Message-ID": messageId,
            ...(mail.replyTo && { "Reply-To": mail.replyTo }),
            ...(mail.inReplyTo && {
              "In-Reply-To": `<${mail.inReplyTo}@${domain}>`,
              References: `<${mail.inReplyTo}@${domain}>`,
            }),
            ...mail.headers,
          },
          attachments: [...(mail.attachments ?? [])],
          sentAt: clock.now(),
        })
        .onConflictDoNothing({ target: mailbox.messageId });
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

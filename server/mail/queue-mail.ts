import { sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import type { MailData } from "./all-mails.ts";

/** The name of the job that sends one queued mail; its data is `{ mailId }`. */
export const sendMailJob = "send-mail";

export type QueuedMail = {
  [Template in keyof MailData]: {
    /** What the mail is about: `receipt:<order id>`. One mail leaves for each event and recipient, whatever is repeated. */
    event: string;
    recipient: string;
    template: Template;
    /** What the template needs; never a code or a token, since the outbox is no place for them. */
    data: MailData[Template];
  };
}[keyof MailData];

/** Queues a mail in the caller's transaction: it leaves if that commits, and once. */
export async function queueMail(db: Db, { event, recipient, template, data }: QueuedMail): Promise<void> {
  await db.execute(
    sql`with queued as (
          insert into mail_outbox (event, recipient, template, data)
          values (${event}, ${recipient}, ${template}, ${JSON.stringify(data)}::jsonb)
          on conflict (event, recipient) do nothing
          returning id)
        insert into job_outbox (name, data) select ${sendMailJob}, jsonb_build_object('mailId', id) from queued`,
  );
}

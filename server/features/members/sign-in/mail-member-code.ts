import { sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import { type CodeRecipient, makeCode } from "#server/one-time-codes/make-code.ts";
import { CodeFlow } from "#server/one-time-codes/request-code.ts";

/**
 * Makes the code and the link of a flow and mails them, if the address is one that has bought something. When the mail
 * fails the job runs again, with new ones.
 */
export const mailMemberCode = defineJob({
  name: "mail-member-code",
  data: CodeFlow,
  async handle(services, { flowId }) {
    const made = await makeCode(services, { flowId, findRecipient, withLink: true });
    if (!made) return;
    const page = new URL("/members", services.config.publicUrl);
    // In the fragment, which reaches no server and no log; a GET never uses it up.
    page.hash = `link=${made.linkToken}`;
    await sendCode(services, { ...made, purpose: "MEMBERSHIP_ACCESS", link: page.href });
  },
});

/** The mail goes to the address as it was stored, whatever was typed. */
async function findRecipient(tx: Db, email: string): Promise<CodeRecipient | undefined> {
  const { rows } = await tx.execute<{ email: string; customerId: string }>(
    sql`select c.email, c.id as "customerId" from customers c
         where lower(c.email) = ${email} and c.erased_at is null
           and exists (select from orders o where o.customer_id = c.id and o.status in ('PAID', 'REFUNDED'))`,
  );
  return rows[0];
}

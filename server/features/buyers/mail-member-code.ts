import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { customers, orders } from "#server/database/schema/orders.ts";
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
  const paid = and(eq(orders.customerId, customers.id), inArray(orders.status, ["PAID", "REFUNDED"]));
  const [recipient] = await tx
    .select({ email: customers.email, customerId: customers.id })
    .from(customers)
    .where(
      and(
        eq(sql`lower(${customers.email})`, email),
        isNull(customers.erasedAt),
        exists(tx.select({ id: orders.id }).from(orders).where(paid)),
      ),
    );
  return recipient;
}

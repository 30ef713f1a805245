import { and, eq } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { sandboxIntents } from "#server/database/schema/sandbox.ts";
import { sandboxInvoices } from "#server/database/schema/sandbox-subscriptions.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { markFailed, markPaid } from "./invoices.ts";
import { getInvoiceRow, lockSubscription } from "./subscription-rows.ts";

type Dependencies = Pick<Services, "db" | "pool" | "clock">;

/** What the payment of a bill, made in a browser or settled later, means for its membership. Repeating it changes nothing. */
export async function settleInvoice(services: Dependencies, invoiceId: string): Promise<void> {
  const now = services.clock.now();
  const moment = { at: now, now };
  await services.db.transaction(async (tx) => {
    const { subscription: id } = await getInvoiceRow(tx, invoiceId);
    const subscription = await lockSubscription(tx, id);
    const invoice = await getInvoiceRow(tx, invoiceId);
    const intent = invoice.paymentIntent && (await findIntent(tx, invoice.paymentIntent));
    if (invoice.status !== "open" || !intent) return;
    if (intent.status === "succeeded") return markPaid(tx, subscription, invoice, intent, moment);
    // The buyer of a first bill may try again; a renewal that its bank refused in the end has failed.
    const isRenewal = subscription.status === "active" || subscription.status === "past_due";
    if (intent.status === "requires_payment_method" && intent.lastError && isRenewal)
      await markFailed(tx, subscription, invoice, intent.lastError, moment);
  });
  wakeListeners(services.pool, "sandbox_events");
}

/** Settles what was paid by a process that died before it could. */
export async function settlePaidInvoices(services: Dependencies): Promise<void> {
  const paid = await services.db
    .select({ id: sandboxInvoices.id })
    .from(sandboxInvoices)
    .innerJoin(sandboxIntents, eq(sandboxIntents.id, sandboxInvoices.paymentIntent))
    .where(and(eq(sandboxInvoices.status, "open"), eq(sandboxIntents.status, "succeeded")));
  for (const { id } of paid) await settleInvoice(services, id);
}

const findIntent = (tx: Db, id: string) =>
  tx.query.sandboxIntents.findFirst({ where: eq(sandboxIntents.id, id) });

import { randomUUID } from "node:crypto";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid, Unavailable } from "#server/errors.ts";
import type { ProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { eraseSubscriptions } from "#server/features/mailing-list/erase-subscriptions.ts";
import { syncMembership } from "#server/features/memberships/sync-membership.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";
import type { Services } from "#server/services.ts";
import { eraseCustomer } from "./erase-customer.ts";

/**
 * Removes what is kept about a proven buyer. Running memberships are ended at the provider first, and at once: nothing
 * may charge somebody whom nobody knows any more. What they bought is closed; their orders stay, without a name and with
 * a tombstone for an address. Jobs remove them at the provider. Who buys with that address again is a new customer.
 *
 * A crash in between leaves memberships that have ended and the data as it was: it can be asked for again. Throws 422
 * where `typedEmail` is another address, 503 where a membership could not be ended: then nothing is removed.
 */
export async function eraseMember(
  services: Services,
  { customerId, email }: ProvenBuyer,
  typedEmail: string,
): Promise<void> {
  if (typedEmail !== email.toLowerCase()) throw Invalid({ email: "This is not the address you verified." });
  // A membership that is bought meanwhile is ended in the next round.
  for (let round = 0; round < 3; round++) {
    await endMemberships(services, customerId);
    const isForgotten = await inTransaction(services.pool, async (client) => {
      // Codes first: whoever is proving the address at this moment is waited for.
      await deleteCodes(client, email);
      // A purchase at this moment ends before, or makes a new customer after.
      const known = await lockCustomer(client, customerId);
      if (known.length === 0) return true;
      const running = await selectRunning(client, customerId);
      if (running.length > 0) return false;
      await eraseSubscriptions(client, email);
      await eraseCustomer(client, { customerId, email, now: services.clock.now() });
      return true;
    });
    if (isForgotten) return;
  }
  throw stillRunning();
}

async function endMemberships(services: Services, customerId: string): Promise<void> {
  for (const { id } of await selectRunning(services.pool, customerId)) {
    try {
      await services.payments.subscriptions.cancelSubscription(id, "NOW", randomUUID());
    } catch (error) {
      // One that has ended already is written down by the next line.
      if (!(error instanceof GatewayError)) throw error;
      if (error.code !== "payment_intent_unexpected_state") throw stillRunning();
    }
    await syncMembership(services, id).catch(() => {
      throw stillRunning();
    });
  }
}

const deleteCodes = statement("buyers_delete_codes")<never, [email: string]>(
  "delete from verification_tokens where lower(email) = lower($1)",
);

const lockCustomer = statement("buyers_lock_customer")<never, [customerId: string]>(
  "select from customers where id = $1 and erased_at is null for update",
);

const selectRunning = statement("buyers_select_running")<{ id: string }, [customerId: string]>(
  `select provider_subscription_id as id from subscriptions
    where customer_id = $1 and status not in ('canceled', 'incomplete_expired') order by created_at`,
);

const stillRunning = () =>
  Unavailable(
    "Your membership could not be cancelled just now, so nothing was removed. Please try again in a moment.",
    "MEMBERSHIP_RUNNING",
  );

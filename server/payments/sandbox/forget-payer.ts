import { sql } from "drizzle-orm";
import type { SubscriptionGateway } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";

type World = Pick<Services, "db"> & { subscriptions: SubscriptionGateway };

/**
 * What deleting a customer is elsewhere: the address goes from the payment, which lends its card no more. The payment of
 * a membership's bill stands for all of them, and the membership ends.
 */
export async function forgetPayer({ db, subscriptions }: World, paymentIntentId: string): Promise<void> {
  const { rows } = await db.execute<{ subscription: string }>(
    sql`select subscription from sandbox.invoices where payment_intent = ${paymentIntentId}`,
  );
  const subscription = rows[0]?.subscription ?? null;
  if (subscription) await subscriptions.cancelSubscription(subscription, "NOW", `forget_${subscription}`);
  await db.execute(
    sql`with membership as (
          update sandbox.subscriptions set receipt_email = '' where id = ${subscription})
        update sandbox.payment_intents set receipt_email = null, setup_future_usage = null
         where id = ${paymentIntentId}
            or id in (select payment_intent from sandbox.invoices where subscription = ${subscription})`,
  );
}

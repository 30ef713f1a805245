import { statement } from "#server/database/statement.ts";
import type { SubscriptionGateway } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";

type Dependencies = Pick<Services, "pool"> & { subscriptions: SubscriptionGateway };

/**
 * What deleting a customer is elsewhere: the address goes from the payment, which lends its card no more. The payment of
 * a membership's bill stands for all of them, and the membership ends.
 */
export async function deletePayer(
  { pool, subscriptions }: Dependencies,
  paymentIntentId: string,
): Promise<void> {
  const [bill] = await selectBill(pool, paymentIntentId);
  const subscription = bill?.subscription ?? null;
  if (subscription) await subscriptions.cancelSubscription(subscription, "NOW", `forget_${subscription}`);
  await forget(pool, paymentIntentId, subscription);
}

const selectBill = statement("sandbox_select_bill")<{ subscription: string }, [paymentIntentId: string]>(
  "select subscription from sandbox.invoices where payment_intent = $1",
);

const forget = statement("sandbox_forget_payer")<
  never,
  [paymentIntentId: string, subscription: string | null]
>(
  `with membership as (
     update sandbox.subscriptions set receipt_email = '' where id = $2)
   update sandbox.payment_intents set receipt_email = null, setup_future_usage = null
    where id = $1 or id in (select payment_intent from sandbox.invoices where subscription = $2)`,
);

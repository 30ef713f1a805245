import { paymentFound, type PaymentEvents, returnFailed } from "#server/payments/payment-event.ts";
import { followDispute } from "./follow-dispute.ts";
import { followRefund } from "./follow-refund.ts";

export const orderPaymentEvents: readonly PaymentEvents[] = [
  { types: ["refund."], follow: afterPayment(followRefund) },
  { types: ["charge.dispute.", "radar.early_fraud_warning.created"], follow: afterPayment(followDispute) },
];

/** News of a refund or a dispute may come before its payment has been seen to. */
function afterPayment(follow: typeof followRefund): PaymentEvents["follow"] {
  return async (services, { objectId }, tell) => {
    const { unknownPaymentId } = await follow(services, objectId);
    if (unknownPaymentId === undefined) return;
    await tell(paymentFound(unknownPaymentId));
    const { unknownPaymentId: inNoOrder, hasFailed } = await follow(services, objectId);
    if (inNoOrder !== undefined && hasFailed) await tell(returnFailed(objectId));
  };
}

import { paymentFound, type PaymentEvents, returnFailed } from "#server/payments/payment-event.ts";
import { syncDispute } from "./sync-dispute.ts";
import { syncRefund } from "./sync-refund.ts";

export const orderPaymentEvents: readonly PaymentEvents[] = [
  { types: ["refund."], handle: afterPayment(syncRefund) },
  { types: ["charge.dispute.", "radar.early_fraud_warning.created"], handle: afterPayment(syncDispute) },
];

/** News of a refund or a dispute may come before its payment has been seen to. */
function afterPayment(sync: typeof syncRefund): PaymentEvents["handle"] {
  return async (services, { objectId }, dispatch) => {
    const { unknownPaymentId } = await sync(services, objectId);
    if (unknownPaymentId === undefined) return;
    await dispatch(paymentFound(unknownPaymentId));
    const { unknownPaymentId: inNoOrder, hasFailed } = await sync(services, objectId);
    if (inNoOrder !== undefined && hasFailed) await dispatch(returnFailed(objectId));
  };
}

import { useMutation } from "@tanstack/react-query";
import { countCustomers, getCustomer, listCustomers } from "#contract/orders/customers.ts";
import { renewDownload } from "#contract/downloads/downloads.ts";
import { getDashboardStats } from "#contract/orders/orders.ts";
import {
  addOrderNote,
  getOrder,
  getOrderTotals,
  listOrders,
  listQuarantinedPayments,
  refundOrder,
  resendReceipt,
  resolveQuarantinedPayment,
  updateOrderLine,
} from "#contract/orders/orders-admin.ts";
import { answerRefundRequest, listRefundRequests } from "#contract/orders/refund-requests.ts";
import { listToShip, shipParcels } from "#contract/orders/to-ship.ts";
import { apiMutation, callApi, errorMessage, type Input } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";

const shownIn = [
  getOrder,
  listOrders,
  getOrderTotals,
  listCustomers,
  countCustomers,
  getCustomer,
  listQuarantinedPayments,
  listRefundRequests,
  listToShip,
  getDashboardStats,
];

/** What can be done for an order. Nothing is shown before the server has done it; every list then reads itself anew. */
export function useOrderChanges() {
  const refresh = useRefresh(shownIn);
  return {
    refund: useMutation({ ...apiMutation(refundOrder), onSettled: refresh }),
    answerRequest: useChange({
      change: (input: Input<typeof answerRefundRequest>) => callApi(answerRefundRequest, input),
      refresh,
      done: ({ status, refund }) =>
        status === "DECLINED"
          ? "Request declined successfully"
          : refund?.status === "FAILED"
            ? "Granted, but the payment provider refused: see the order"
            : "Refund granted successfully",
      failed: (error) => errorMessage(error, "Failed to answer the request"),
    }),
    changeLine: useChange({
      change: (input: Input<typeof updateOrderLine>) => callApi(updateOrderLine, input),
      refresh,
      done: (_order, { body: { hasAccess } }) =>
        hasAccess === undefined
          ? "Shipment saved successfully"
          : `Access ${hasAccess ? "restored" : "revoked"} successfully`,
      failed: () => "Failed to update order",
    }),
    ship: useChange({
      change: (input: Input<typeof shipParcels>) => callApi(shipParcels, input),
      refresh,
      done: ({ shipped }) =>
        shipped === 1 ? "1 parcel marked as shipped" : `${shipped} parcels marked as shipped`,
      failed: () => "Failed to mark them as shipped",
    }),
    renew: useChange({
      change: (input: Input<typeof renewDownload>) => callApi(renewDownload, input),
      refresh,
      done: (_download, { body }) =>
        body.resetCount ? "Downloads reset successfully" : "Download extended successfully",
      failed: () => "Failed to update download",
    }),
    note: useChange({
      change: (input: Input<typeof addOrderNote>) => callApi(addOrderNote, input),
      refresh,
      done: () => "Note added successfully",
      failed: () => "Failed to add note",
    }),
    resend: useChange({
      change: (input: Input<typeof resendReceipt>) => callApi(resendReceipt, input),
      refresh,
      done: ({ email }) => `Receipt sent to ${email}`,
      failed: () => "Failed to send receipt",
    }),
    resolve: useChange({
      change: (input: Input<typeof resolveQuarantinedPayment>) => callApi(resolveQuarantinedPayment, input),
      refresh,
      done: ({ resolution }) =>
        resolution === "REFUNDED" ? "Payment refunded successfully" : "Payment marked as resolved",
      failed: (error) => errorMessage(error, "Failed to resolve payment"),
    }),
  };
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { countCustomers, getCustomer, listCustomers } from "#contract/customers.ts";
import { renewDownload } from "#contract/downloads.ts";
import { getDashboardStats } from "#contract/orders.ts";
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
} from "#contract/orders-admin.ts";
import { apiKey, apiMutation, errorMessage } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

const shown = [
  getOrder,
  listOrders,
  getOrderTotals,
  listCustomers,
  countCustomers,
  getCustomer,
  listQuarantinedPayments,
  getDashboardStats,
];

/** What can be done for an order. Nothing is shown before the server has done it; every list then reads itself anew. */
export function useOrderChanges() {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: apiKey(endpoint) })));
  const success = (description: string) => toast({ title: "Success", description });

  const refund = useMutation({ ...apiMutation(refundOrder), onSettled: refresh });
  const changeLine = useMutation({
    ...apiMutation(updateOrderLine),
    onSuccess: (_order, { body }) => {
      success(
        body.hasAccess === true
          ? "Access restored successfully"
          : body.hasAccess === false
            ? "Access revoked successfully"
            : "Shipment saved successfully",
      );
      return refresh();
    },
    onError: (error) => reportFailure(error, "Failed to update order"),
  });
  const renew = useMutation({
    ...apiMutation(renewDownload),
    onSuccess: (_download, { body }) => {
      success(body.resetCount ? "Downloads reset successfully" : "Download extended successfully");
      return refresh();
    },
    onError: (error) => reportFailure(error, "Failed to update download"),
  });
  const note = useMutation({
    ...apiMutation(addOrderNote),
    onSuccess: () => {
      success("Note added successfully");
      return refresh();
    },
    onError: (error) => reportFailure(error, "Failed to add note"),
  });
  const resend = useMutation({
    ...apiMutation(resendReceipt),
    onSuccess: ({ email }) => {
      toast({ title: "Success", description: `Receipt sent to ${email}` });
      return refresh();
    },
    onError: (error) => reportFailure(error, "Failed to send receipt"),
  });
  const resolve = useMutation({
    ...apiMutation(resolveQuarantinedPayment),
    onSuccess: ({ resolution }) => {
      success(resolution === "REFUNDED" ? "Payment refunded successfully" : "Payment marked as resolved");
      return refresh();
    },
    onError: (error) => reportFailure(error, errorMessage(error, "Failed to resolve payment")),
  });
  return { refund, changeLine, renew, note, resend, resolve };
}

import { MailX, Scale, ShieldAlert, TriangleAlert } from "lucide-react";
import { formatMoney } from "#web/ui/money.ts";
import type { AdminOrder } from "./admin-order.ts";
import { Notice } from "#web/ui/notice.tsx";
import { RefundRequestNotice } from "./refund-request-notice.tsx";
import { QuarantinedPayment } from "./quarantined-payments.tsx";
import { useSeesMoney } from "#web/layout/use-role.ts";

/** What about an order wants its creator's attention: disputes, refunds that failed, payments that do not fit. */
export function OrderNotices({ order }: { order: AdminOrder }) {
  const { disputes, refunds, refundRequests, quarantined, currency, status } = order;
  const failed = refunds.filter((refund) => refund.status === "FAILED" && refund.source !== "DISPUTE");
  const newest = failed.at(-1);
  const isStillOwed =
    newest && !refunds.some(({ status, createdAt }) => status !== "FAILED" && createdAt > newest.createdAt);
  const open = disputes.filter((dispute) => dispute.status === "OPEN");
  const seesMoney = useSeesMoney();
  const waiting = seesMoney ? quarantined.filter(({ resolution }) => resolution === null) : [];
  const asked = refundRequests.filter(({ status }) => status === "REQUESTED");
  if (asked.length === 0 && open.length === 0 && !isStillOwed && waiting.length === 0 && !order.isReturned)
    return null;
  return (
    <div className="mb-5 grid gap-3">
      {order.isReturned && (
        <Notice tone="warning" icon={MailX} title="Mail to this buyer comes back">
          The mail server of {order.customer.email} says that this address does not exist. For 30 days from
          paying, the browser that paid shows its buyer how to correct it, and what they bought is open there.
        </Notice>
      )}
      {asked.map((request) => (
        <RefundRequestNotice key={request.id} request={request} />
      ))}
      {open.map(({ id, amountCents, reason, isInquiry }) => {
        const amount = formatMoney(amountCents, currency);
        const because = reason.replaceAll("_", " ");
        if (reason === "early_fraud_warning")
          return (
            status !== "REFUNDED" && (
              <Notice key={id} tone="warning" icon={ShieldAlert} title="A bank warns of fraud">
                The card’s bank suspects that its owner did not make this payment of {amount}. It often
                becomes a dispute; a refund now prevents it.
              </Notice>
            )
          );
        return isInquiry ? (
          <Notice key={id} tone="warning" icon={Scale} title="A bank asks about this payment">
            Nothing of the {amount} has been taken (reason: {because}). Answer in your payment provider’s
            dashboard, or refund the order.
          </Notice>
        ) : (
          <Notice key={id} tone="destructive" icon={Scale} title="This payment is disputed">
            The buyer’s bank has taken {amount} back until it decides (reason: {because}). Send your evidence
            in your payment provider’s dashboard. Until then access and commission rest, and nothing can be
            refunded.
          </Notice>
        );
      })}
      {isStillOwed && (
        <Notice tone="destructive" icon={TriangleAlert} title="Refund failed">
          {formatMoney(newest.amountCents, currency)} did not reach the buyer. {newest.failure} You can refund
          it again.
        </Notice>
      )}
      {waiting.map((payment) => (
        <QuarantinedPayment key={payment.id} payment={payment} />
      ))}
    </div>
  );
}

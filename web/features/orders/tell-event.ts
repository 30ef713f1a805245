import { formatMoney } from "#web/ui/money.ts";
import type { AdminOrder } from "./admin-order.ts";

type OrderEvent = AdminOrder["timeline"][number];

const titles: Record<string, string> = {
  CREATED: "Payment begun",
  PAID: "Paid",
  FAILED: "Payment failed",
  REFUNDED: "Refunded",
  PARTLY_REFUNDED: "Partly refunded",
  REFUND_FAILED: "Refund failed",
  RENEWED: "Membership renewed",
  RENEWAL_FAILED: "Renewal failed",
  DOWNLOADS_RESET: "Downloads renewed",
  DISPUTED: "Disputed by the buyer’s bank",
  DISPUTE_WON: "Dispute won",
  DISPUTE_LOST: "Dispute lost",
  INQUIRY: "The buyer’s bank asks",
  INQUIRY_CLOSED: "Inquiry closed",
  ACCESS_REVOKED: "Access revoked",
  ACCESS_RESTORED: "Access restored",
  SHIPPED: "Shipped",
  UPSELL_ADDED: "Add-on bought",
  RECEIPT_SENT: "Receipt sent again",
  DOWNLOADED: "Downloaded",
  NOTE: "Note",
};

/** An event of an order's timeline in words: what happened, and to what or how much. */
export function tellEvent({ kind, detail }: OrderEvent, currency: string): { title: string; detail: string } {
  const amount = detail["amountCents"] ?? detail["totalCents"];
  const parts = [
    detail["title"],
    typeof amount === "number" ? formatMoney(amount, currency) : undefined,
    kind === "DOWNLOADS_RESET" && detail["extendDays"] ? `${detail["extendDays"]} more days` : undefined,
    kind === "DOWNLOADS_RESET" && detail["resetCount"] ? "counted anew" : undefined,
    detail["outside"] ? "at the payment provider" : undefined,
    detail["failure"] ?? detail["message"],
    typeof detail["reason"] === "string" ? detail["reason"].replaceAll("_", " ") : undefined,
    detail["email"],
    detail["text"],
    detail["trackingUrl"],
  ];
  return {
    title: titles[kind] ?? kind,
    detail: parts.filter((part) => typeof part === "string" && part !== "").join(" · "),
  };
}

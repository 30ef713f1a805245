import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { Textarea } from "#web/ui/textarea.tsx";
import type { AdminOrder } from "./admin-order.ts";
import { momentText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { useOrderChanges } from "./use-order-changes.ts";

/** What happened, newest first, with the creator's own notes. */
export function OrderTimeline({ order }: { order: AdminOrder }) {
  const zone = useZone();
  const { note } = useOrderChanges();
  const [text, setText] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    note.mutate({ params: { id: order.id }, body: { text } }, { onSuccess: () => setText("") });
  };
  return (
    <Card>
      <CardBody className="grid gap-5 text-sm">
        <h3 className="text-base font-semibold">Timeline</h3>
        <form onSubmit={add} className="grid gap-3">
          <Field label="Note" hint="Buyers never see it.">
            <Textarea
              rows={2}
              className="min-h-16"
              maxLength={2_000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Field>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            className="w-fit"
            disabled={text.trim() === ""}
            loading={note.isPending}
          >
            Add note
          </Button>
        </form>
        <ol className="grid">
          {order.timeline.map((event) => {
            const { title, detail } = eventText(event, order.currency);
            return (
              <li key={event.id} className="relative grid gap-0.5 border-l border-border pb-5 pl-5 last:pb-0">
                <span
                  aria-hidden="true"
                  className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full border-2 border-card bg-brand"
                />
                <p className="font-medium">{title}</p>
                {detail && (
                  <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{detail}</p>
                )}
                <time dateTime={event.createdAt} className="text-xs text-muted-foreground">
                  {momentText(event.createdAt, zone)}
                </time>
              </li>
            );
          })}
        </ol>
      </CardBody>
    </Card>
  );
}

type OrderEvent = AdminOrder["timeline"][number];

const titles: Record<string, string> = {
  CREATED: "Payment begun",
  PAID: "Paid",
  FAILED: "Payment failed",
  REFUNDED: "Refunded",
  PARTLY_REFUNDED: "Partly refunded",
  REFUND_FAILED: "Refund failed",
  REFUND_REQUESTED: "Refund requested",
  REFUND_GRANTED: "Refund request granted",
  REFUND_DECLINED: "Refund request declined",
  REFUND_WITHDRAWN: "Refund request withdrawn",
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
  ADDRESS_CORRECTED: "The buyer corrected their address",
  DOWNLOADED: "Downloaded",
  NOTE: "Note",
};

/** An event of an order's timeline in words: what happened, and to what or how much. */
function eventText({ kind, detail }: OrderEvent, currency: string): { title: string; detail: string } {
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
    typeof detail["from"] === "string" ? `It was ${detail["from"]}` : undefined,
    detail["text"],
    detail["trackingUrl"],
  ];
  return {
    title: `${titles[kind] ?? kind}${typeof detail["by"] === "string" ? ` by ${detail["by"]}` : ""}`,
    detail: parts.filter((part) => typeof part === "string" && part !== "").join(" · "),
  };
}

import { anyBuyer } from "#contract/any-buyer.ts";
import { useMutation } from "@tanstack/react-query";
import { resendOwnReceipt } from "#contract/library/library.ts";
import { longDayText } from "#contract/dates.ts";
import { useZone } from "#web/ui/dates.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { toast } from "#web/ui/toast.ts";
import type { LibraryOrder } from "./library-query.ts";

/** One order: what, when and for how much, the way to its page, and its receipt once more. */
export function OrderRow({ order, email }: { order: LibraryOrder; email: string | null }) {
  const zone = useZone();
  const { status, totalCents, refundedCents, currency, refundRequest } = order;
  const title = titleOf(order);
  // What only this browser proves may have been bought with another address.
  const address = order.isOfAddress ? email : null;
  const day = longDayText(order.createdAt, zone);
  const receipt = useMutation({
    ...apiMutation(resendOwnReceipt),
    onSuccess: () => toast({ title: "Receipt sent", description: `It is on its way to ${address}.` }),
    onError: (error) =>
      toast({
        title: "Receipt not sent",
        description: errorMessage(error, "Please try again in a moment."),
        variant: "destructive",
      }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="grid min-w-0 grow basis-52 gap-1.5 text-sm">
        <p dir="auto" className="font-medium wrap-anywhere">
          {title}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted-foreground">
          <span>
            Order {order.number} · {day} · {formatMoney(totalCents, currency)}
            {status === "PAID" && refundedCents > 0 && (
              <> · {formatMoney(refundedCents, currency)} refunded</>
            )}
          </span>
          <Badge tone={status === "PAID" ? "success" : "neutral"}>{status}</Badge>
          {status === "PAID" && refundRequest && <Badge>{requestWords[refundRequest]}</Badge>}
          {order.isReturned && (
            <span className="basis-full text-warning-soft-foreground">
              Its receipt could not be delivered. View the order to see how the address can be corrected.
            </span>
          )}
        </p>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <LinkButton
          variant="outline"
          href={`/success?${new URLSearchParams({ payment_intent: order.reference, customer_email: address ?? anyBuyer }).toString()}`}
          aria-label={`View order: ${title}, ${day}`}
        >
          View order
        </LinkButton>
        {address && (
          <Button
            variant="ghost"
            loading={receipt.isPending}
            onClick={() => receipt.mutate({ params: { id: order.id } })}
            aria-label={`Resend receipt: ${title}, ${day}`}
          >
            Resend receipt
          </Button>
        )}
      </div>
    </li>
  );
}

const requestWords = {
  REQUESTED: "Refund requested",
  GRANTED: "Refund granted",
  DECLINED: "Refund declined",
};

/** "Brand Kit", "Brand Kit and Font Pack", "Brand Kit and 2 more" */
function titleOf({ titles: [main = "", ...others] }: LibraryOrder): string {
  if (others.length === 0) return main;
  return `${main} and ${others.length === 1 ? others[0] : `${others.length} more`}`;
}

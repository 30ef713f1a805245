import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { dayText } from "#contract/dates.ts";
import { listRefundRequests } from "#contract/orders/refund-requests.ts";
import { apiQuery } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useZone } from "#web/ui/dates.ts";
import { formatMoney } from "#web/ui/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { useCustomersAddress } from "./use-customers-address.ts";

const shown = 5;

/** Buyers who wait for an answer about their money, the most urgent first. */
export function RefundRequests() {
  const zone = useZone();
  const { open } = useCustomersAddress();
  const { data } = useQuery(apiQuery(listRefundRequests));
  if (!data || data.count === 0) return null;
  const { count, requests } = data;
  return (
    <div className="mb-5">
      <Notice
        tone="warning"
        icon={Undo2}
        title={count === 1 ? "1 buyer asks for a refund" : `${count} refund requests wait for your answer`}
      >
        <ul className="grid gap-2">
          {requests.slice(0, shown).map((request) => (
            <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 wrap-anywhere">
                <bdi>{request.customer.name || request.customer.email}</bdi>: <bdi>{request.title}</bdi>,{" "}
                {formatMoney(request.leftCents, request.currency)}.{" "}
                {request.isPromised ? "Granted automatically on" : "Answer expected by"}{" "}
                {dayText(request.answerBy, zone)}.
              </span>
              <Button
                size="sm"
                variant="outline"
                aria-label={`Open order of ${request.customer.email}: ${request.title}`}
                onClick={() => open({ order: request.orderId })}
              >
                Open order
              </Button>
            </li>
          ))}
        </ul>
        {count > shown && <p>And {count - shown} more, once these are answered.</p>}
      </Notice>
    </div>
  );
}

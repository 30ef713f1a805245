import { ScrollText } from "lucide-react";
import { momentText } from "#contract/dates.ts";
import { listOperatorEvents } from "#contract/operator/operator-books.ts";
import type { OperatorEventKind } from "#contract/operator/operator-event-kinds.ts";
import { callApi } from "#web/api.ts";
import { useZone } from "#web/ui/dates.ts";
import { PagedList } from "./paged-list.tsx";

const did: Record<OperatorEventKind, string> = {
  STORE_SUSPENDED: "suspended",
  STORE_REINSTATED: "reinstated",
  PAYMENT_REFUNDED: "decided to give a payment back",
  PAYMENT_DISMISSED: "marked a payment as resolved",
  JOB_RETRIED: "tried jobs again",
  JOB_DISCARDED: "gave jobs up",
  MAIL_RETRIED: "sent mails again",
  MAIL_DISCARDED: "gave mails up",
  WEBHOOK_RETRIED: "had webhooks acted on again",
  WEBHOOK_DISCARDED: "gave webhooks up",
  REPORT_CLOSED: "closed a report of",
  SIGN_IN_RESET_STARTED: "started a sign-in reset of",
  SENDER_NAME_APPROVED: "approved the sender name of",
  SENDER_NAME_DECLINED: "declined the sender name of",
  SIGN_IN_RESET_CANCELED: "canceled the sign-in reset of",
};

/** What operators did: it is only ever added to. */
export function OperatorLog() {
  const zone = useZone();
  return (
    <PagedList
      name="entries"
      icon={ScrollText}
      queryKey={[listOperatorEvents.url]}
      read={(cursor) => callApi(listOperatorEvents, { querystring: { ...(cursor && { cursor }) } })}
      rowsOf={({ events }) => events}
      renderRow={({ kind, operator, handle, subject, reason, createdAt }) => (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
          <div className="grid min-w-0 grow basis-72 gap-0.5">
            <p className="wrap-anywhere">
              <span className="font-medium">{operator ? `@${operator}` : "Somebody who is gone"}</span>{" "}
              {did[kind]} {handle && <span className="font-medium">@{handle}</span>}
            </p>
            {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
            {subject && (
              <p dir="auto" className="text-xs wrap-anywhere text-muted-foreground">
                {subject}
              </p>
            )}
          </div>
          <time dateTime={createdAt} className="text-muted-foreground">
            {momentText(createdAt, zone)}
          </time>
        </div>
      )}
      empty={{ title: "Nothing yet", text: "Whatever an operator does here is written down, for good." }}
    />
  );
}

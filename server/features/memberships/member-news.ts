import { hotStatement } from "#server/database/statement.ts";
import type { GatewaySubscription } from "#server/payments/subscription-gateway.ts";

/** How a membership stood, or stands now. */
export type Standing = Pick<GatewaySubscription, "cancelAtPeriodEnd"> & {
  status: string;
  billingInterval: "MONTH" | "YEAR";
  /** Agreed to for later. */
  nextInterval?: "MONTH" | "YEAR" | null;
  /** To another plan of the same interval. */
  hasMoved?: boolean;
};

/** What a member hears of a change, whoever made it: they, the creator or the provider. */
export const memberNews = [
  "CANCELLED",
  "KEPT",
  "PAUSED",
  "RESUMED",
  "MOVED",
  "MOVE_PLANNED",
  "MOVE_UNDONE",
  "ENDED",
] as const;
export type MemberNews = (typeof memberNews)[number];

/** What there is to tell. An end or a move that was announced when it was asked for is none. */
export function newsOf(before: Standing, after: Standing): MemberNews | undefined {
  if (!runs(before)) return undefined;
  if (!runs(after)) return before.cancelAtPeriodEnd ? undefined : "ENDED";
  if (before.billingInterval !== after.billingInterval && !after.cancelAtPeriodEnd)
    return before.nextInterval === after.billingInterval ? undefined : "MOVED";
  if (after.hasMoved && !after.cancelAtPeriodEnd) return before.nextInterval ? undefined : "MOVED";
  if (before.cancelAtPeriodEnd !== after.cancelAtPeriodEnd)
    return after.cancelAtPeriodEnd ? "CANCELLED" : "KEPT";
  if (before.status !== "paused" && after.status === "paused") return "PAUSED";
  if (before.status === "paused" && after.status === "active") return "RESUMED";
  return undefined;
}

/** Whether it has not ended: it bills, rests or owes. */
export const runs = ({ status }: Standing): boolean =>
  status === "active" || status === "trialing" || status === "paused" || status === "past_due";

/** Queues the mail of a change, once for each answer of the provider (`askedNumber`) that brought one. */
export const queueMemberNews = hotStatement("memberships_queue_news")<
  never,
  [subscriptionId: string, email: string, news: MemberNews, askedNumber: string, now: Date]
>(`with mail as (
     insert into mail_outbox (event, recipient, template, data, created_at)
     values ('membership-changed:' || $1::text || ':' || $4::text, $2, 'membership-changed',
             jsonb_build_object('subscriptionId', $1::text, 'news', $3::text), $5)
     on conflict do nothing returning id)
   insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`);

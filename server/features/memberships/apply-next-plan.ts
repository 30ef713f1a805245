import { randomUUID } from "node:crypto";
import { hotStatement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Plan } from "#server/payments/subscription-gateway.ts";
import type { Services } from "#server/services.ts";
import { type MemberNews, queueMemberNews } from "./member-news.ts";

/** Why a plan is set, where its member is to hear of it: once for each number. */
export type PlanNews = { news: MemberNews; number: string };

/**
 * Lets the provider bill from the end of what is paid on as the membership's row says, and then tells its member. Bears
 * repetition. Throws `GatewayError`.
 */
export async function applyNextPlan(
  { pool, payments, clock }: Services,
  providerSubscriptionId: string,
  told?: PlanNews,
): Promise<void> {
  const [row] = await selectNextPlan(pool, providerSubscriptionId);
  if (!row) return;
  if (row.goesOn)
    await payments.subscriptions.setNextPlan(
      providerSubscriptionId,
      planOf(row.nextInterval, row.nextPriceCents),
      randomUUID(),
    );
  if (!told) return;
  await queueMemberNews(pool, row.id, row.email, told.news, told.number, clock.now());
  wakeListeners(pool, "job_outbox");
}

/** As the gateways have it. */
export const planOf = (interval: "MONTH" | "YEAR" | null, priceCents: number | null): Plan | null =>
  interval && priceCents !== null ? { interval: interval === "YEAR" ? "year" : "month", priceCents } : null;

/** What ends, or owes, has no next plan: cancelling dropped it. */
const selectNextPlan = hotStatement("memberships_select_next_plan")<
  {
    id: string;
    email: string;
    goesOn: boolean;
    nextInterval: "MONTH" | "YEAR" | null;
    nextPriceCents: number | null;
  },
  [providerSubscriptionId: string]
>(`select s.id, c.email, s.status in ('active', 'paused') and not s.cancel_at_period_end as "goesOn",
          s.next_billing_interval as "nextInterval", s.next_price_cents as "nextPriceCents"
     from subscriptions s join customers c on c.id = s.customer_id where s.provider_subscription_id = $1`);

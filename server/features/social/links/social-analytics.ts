import type { Earnings } from "#contract/social/keyword-responses.ts";
import type { SocialAnalytics } from "#contract/social/social-analytics.ts";
import { dayOf } from "#contract/dates.ts";
import { getCreatorZone } from "#server/database/creator-zone.ts";
import type { Services } from "#server/services.ts";
import { type Figures, selectFigures } from "./select-figures.ts";

const dayMs = 86_400_000;

/**
 * What direct messages did and earned in the last days of the creator's zone, today included. An event counts on the day it came, a click
 * and an order on their own days; a refund is taken from the day of its order. Automation rate: direct messages and story
 * replies that were answered by themselves.
 */
export async function getSocialAnalytics(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  userId: string,
  days: number,
): Promise<SocialAnalytics> {
  const now = clock.now();
  const zone = await getCreatorZone(pool, userId);
  const today = dayOf(now, zone);
  const period = daysUntil(today, days);
  const [row] = await selectFigures(pool, userId, period[0] ?? today, today, zone);
  if (!row) throw new Error("the figures were not counted");
  const { accounts, responses, activeResponses, conversations, figures } = row;
  const of = (kind: Figures["kind"]) => figures.filter((figure) => figure.kind === kind);
  const total = of("TOTAL")[0];
  const byDay = new Map(of("DAY").map((figure) => [figure.key, figure]));
  return {
    accounts,
    responses,
    activeResponses,
    conversations,
    automationRate: total && total.messages > 0 ? total.answered / total.messages : null,
    totals: earningsOf(total),
    days: period.map((day) => ({ day, ...earningsOf(byDay.get(day)) })),
    keywords: [...of("RESPONSE"), ...of("GONE")].map(named).sort(bestFirst),
    rules: of("RULE").map(named).sort(bestFirst),
    posts: of("POST")
      .map((figure) => ({ postId: figure.key ?? "", ...earningsOf(figure) }))
      .sort(bestFirst),
    outcomes: of("OUTCOME")
      .flatMap(({ outcome, received }) => (outcome ? [{ outcome, count: received }] : []))
      .sort((a, b) => b.count - a.count),
  };
}

/** YYYY-MM-DD, oldest first, ending with `last`. */
const daysUntil = (last: string, days: number): string[] =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(last) - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
  );

const earningsOf = (figure: Figures | undefined): Earnings => ({
  received: figure?.received ?? 0,
  sent: figure?.sent ?? 0,
  clicks: figure?.clicks ?? 0,
  orders: figure?.orders ?? 0,
  netRevenueCents: figure?.netRevenueCents ?? 0,
});

const named = (figure: Figures) => ({
  id: figure.key,
  name: figure.name ?? "Deleted",
  ...earningsOf(figure),
});

const bestFirst = (a: Earnings, b: Earnings): number =>
  b.netRevenueCents - a.netRevenueCents || b.orders - a.orders || b.sent - a.sent || b.received - a.received;

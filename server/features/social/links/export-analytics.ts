import type { Earnings } from "#contract/social/keyword-responses.ts";
import type { SocialAnalytics } from "#contract/social/social-analytics.ts";
import type { CsvColumn } from "#server/http/csv.ts";

type Row = Earnings & { group: "Total" | "Day" | "Keyword" | "Rule" | "Post"; name: string };

export const analyticsColumns: CsvColumn<Row>[] = [
  { header: "By", value: ({ group }) => group },
  { header: "Name", value: ({ name }) => name },
  { header: "Received", value: ({ received }) => received },
  { header: "Sent", value: ({ sent }) => sent },
  { header: "Clicked", value: ({ clicks }) => clicks },
  { header: "Orders", value: ({ orders }) => orders },
  { header: "Net revenue (USD)", value: ({ netRevenueCents }) => netRevenueCents / 100 },
];

/** The period as a whole, then by day, keyword, rule and post. */
export function* analyticsRows({ totals, days, keywords, rules, posts }: SocialAnalytics): Generator<Row> {
  yield { group: "Total", name: "", ...totals };
  for (const { day, ...earnings } of days) yield { group: "Day", name: day, ...earnings };
  for (const keyword of keywords) yield { group: "Keyword", ...keyword };
  for (const rule of rules) yield { group: "Rule", ...rule };
  for (const { postId, ...earnings } of posts) yield { group: "Post", name: postId, ...earnings };
}

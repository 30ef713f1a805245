import { type AnalyticsFigure, listAnalyticsRows } from "#contract/analytics/figure-rows.ts";
import type { Caller } from "./test-app.ts";

/** All rows behind a figure, page by page. */
export async function figureRows(who: Caller, figure: AnalyticsFigure, query: Record<string, string>) {
  const rows = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const querystring = { ...query, figure, ...(cursor && { cursor }) };
    const { body } = await who.call(listAnalyticsRows, { querystring });
    rows.push(...body.rows);
    cursor = body.nextCursor;
  }
  return rows;
}

import type { AnalyticsFigure, FigureRow } from "#contract/analytics/figure-rows.ts";
import { cutPage, placeOf } from "#server/database/newest-first.ts";
import type { Statement } from "#server/database/statement.ts";
import { type Asked, countedRange, type Needs } from "./counted-range.ts";
import { selectFinishedRows, selectLearnerRows, selectStartedRows } from "./courses/course-rows.ts";
import { customerRows } from "./customers/customer-rows.ts";
import { selectMemberRows, movementRows, selectTrialRows } from "./memberships/membership-rows.ts";
import {
  selectDisputeRows,
  selectLostRows,
  selectRefundRows,
  selectWithdrawalRows,
} from "./refunds/refund-rows.ts";
import type { PlacedRow, RowValues } from "./rows-page.ts";
import {
  selectBumpRows,
  selectCouponRows,
  selectOrderRows,
  selectRevenueRows,
  selectUpsellRows,
} from "./sales-rows.ts";

type AskedRows = Asked & { figure: AnalyticsFigure; cursor?: string | undefined; perPage?: number };

/** A page of the rows that a figure is the sum of, the newest first. */
export async function listAnalyticsRows(
  needs: Needs,
  ownerId: string,
  { figure, cursor, perPage = 50, ...asked }: AskedRows,
): Promise<{ rows: FigureRow[]; nextCursor: string | null }> {
  const { from, to } = await countedRange(needs, ownerId, asked);
  const rows = await selectOf[figure](
    needs.pool,
    ownerId,
    from,
    to,
    asked.productId ?? null,
    ...placeOf(cursor),
    perPage + 1,
  );
  const { shown, nextCursor } = cutPage(rows, perPage);
  return { rows: shown, nextCursor };
}

const selectOf: Record<AnalyticsFigure, Statement<PlacedRow, RowValues>> = {
  revenue: selectRevenueRows,
  orders: selectOrderRows,
  bumps: selectBumpRows,
  upsells: selectUpsellRows,
  coupons: selectCouponRows,
  members: selectMemberRows,
  ...movementRows,
  trials: selectTrialRows,
  ...customerRows,
  learners: selectLearnerRows,
  startedCourses: selectStartedRows,
  finishedCourses: selectFinishedRows,
  refunds: selectRefundRows,
  disputes: selectDisputeRows,
  lostDisputes: selectLostRows,
  withdrawals: selectWithdrawalRows,
};

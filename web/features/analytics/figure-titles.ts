import type { AnalyticsFigure, FigureRow } from "#contract/analytics/figure-rows.ts";

/** What the rows of each figure are. */
export const figureTitles: Record<AnalyticsFigure, string> = {
  revenue: "Sales and refunds",
  orders: "Orders",
  bumps: "Bumps that were taken",
  upsells: "Upsells that were taken",
  coupons: "Discounts by coupon",
  members: "Members at the end of the period",
  mrrNew: "New members",
  mrrExpansion: "Members who pay more",
  mrrReactivation: "Members who came back",
  mrrContraction: "Members who pay less",
  mrrChurn: "Memberships that ended or were paused",
  trials: "Trials that run at the end of the period",
  customers: "Customers of the period",
  newCustomers: "New customers",
  returningCustomers: "Returning customers",
  repeatCustomers: "Customers with two orders or more",
  learners: "Learners",
  startedCourses: "Learners who started",
  finishedCourses: "Learners who finished",
  refunds: "Refunds",
  disputes: "Disputes",
  lostDisputes: "What lost disputes took",
  withdrawals: "Withdrawals from a contract",
};

/** How they are to be read. */
export function figureNote(figure: AnalyticsFigure): string {
  if (figure === "members" || figure.startsWith("mrr"))
    return "They add up to the figure. A yearly price counts with a twelfth; the cent that is left over stands where it makes the sum right.";
  if (figure.toLowerCase().includes("customers"))
    return "One row for each, at the newest order of the period, with all that was spent so far.";
  if (["learners", "startedCourses", "finishedCourses", "trials", "withdrawals"].includes(figure))
    return "As many as the figure says.";
  if (figure === "disputes") return "They add up to the figure, each on the day it was opened.";
  return "They add up to the figure. Refunds stand on the day they were made.";
}

/** What a row is. */
export const rowKinds: Record<FigureRow["kind"], string> = {
  ORDER: "Paid",
  REFUND: "Refund",
  DISPUTE: "Lost dispute",
  ORDER_BUMP: "Bump",
  UPSELL: "Upsell",
  COUPON: "Discount",
  MEMBER: "Member",
  TRIAL: "Trial",
  NEW: "New",
  EXPANSION: "Pays more",
  REACTIVATION: "Came back",
  CONTRACTION: "Pays less",
  CHURN: "Ended",
  PAUSE: "Paused",
  NEW_CUSTOMER: "New",
  RETURNING_CUSTOMER: "Returning",
  LEARNER: "Learner",
  FINISHED: "Finished",
  DISPUTE_OPEN: "Open",
  DISPUTE_WON: "Won",
  DISPUTE_LOST: "Lost",
  WITHDRAWAL: "Withdrawal",
};

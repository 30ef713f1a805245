import { type SQL, sql } from "drizzle-orm";
import { paidPlans, type plans } from "./schema/accounts.ts";

export type CreatorPlan = (typeof plans)[number];

const highest = paidPlans[1];

/**
 * SQL: the plan of a row `user` of `users` at a moment: the greater one of what they were given and what they pay for. The
 * only way to read it; a trial is no plan. `at` is SQL, too.
 */
export const creatorPlan = (user: string, at = "shop_now()"): string =>
  `(case when ${user}.plan = '${highest}' then '${highest}'
         else coalesce((select paid.plan from open_plans(${at}) paid where paid.account = ${user}.id order by paid.plan limit 1),
                       ${user}.plan) end)`;

/** The same for a query of `users`, at that moment. */
export const planAt = (now: Date): SQL<CreatorPlan> =>
  sql<CreatorPlan>`(select ${sql.raw(creatorPlan("users", "asked.at"))} from (select ${now.toISOString()}::timestamptz as at) asked)`;

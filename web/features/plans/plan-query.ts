import { getMyPlan } from "#contract/plans/plans.ts";
import { apiQuery, type Output } from "#web/api.ts";

export type MyPlan = Output<typeof getMyPlan>;

/** Asked for anew whenever it is looked at: paying happens on other pages. */
export const planQuery = { ...apiQuery(getMyPlan), staleTime: 0, refetchOnMount: "always" as const };

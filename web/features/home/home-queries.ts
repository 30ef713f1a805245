import { queryOptions } from "@tanstack/react-query";
import { getHome, getNeeds } from "#contract/home/home.ts";
import { apiQuery, type Output } from "#web/api.ts";

export type HomeNow = Output<typeof getHome>;

/** Asked with every visit: what waited a minute ago may be done. */
export const homeQuery = queryOptions({ ...apiQuery(getHome), staleTime: 0 });

/** What waits, for those who see nothing else of it. */
export const needsQuery = queryOptions({ ...apiQuery(getNeeds), staleTime: 0 });

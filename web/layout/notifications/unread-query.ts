import { queryOptions } from "@tanstack/react-query";
import { getUnread } from "#contract/notifications/notifications.ts";
import { apiQuery } from "#web/api.ts";

/** Asked with every page that is opened, when the window is looked at again, and when the server says so; never by a rhythm. */
export const unreadQuery = queryOptions({
  ...apiQuery(getUnread),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

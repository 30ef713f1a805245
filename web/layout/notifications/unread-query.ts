import { queryOptions } from "@tanstack/react-query";
import { getUnread } from "#contract/notifications/notifications.ts";
import { apiQuery } from "#web/api.ts";

/** Asked with every page that is opened, and by `useStoreNews`: when it is looked at again and when the server says so. */
export const unreadQuery = queryOptions({
  ...apiQuery(getUnread),
  staleTime: 0,
});

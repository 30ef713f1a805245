import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setTimeZone } from "#contract/accounts/accounts.ts";
import { commonZone, isKnownZone } from "#contract/dates.ts";
import { apiMutation } from "#web/api.ts";
import { browserZone } from "#web/ui/dates.ts";
import { type CurrentUser, currentUserQuery } from "./current-user.ts";

/** The creator's zone. Where none has been said yet it is this browser's, and the server is told so. */
export function useCreatorZone(user: CurrentUser | undefined): string {
  const { mutate } = useTimeZoneSaving();
  // A colleague's browser says nothing of where the store is.
  const isUnsaid = user?.timeZone === null && user.role === "OWNER";
  useEffect(() => {
    if (isUnsaid) mutate({ body: { timeZone: browserZone(), isGuess: true } });
  }, [isUnsaid, mutate]);
  if (!user?.timeZone) return browserZone();
  return isKnownZone(user.timeZone) ? user.timeZone : commonZone;
}

/** Saves the creator's zone; every screen shows its dates in it from then on. */
export function useTimeZoneSaving() {
  const queryClient = useQueryClient();
  return useMutation({
    ...apiMutation(setTimeZone),
    onSuccess: ({ timeZone }) =>
      queryClient.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, timeZone }),
  });
}

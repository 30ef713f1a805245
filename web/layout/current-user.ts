import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { storeChanged, storeHeader } from "#contract/team/refusals.ts";
import { ApiError, callApi, type Output } from "#web/api.ts";
import { showStore } from "#web/shown-store.ts";
import { toast, type ToastMessage } from "#web/ui/toast.ts";
import { loadToastView } from "#web/ui/toaster.tsx";

export type CurrentUser = Output<typeof getCurrentUser>;

/** The signed-in creator, or null. Nobody being signed in is an answer, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: [getCurrentUser.url],
  queryFn: async ({ signal }) => {
    try {
      // It is what says which store that is by now.
      const user = await callApi(getCurrentUser, undefined, { signal, headers: { [storeHeader]: "" } });
      if (!import.meta.env.SSR && !showStore(user.id)) sendToOtherStore();
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** This tab shows another store than its browser acts for by now: it begins anew, on Home. */
export function sendToOtherStore() {
  toast({
    title: "Another store",
    description: "You act for another store by now than the one on this page. Opening that one…",
  });
  leaveAfter(loadToastView(), () => location.assign("/"));
}

/** The creator of a protected screen; undefined while loading and while a visitor is being sent to sign in. */
export function useRequiredUser() {
  const { data: user, isPending } = useQuery(currentUserQuery);
  const signedOut = !isPending && !user;
  useEffect(() => {
    if (signedOut) sendToSignIn();
  }, [signedOut]);
  useEffect(() => {
    addEventListener(storeChanged, sendToOtherStore);
    return () => removeEventListener(storeChanged, sendToOtherStore);
  }, []);
  return user ?? undefined;
}

/** Says that the session has ended, and goes to sign in after 500 ms; the browser comes back to this page. */
export function sendToSignIn(
  message: ToastMessage = { title: "Unauthorized", description: "You are logged out. Logging in again..." },
) {
  toast({ ...message, variant: "destructive" });
  const go = () => {
    const here = location.pathname + location.search;
    location.assign(`/api/login?returnTo=${encodeURIComponent(here)}`);
  };
  leaveAfter(loadToastView(), go);
}

/** Half a second is for reading: it begins when there is something to read. */
const leaveAfter = (shown: Promise<unknown>, go: () => void) =>
  void shown.catch(() => {}).finally(() => setTimeout(go, 500));

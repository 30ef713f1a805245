import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { checkPayouts, connectPayouts, getPayouts, openPayoutDashboard } from "#contract/payouts/payouts.ts";
import { apiKey, callApi, errorMessage } from "#web/api.ts";
import { isDeclined } from "#web/layout/report-failure.ts";
import { toast } from "#web/ui/toast.ts";

/** From the provider's page: through with it, or with a link that had been used up or grown old. */
export type ProviderReturn = "returned" | "again";

const unreachable = "The payment provider could not be reached. Please try again.";

/** The ways to the provider's pages and back to the page they started from. While a page opens, `isLeaving` holds. */
export function usePayoutAccount(
  from: "settings" | "affiliate",
  providerReturn: ProviderReturn | undefined,
  onReturnHandled: () => void,
) {
  const queries = useQueryClient();
  const onError = (error: unknown) => {
    if (isDeclined(error)) return;
    toast({ title: "Error", description: errorMessage(error, unreachable), variant: "destructive" });
  };
  const onSuccess = ({ url }: { url: string }) => window.location.assign(url);
  const connecting = useMutation({
    mutationFn: () => callApi(connectPayouts, { querystring: { from } }),
    onSuccess,
    onError,
  });
  const opening = useMutation({ mutationFn: () => callApi(openPayoutDashboard), onSuccess, onError });
  const checking = useMutation({
    mutationFn: () => callApi(checkPayouts),
    onSuccess: (overview) => queries.setQueryData([...apiKey(getPayouts)], overview),
    onError,
  });

  const handled = useRef<ProviderReturn>(undefined);
  useEffect(() => {
    if (!providerReturn || handled.current === providerReturn) return;
    handled.current = providerReturn;
    if (providerReturn === "again") connecting.mutate();
    else checking.mutate();
    onReturnHandled();
  }, [providerReturn, onReturnHandled, connecting, checking]);

  // The browser's way back may show this page as it was left.
  const { reset: resetConnecting } = connecting;
  const { reset: resetOpening } = opening;
  useEffect(() => {
    const backAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      resetConnecting();
      resetOpening();
    };
    window.addEventListener("pageshow", backAgain);
    return () => window.removeEventListener("pageshow", backAgain);
  }, [resetConnecting, resetOpening]);

  return {
    connect: () => connecting.mutate(),
    openDashboard: () => opening.mutate(),
    check: () => checking.mutate(),
    // After the answer the browser is on its way: nothing may be pressed twice.
    isLeaving: connecting.isPending || connecting.isSuccess || opening.isPending || opening.isSuccess,
    isChecking: checking.isPending,
  };
}

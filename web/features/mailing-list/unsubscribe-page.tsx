import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getSubscription, resubscribe, unsubscribe } from "#contract/mailing-list/mailing-list.ts";
import { callApi, errorMessage, type Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type State = Output<typeof getSubscription>;

/** Where a mail's last link leads: one press ends a creator's mails, another takes that back. A visit changes nothing. */
export function UnsubscribePage() {
  const [token, setToken] = useState<string>();
  const [shown, setShown] = useState<State>();
  const [wasStopped, setStopped] = useState(false);
  const { mutate: look, ...looking } = useMutation({
    mutationFn: (token: string) => callApi(getSubscription, { params: { token } }),
    onSuccess: setShown,
  });
  const change = useMutation({
    mutationFn: (stop: boolean) =>
      callApi(stop ? unsubscribe : resubscribe, { params: { token: token ?? "" } }),
    onSuccess: (state, stop) => {
      setShown(state);
      setStopped(stop);
    },
  });
  useEffect(() => {
    const take = () => {
      // It stays in the address, so that a reload shows the same.
      const given = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
      setToken(given);
      look(given || "none");
    };
    take();
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, [look]);

  return (
    <main className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-6 px-5 py-10 sm:py-16">
      <Card className="grid gap-5 p-5 sm:p-7">
        <h1 className="text-2xl font-semibold tracking-tight">Mails from a creator</h1>
        {looking.isError ? (
          <p role="alert">
            {errorMessage(looking.error, "This could not be looked up.")} Press the link in the mail once
            more.
          </p>
        ) : !shown ? (
          <Skeleton className="h-24" />
        ) : (
          <>
            <p role="status">
              {shown.isSubscribed
                ? wasStopped || change.isSuccess
                  ? `You get mails from ${shown.creatorName} again.`
                  : `Stop mails from ${shown.creatorName} to this address?`
                : `You get no more mails from ${shown.creatorName}. What you buy is still confirmed by mail.`}
            </p>
            {change.isError && (
              <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
                {errorMessage(change.error, "It could not be saved. Please try again.")}
              </p>
            )}
            {shown.isSubscribed ? (
              <Button
                variant="brand"
                size="lg"
                loading={change.isPending}
                onClick={() => change.mutate(true)}
              >
                Stop these mails
              </Button>
            ) : (
              <div className="flex flex-wrap gap-2">
                {wasStopped && (
                  <Button variant="outline" loading={change.isPending} onClick={() => change.mutate(false)}>
                    Undo
                  </Button>
                )}
                <LinkButton href={`/u/${shown.handle}`} variant="ghost">
                  Visit the store
                </LinkButton>
              </div>
            )}
          </>
        )}
      </Card>
    </main>
  );
}

import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isolated } from "#contract/isolated.ts";
import {
  getSubscription,
  resubscribe,
  unsubscribe,
  type UnsubscribeScope,
} from "#contract/mailing-list/mailing-list.ts";
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
  const [last, setLast] = useState<{ scope: UnsubscribeScope; stop: boolean }>();
  const { mutate: look, ...looking } = useMutation({
    mutationFn: (token: string) => callApi(getSubscription, { params: { token } }),
    onSuccess: setShown,
  });
  const change = useMutation({
    async mutationFn({ scope, stop }: { scope: UnsubscribeScope; stop: boolean }) {
      const input = { params: { token: token ?? "" }, querystring: { scope } };
      if (!stop) return callApi(resubscribe, input);
      await callApi(unsubscribe, input);
      return callApi(getSubscription, { params: input.params });
    },
    onSuccess: (state, done) => {
      setShown(state);
      setLast(done);
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
        <h1 className="text-2xl font-semibold tracking-tight">Your email preferences</h1>
        {looking.isError ? (
          <p role="alert">
            {errorMessage(looking.error, "We couldn't look this up.")} Open the link in the email again.
          </p>
        ) : !shown ? (
          <Skeleton className="h-24" />
        ) : (
          <>
            <p role="status">{wordsOf(shown, last)}</p>
            {change.isError && (
              <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
                {errorMessage(change.error, "It could not be saved. Please try again.")}
              </p>
            )}
            <div className="grid gap-2">
              {scopesOf(shown).map((scope, index) => (
                <Button
                  key={scope}
                  variant={index === 0 && !last ? "brand" : "outline"}
                  size="lg"
                  className="h-auto min-h-11 whitespace-normal"
                  loading={change.isPending && change.variables.scope === scope && change.variables.stop}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ scope, stop: true })}
                >
                  {labels[scope](shown.creatorName)}
                </Button>
              ))}
            </div>
            <div className="flex flex-wrap gap-2">
              {last?.stop && (
                <Button
                  variant="outline"
                  loading={change.isPending && !change.variables.stop}
                  onClick={() => change.mutate({ scope: last.scope, stop: false })}
                >
                  Undo
                </Button>
              )}
              <LinkButton href={`/u/${shown.handle}`} variant="ghost">
                Visit the store
              </LinkButton>
            </div>
          </>
        )}
      </Card>
    </main>
  );
}

const labels: Record<UnsubscribeScope, (creator: string) => string> = {
  cart: () => "Stop emails about this cart",
  creator: (creator) => `Stop all emails from ${creator}`,
  all: () => "Stop emails from all stores here",
};

/** What can still be stopped, the smallest first. */
function scopesOf({ isSubscribed, isCartStopped, isAllStopped }: State): UnsubscribeScope[] {
  if (isAllStopped) return [];
  if (!isSubscribed) return ["all"];
  return [...(isCartStopped === false ? (["cart"] as const) : []), "creator", "all"];
}

function wordsOf(state: State, last: { stop: boolean } | undefined): string {
  const { creatorName, isSubscribed, isCartStopped, isAllStopped } = state;
  const still = "You'll still get receipts for what you buy.";
  if (isAllStopped) return `You won't get any more emails from the stores here. ${still}`;
  if (!isSubscribed) return `You won't get any more emails from ${isolated(creatorName)}. ${still}`;
  if (isCartStopped)
    return `You won't get any more emails about this cart. Stop all emails from ${isolated(creatorName)}, too?`;
  return last
    ? `You'll get emails from ${isolated(creatorName)} again.`
    : `Stop emails from ${isolated(creatorName)} to this address?`;
}

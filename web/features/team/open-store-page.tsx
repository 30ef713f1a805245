import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isolated } from "#contract/isolated.ts";
import { returnPath } from "#contract/return-path.ts";
import { chooseStore, listOwnTeams } from "#contract/team/own-teams.ts";
import { apiMutation, apiQuery, errorMessage } from "#web/api.ts";
import { LoadingScreen } from "#web/layout/loading-screen.tsx";
import { MessageScreen } from "#web/layout/message-screen.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

type Props = {
  /** Of the link; anybody may have written it. */
  storeId: string | undefined;
  to: string | undefined;
  email: string;
  goTo: (path: string) => void;
};

/**
 * Where a mail about a store leads. A browser that acts for that store goes on at once. Another one is asked: a link changes
 * nothing by being followed, since any site or mail may lead here. Which store a browser acts for is of all its tabs, and
 * somebody who did not notice would write in the wrong one; what they had begun in another tab would be refused. So the change
 * is one press that names both stores, sent as a call of this site's page. Who does not work for the store is told nothing of
 * it, and `to` never leaves the site.
 */
export function OpenStorePage({ storeId, to, email, goTo }: Props) {
  const path = returnPath(to);
  const { data, isError, error, refetch } = useQuery({ ...apiQuery(listOwnTeams), staleTime: 0 });
  const choose = useMutation({
    ...apiMutation(chooseStore),
    onSuccess: () => goTo(path),
  });
  const isOpen = data !== undefined && data.actingFor === storeId;
  useEffect(() => {
    if (isOpen) goTo(path);
  }, [isOpen, path, goTo]);
  if (isError)
    return (
      <MessageScreen
        title="The store could not be opened"
        action={
          <Button size="lg" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {errorMessage(error, "We could not ask which stores you work for.")}
      </MessageScreen>
    );
  if (!data || isOpen) return <LoadingScreen />;
  const stores = [data.own, ...data.stores];
  const wanted = stores.find(({ id }) => id === storeId);
  const shown = stores.find(({ id }) => id === data.actingFor);
  if (!wanted)
    return (
      <MessageScreen
        title="You do not work for this store"
        action={
          <>
            <LinkButton href="/" size="lg">
              Back to Home
            </LinkButton>
            <LinkButton href="/team-invitation" size="lg" variant="outline">
              Your teams
            </LinkButton>
          </>
        }
      >
        You are not on its team any more, or you are on it with another address than {email}.
      </MessageScreen>
    );
  return (
    <MessageScreen
      title={`This is in the store of ${isolated(wanted.name)}`}
      action={
        <>
          <Button
            size="lg"
            loading={choose.isPending || choose.isSuccess}
            onClick={() => choose.mutate({ body: { storeId: wanted.id } })}
          >
            Open the store of {isolated(wanted.name)}
          </Button>
          <LinkButton href="/" size="lg" variant="outline">
            Stay with {isolated(shown?.name ?? "the other")}
          </LinkButton>
          {choose.isError && (
            <p role="alert" className="basis-full text-sm font-medium text-destructive-soft-foreground">
              {errorMessage(choose.error, "The store could not be changed. Please try again.")}
            </p>
          )}
        </>
      }
    >
      This browser acts for <bdi>{shown?.name ?? "another store"}</bdi>. Opening this one changes that in all
      its tabs.
    </MessageScreen>
  );
}

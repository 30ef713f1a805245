import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listSessions, revokeSession, type SignedInBrowser } from "#contract/accounts/accounts.ts";
import { apiKey, apiMutation, apiQuery } from "#web/api.ts";
import { BrowserList } from "#web/layout/browser-list.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Every browser that is signed in to the account, and a way to sign each of them out. */
export function SignedInBrowsers() {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({ ...apiQuery(listSessions), staleTime: 0 });
  const revoke = useMutation({
    ...apiMutation(revokeSession),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKey(listSessions) }),
  });
  return (
    <BrowserList
      browsers={data}
      isError={isError}
      onSignOut={({ id }) => revoke.mutateAsync({ params: { id } })}
      consequence="will have to sign in again"
      note={({ method }) => methods[method]}
      ownAction={
        <LinkButton href="/api/logout" variant="outline" size="sm">
          Sign Out
        </LinkButton>
      }
    />
  );
}

const methods: Record<SignedInBrowser["method"], string> = {
  CODE: "emailed code",
  OIDC: "sign-in service",
  DEMO: "demo sign-in",
};

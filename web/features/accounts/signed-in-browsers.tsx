import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { listAccountEvents } from "#contract/accounts/account-log.ts";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  type SignedInBrowser,
} from "#contract/accounts/accounts.ts";
import { apiKey, apiMutation, apiQuery, callApi } from "#web/api.ts";
import { BrowserList } from "#web/layout/browser-list.tsx";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { loadable } from "#web/ui/loadable.tsx";

/** Every browser that is signed in to the account, and a way to sign each of them out. */
export function SignedInBrowsers() {
  const queryClient = useQueryClient();
  const { data, isError } = useQuery({ ...apiQuery(listSessions), staleTime: 0 });
  const revoke = useMutation({
    ...apiMutation(revokeSession),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKey(listSessions) }),
  });
  const revokeOthers = useChange({
    change: () => callApi(revokeOtherSessions),
    refresh: useRefresh([listSessions, listAccountEvents]),
    done: () => "Every other browser is signed out.",
    failed: () => "The other browsers could not be signed out. Please try again.",
  });
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
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
      {hasOthers && (
        <Button variant="outline" className="mt-4" onClick={() => setAsking(true)}>
          Sign out everywhere else
        </Button>
      )}
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title="Sign out everywhere else?"
            description="Every browser but this one will have to sign in again."
            confirmLabel="Sign out"
            destructive
            pending={revokeOthers.isPending}
            onConfirm={() => revokeOthers.mutate(undefined, { onSettled: () => setAsking(false) })}
          />
        )}
      </Suspense>
    </>
  );
}

// Few sign others out.
const ConfirmDialog = loadable(async () => (await import("#web/ui/confirm-dialog.tsx")).ConfirmDialog);

const methods: Record<SignedInBrowser["method"], string> = {
  CODE: "emailed code",
  PASSKEY: "passkey",
  RECOVERY_CODE: "recovery code",
  OIDC: "sign-in service",
  DEMO: "demo sign-in",
};

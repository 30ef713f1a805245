import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink, KeyRound, Mail } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import {
  confirmWithPasskey,
  getRecentSignIn,
  requestConfirmationCode,
} from "#contract/accounts/recent-sign-in.ts";
import { confirmWithRecoveryCode } from "#contract/accounts/recovery-codes.ts";
import { apiMutation, apiQuery, callApi, errorMessage } from "#web/api.ts";
import { askPasskey, PasskeyProblem } from "#web/layout/passkeys/browser-passkeys.ts";
import { RecoveryCodeForm } from "#web/layout/recovery-code-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ConfirmationCode } from "./confirmation-code.tsx";
import { confirmedChannel, signInAgainAddress } from "./confirmed-channel.ts";

/** Takes a proof of who is signed in: a passkey, a code to their own address, or a sign-in at the provider. */
export function RecentSignInDialog({ onEnd }: { onEnd: (isProven: boolean) => void }) {
  const content = useRef<HTMLDivElement>(null);
  useOwnEscape(content, () => onEnd(false));
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(next) => !next && onEnd(false)}
      title="Confirm that it is you"
      description="You signed in more than 15 minutes ago. What you are about to do asks for you; then it goes on."
    >
      <div ref={content}>
        <Ways onProven={() => onEnd(true)} />
      </div>
    </Dialog>
  );
}

function Ways({ onProven }: { onProven: () => void }) {
  const { data: asked, refetch } = useQuery({
    ...apiQuery(getRecentSignIn),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: "always",
  });
  const request = useMutation(apiMutation(requestConfirmationCode));
  const passkey = useMutation({
    mutationFn: async () => callApi(confirmWithPasskey, { body: { credential: await askPasskey() } }),
    onSuccess: onProven,
  });
  const recovery = useMutation({
    mutationFn: (code: string) => callApi(confirmWithRecoveryCode, { body: { code } }),
    onSuccess: onProven,
  });
  const [isRecovering, setRecovering] = useState(false);
  const [codeAsked, setCodeAsked] = useState<AskedForCode>();
  // Another tab, or the window at the provider, may have done it.
  const isRecent = asked?.isRecent ?? false;
  const proven = useRef(onProven);
  useEffect(() => {
    proven.current = onProven;
  });
  useEffect(() => {
    if (isRecent) proven.current();
  }, [isRecent]);
  useEffect(() => {
    const channel = new BroadcastChannel(confirmedChannel);
    channel.addEventListener("message", () => void refetch());
    return () => channel.close();
  }, [refetch]);

  if (!asked) return <Skeleton className="h-24" />;
  if (codeAsked) return <ConfirmationCode {...asked} asked={codeAsked} onProven={onProven} />;
  if (isRecovering)
    return (
      <RecoveryCodeForm
        submitLabel="Confirm"
        error={recovery.error}
        isPending={recovery.isPending}
        backLabel="Back"
        onSubmit={(code) => recovery.mutate(code)}
        onBack={() => setRecovering(false)}
      />
    );
  const failure = passkey.error ?? request.error;
  return (
    <div className="grid gap-3">
      {asked.method === "oidc" ? (
        <Button size="lg" onClick={() => window.open(signInAgainAddress)}>
          <ExternalLink aria-hidden="true" /> Sign in again
          <span className="sr-only">, opens in a new tab</span>
        </Button>
      ) : (
        <>
          {asked.hasPasskey && (
            <Button size="lg" loading={passkey.isPending} onClick={() => passkey.mutate()}>
              <KeyRound aria-hidden="true" /> Use a passkey
            </Button>
          )}
          {asked.codesOff ? (
            <Button
              size="lg"
              variant={asked.hasPasskey ? "outline" : "primary"}
              onClick={() => setRecovering(true)}
            >
              Use a recovery code
            </Button>
          ) : (
            <>
              <Button
                size="lg"
                variant={asked.hasPasskey ? "outline" : "primary"}
                loading={request.isPending}
                onClick={() => request.mutate(undefined, { onSuccess: setCodeAsked })}
              >
                <Mail aria-hidden="true" /> Email me a code
              </Button>
              <p className="text-sm text-muted-foreground">
                A code goes to <span className="font-medium break-all text-foreground">{asked.email}</span>.
              </p>
            </>
          )}
        </>
      )}
      {failure && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {failure instanceof PasskeyProblem
            ? failure.message
            : errorMessage(failure, "That did not work. Please try again.")}
        </p>
      )}
    </div>
  );
}

/** It may stand over a dialog with a form, which knows nothing of it: one press of Esc closes this one alone. */
function useOwnEscape(content: { current: HTMLElement | null }, close: () => void) {
  const onEscape = useRef(close);
  useEffect(() => {
    onEscape.current = close;
  });
  useEffect(() => {
    const popup = content.current?.closest<HTMLElement>("[role=dialog]");
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onEscape.current();
    };
    popup?.addEventListener("keydown", onKeyDown);
    return () => popup?.removeEventListener("keydown", onKeyDown);
  }, [content]);
}

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { signInWithPasskey } from "#contract/accounts/passkeys.ts";
import { callApi, errorMessage } from "#web/api.ts";
import {
  askPasskey,
  offerPasskeys,
  type PasskeyAnswer,
  PasskeyProblem,
} from "#web/layout/passkeys/browser-passkeys.ts";
import { Button } from "#web/ui/button.tsx";

type Props = { onSignedIn: () => void };

/** Signs in with a passkey: by the button, or from the list of the field for the address. */
export function PasskeySignIn({ onSignedIn }: Props) {
  const signIn = useMutation({
    mutationFn: async (chosen: PasskeyAnswer | undefined) =>
      callApi(signInWithPasskey, { body: { credential: chosen ?? (await askPasskey()) } }),
    onSuccess: onSignedIn,
  });
  const take = useRef(signIn.mutate);
  useEffect(() => {
    take.current = signIn.mutate;
  });
  // The browser asks one thing at a time: after the button's question the list is offered anew.
  const isIdle = !signIn.isPending && !signIn.isSuccess;
  useEffect(() => (isIdle ? offerPasskeys((answer) => take.current(answer)) : undefined), [isIdle]);
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        className="mt-3 w-full"
        loading={!isIdle}
        onClick={() => signIn.mutate(undefined)}
      >
        <KeyRound aria-hidden="true" /> Sign in with a passkey
      </Button>
      {signIn.error && (
        <p role="alert" className="mt-2 text-sm font-medium text-destructive-soft-foreground">
          {signIn.error instanceof PasskeyProblem
            ? signIn.error.message
            : errorMessage(signIn.error, "Signing in did not work. Please try again.")}
        </p>
      )}
    </>
  );
}

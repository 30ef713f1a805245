import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { dayText, momentText } from "#contract/dates.ts";
import { listPasskeys } from "#contract/accounts/passkeys.ts";
import {
  cancelSignInReset,
  getEmailedCodes,
  makeRecoveryCodes,
  turnEmailedCodesOff,
  turnEmailedCodesOn,
} from "#contract/accounts/recovery-codes.ts";
import { apiQuery, callApi, errorMessage, type Output } from "#web/api.ts";
import { useChange, useRefresh } from "#web/layout/use-change.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHeader } from "#web/ui/card.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Notice } from "#web/ui/notice.tsx";
import { passkeysShownIn } from "./passkeys-shown-in.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

/** Whether emailed codes sign in, and the recovery codes that stand in for them. */
export function EmailedCodesCard() {
  const { data: state } = useQuery({ ...apiQuery(getEmailedCodes), staleTime: 0 });
  const { data: passkeys } = useQuery({ ...apiQuery(listPasskeys), staleTime: 0 });
  const zone = useZone();
  const refresh = useRefresh(passkeysShownIn);
  const [shown, setShown] = useState<string[]>();
  const make = useMutation({
    mutationFn: async (endpoint: typeof turnEmailedCodesOff | typeof makeRecoveryCodes) =>
      (await callApi(endpoint)).recoveryCodes,
    async onSuccess(codes) {
      setShown(codes);
      await refresh();
    },
  });
  const turnOn = useChange({
    change: () => callApi(turnEmailedCodesOn),
    refresh,
    done: () => "Emailed codes are on. Your recovery codes stopped working.",
    failed: (error) => errorMessage(error, "Emailed codes couldn't be turned on. Please try again."),
  });
  if (!state || !passkeys) return null;
  const isOff = state.offSince !== null;
  return (
    <Card>
      <CardHeader
        title="Emailed codes"
        description={
          state.offSince !== null
            ? `Off since ${dayText(state.offSince, zone)}. You sign in with a passkey or a recovery code.`
            : "On. Anyone who can read your email can sign in with a code. Turn them off to sign in with passkeys only."
        }
        action={
          isOff ? (
            <Button variant="outline" loading={turnOn.isPending} onClick={() => turnOn.mutate(undefined)}>
              Turn on
            </Button>
          ) : (
            <Button
              variant="outline"
              disabled={passkeys.length === 0}
              loading={make.isPending}
              onClick={() => make.mutate(turnEmailedCodesOff)}
            >
              Turn off
            </Button>
          )
        }
      />
      <CardBody className="grid gap-4">
        {state.reset && <PendingReset reset={state.reset} refresh={refresh} />}
        {isOff ? (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="text-sm text-muted-foreground">
              {state.recoveryCodesLeft === 1
                ? "1 recovery code left."
                : `${state.recoveryCodesLeft} recovery codes left.`}{" "}
              Each works once, if you don't have your passkey.
            </p>
            <Button
              variant="outline"
              size="sm"
              loading={make.isPending}
              onClick={() => make.mutate(makeRecoveryCodes)}
            >
              Make new recovery codes
            </Button>
          </div>
        ) : (
          <p className="text-sm text-muted-foreground">
            {passkeys.length === 0
              ? "Add a passkey first."
              : "You'll get ten recovery codes, in case you lose your passkeys."}
          </p>
        )}
        {make.error && (
          <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
            {errorMessage(make.error, "That didn't work. Please try again.")}
          </p>
        )}
      </CardBody>
      {shown && <RecoveryCodesDialog codes={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

type Reset = NonNullable<Output<typeof getEmailedCodes>["reset"]>;

/** An operator's reset under way, which the owner can cancel. */
function PendingReset({ reset, refresh }: { reset: Reset; refresh: () => Promise<unknown> }) {
  const zone = useZone();
  const cancel = useChange({
    change: () => callApi(cancelSignInReset),
    refresh,
    done: () => "The reset was canceled.",
    failed: (error) => errorMessage(error, "The reset couldn't be canceled. Please try again."),
  });
  return (
    <Notice
      tone="warning"
      icon={ShieldAlert}
      title="A reset of your sign-in is under way"
      actions={
        <Button
          size="sm"
          variant="outline"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel the reset
        </Button>
      }
    >
      The operator of this site started it. Emailed codes will be on again {momentText(reset.endsAt, zone)}.
      If you didn't ask for this, cancel it.
    </Notice>
  );
}

import { useMutation } from "@tanstack/react-query";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { confirmWithCode, requestConfirmationCode } from "#contract/accounts/recent-sign-in.ts";
import { apiMutation } from "#web/api.ts";
import { CodeForm } from "#web/layout/code-form.tsx";

type Props = { asked: AskedForCode; email: string; mailbox: boolean; onProven: () => void };

/** Takes the six digits that were mailed to the account's own address. */
export function ConfirmationCode({ asked, email, mailbox, onProven }: Props) {
  const verify = useMutation(apiMutation(confirmWithCode));
  const resend = useMutation(apiMutation(requestConfirmationCode));
  return (
    <CodeForm
      email={email}
      mailbox={mailbox}
      submitLabel="Confirm"
      asked={asked}
      verify={{
        error: verify.error,
        isPending: verify.isPending || verify.isSuccess,
        send: (code, onError) => verify.mutate({ body: { code } }, { onSuccess: onProven, onError }),
      }}
      resend={{
        error: resend.error,
        isPending: resend.isPending,
        send: (onAsked) => resend.mutate(undefined, { onSuccess: onAsked }),
      }}
    />
  );
}

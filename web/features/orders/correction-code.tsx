import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { apiQuery, errorMessage } from "#web/api.ts";
import { MailboxHint } from "#web/layout/mailbox-hint.tsx";
import { useCountdown } from "#web/layout/use-countdown.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeInput } from "#web/ui/code-input.tsx";
import { Field } from "#web/ui/field.tsx";

type Props = {
  email: string;
  onConfirm: (code: string, onRefused: () => void) => void;
  onAgain: (onAsked: () => void) => void;
  onBack: () => void;
  error: Error | null;
  isConfirming: boolean;
  isSending: boolean;
};

/** How soon another code may be asked for, as the server has it. */
const resendSeconds = 60;

/** Takes the six digits; the sixth one sends them. */
export function CorrectionCode({ email, onConfirm, onAgain, onBack, error, isConfirming, isSending }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [wait, restartWait] = useCountdown(resendSeconds);
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  useEffect(() => input.current?.focus(), []);
  const confirm = (digits: string) => {
    if (digits.length !== 6 || isConfirming) return;
    onConfirm(digits, () => {
      setCode("");
      input.current?.focus();
    });
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm(code);
      }}
    >
      <p className="text-sm wrap-anywhere">
        A mail is on its way to <strong className="font-semibold">{email}</strong>. Its code works for 10
        minutes, in this browser.
      </p>
      <Field
        label="6-Digit Code"
        required
        error={error && errorMessage(error, "Please try again in a moment.")}
      >
        <CodeInput
          ref={input}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            confirm(digits);
          }}
        />
      </Field>
      <Button
        type="submit"
        loading={isConfirming}
        disabled={code.length !== 6}
        className="justify-self-start"
      >
        Use this address
      </Button>
      {options?.mailbox && <MailboxHint email={email} />}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button variant="ghost" size="sm" onClick={onBack}>
          Another address
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={wait > 0}
          loading={isSending}
          onClick={() => onAgain(restartWait)}
        >
          {wait > 0 ? `Send a new code in ${wait} s` : "Send a new code"}
        </Button>
      </div>
    </form>
  );
}

import { useEffect, useRef, useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeInput } from "#web/ui/code-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { MailboxHint } from "./mailbox-hint.tsx";
import { useAskedForCode } from "./use-asked-for-code.ts";

type CodeFormProps = {
  email: string;
  /** Mail lands in this computer's own mailbox. */
  mailbox: boolean;
  submitLabel: string;
  /** What came of asking for the code. */
  asked: AskedForCode;
  verify: {
    error: Error | null;
    isPending: boolean;
    send: (code: string, onError: () => void) => void;
  };
  resend: {
    error: Error | null;
    isPending: boolean;
    send: (onAsked: (asked: AskedForCode) => void) => void;
  };
  /** To type another address, where that is a step of its own. */
  onBack?: () => void;
};

/** Takes the six digits of an email that was just asked for; the sixth one sends them. */
export function CodeForm({ email, mailbox, submitLabel, asked, verify, resend, onBack }: CodeFormProps) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const { wait, notSent, isSentAgain, onAsked } = useAskedForCode(asked);
  // The step has just taken the place of the one before, and what had the focus is gone.
  useEffect(() => input.current?.focus(), []);

  const check = (digits: string) => {
    if (digits.length < 6 || verify.isPending) return;
    verify.send(digits, () => {
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
        check(code);
      }}
    >
      <Field
        label="Code from the email"
        required
        hint={notSent ?? `We sent it to ${email}. It works for 10 minutes, in this browser.`}
        error={
          verify.error
            ? errorMessage(verify.error, "The code could not be checked. Please try again.")
            : undefined
        }
      >
        <CodeInput
          ref={input}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            check(digits);
          }}
        />
      </Field>
      {mailbox && <MailboxHint email={email} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={verify.isPending} disabled={code.length < 6}>
          {submitLabel}
        </Button>
        <Button
          variant="ghost"
          disabled={wait > 0}
          loading={resend.isPending}
          onClick={() => {
            setCode("");
            input.current?.focus();
            resend.send(onAsked);
          }}
        >
          {wait > 0 ? `Send a new code in ${wait} s` : "Send a new code"}
        </Button>
        {onBack && (
          <Button variant="ghost" onClick={onBack}>
            Another address
          </Button>
        )}
      </div>
      <p role="status" className="min-h-5 text-sm text-muted-foreground">
        {resend.error
          ? errorMessage(resend.error, "The code could not be sent. Please try again.")
          : isSentAgain && "A new code is on its way. It can take a minute."}
      </p>
    </form>
  );
}

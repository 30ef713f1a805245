import { useMutation } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { requestSignInCode, verifySignInCode } from "#contract/accounts/accounts.ts";
import { apiMutation, errorMessage } from "#web/api.ts";
import { MailboxHint } from "#web/layout/mailbox-hint.tsx";
import { useAskedForCode } from "#web/layout/use-asked-for-code.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeInput } from "#web/ui/code-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { loginAddress } from "./login-address.ts";

type CodeStepProps = {
  email: string;
  /** What came of asking for the code. */
  asked: AskedForCode;
  /** Mail lands in this computer's own mailbox. */
  mailbox: boolean;
  returnTo: string | undefined;
  onBack: () => void;
};

/** Takes the six digits from the mail; the sixth one sends them. */
export function CodeStep({ email, asked, mailbox, returnTo, onBack }: CodeStepProps) {
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const verify = useMutation(apiMutation(verifySignInCode));
  const resend = useMutation(apiMutation(requestSignInCode));
  const { wait, notSent, isSentAgain, onAsked } = useAskedForCode(asked);

  // The step has just taken the place of the one before, and the field that had the focus is gone.
  useEffect(() => input.current?.focus(), []);

  const check = (digits: string) => {
    if (digits.length < 6 || verify.isPending || verify.isSuccess) return;
    verify.mutate(
      { body: { email, code: digits } },
      {
        onSuccess: () => location.assign(loginAddress(returnTo)),
        onError: () => {
          setCode("");
          input.current?.focus();
        },
      },
    );
  };
  const askAgain = () => {
    setCode("");
    verify.reset();
    input.current?.focus();
    resend.mutate({ body: { email } }, { onSuccess: onAsked });
  };
  const problem =
    verify.error && errorMessage(verify.error, "The code could not be checked. Please try again.");

  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Check your email</h1>
      <p className="mt-2 mb-8 text-muted-foreground">
        {notSent ?? (
          <>
            We sent a 6-digit code to{" "}
            <strong className="font-semibold break-all text-foreground">{email}</strong>. It works for 10
            minutes, in this browser.
          </>
        )}
      </p>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          check(code);
        }}
      >
        <Field label="Code from the email" required error={problem}>
          <CodeInput
            ref={input}
            value={code}
            disabled={verify.isSuccess}
            onChange={(digits) => {
              setCode(digits);
              check(digits);
            }}
          />
        </Field>
        <Button
          type="submit"
          size="lg"
          loading={verify.isPending || verify.isSuccess}
          disabled={code.length < 6}
        >
          Sign in
        </Button>
      </form>
      {mailbox && <MailboxHint email={email} />}
      <div className="mt-6 flex flex-col items-start gap-x-4 gap-y-1 sm:flex-row sm:justify-between">
        <Button variant="ghost" onClick={onBack} className="-ml-4">
          <ArrowLeft aria-hidden="true" />
          Use another address
        </Button>
        <Button
          variant="ghost"
          onClick={askAgain}
          disabled={wait > 0}
          loading={resend.isPending}
          className="-ml-4 sm:-mr-4 sm:ml-0"
        >
          {wait > 0 ? `Send a new code in ${wait} s` : "Send a new code"}
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted-foreground">
        {isSentAgain && "A new code is on its way. It can take a minute. Check your spam folder, too."}
        {resend.error && errorMessage(resend.error, "The code could not be sent. Please try again.")}
      </p>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { getSignInOptions } from "#contract/accounts/accounts.ts";
import { apiQuery } from "#web/api.ts";
import { EmailTypo } from "#web/layout/email-typo/email-typo.tsx";
import { MailboxHint } from "#web/layout/mailbox-hint.tsx";
import { useAskedForCode } from "#web/layout/use-asked-for-code.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeInput } from "#web/ui/code-input.tsx";
import { Field } from "#web/ui/field.tsx";
import type { VerifyEmailFlow } from "./use-verify-email.ts";

/** Takes the six digits from the mail; the sixth one sends them. */
export function CodeStep({ flow }: { flow: VerifyEmailFlow }) {
  const input = useRef<HTMLInputElement>(null);
  const { wait, notSent, onAsked } = useAskedForCode(flow.asked);
  const { data: options } = useQuery(apiQuery(getSignInOptions));
  const { askedFor = "", code } = flow;

  // The step has just taken the place of the one before, and the field that had the focus is gone.
  useEffect(() => input.current?.focus(), []);
  const focus = () => input.current?.focus();

  return (
    <>
      <p className="mb-5 text-sm text-muted-foreground">
        {notSent ?? (
          <>
            If <strong className="font-semibold break-all text-foreground">{askedFor}</strong> has bought
            something, an email is on its way. Its code works for 10 minutes, in this browser. The link in it
            works in any browser.
          </>
        )}
      </p>
      <div className="mb-5 empty:hidden">
        <EmailTypo
          email={askedFor}
          onTake={(meant) => {
            flow.back();
            flow.setEmail(meant);
          }}
        />
      </div>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          flow.verify(code, focus);
        }}
      >
        <Field label="6-Digit Code" required error={flow.codeError}>
          <CodeInput
            ref={input}
            value={code}
            onChange={(digits) => {
              flow.setCode(digits);
              flow.verify(digits, focus);
            }}
          />
        </Field>
        <Button type="submit" size="lg" loading={flow.isVerifying} disabled={code.length !== 6}>
          Verify Code
        </Button>
      </form>
      {options?.mailbox && <MailboxHint email={askedFor} />}
      <div className="mt-4 flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button variant="ghost" onClick={flow.back} className="-ml-4">
          <ArrowLeft aria-hidden="true" />
          Back
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            focus();
            flow.ask(onAsked);
          }}
          disabled={wait > 0}
          loading={flow.isAsking}
          className="-mr-4"
        >
          {wait > 0 ? `Send a new code in ${wait} s` : "Send a new code"}
        </Button>
      </div>
    </>
  );
}

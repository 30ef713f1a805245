import { CodeStep } from "./code-step.tsx";
import { type ProvenEmail, useVerifyEmail, type VerifyEmailFlow } from "./use-verify-email.ts";
import { useEffect, useRef, useState } from "react";
import { EmailTypo } from "#web/layout/email-typo/email-typo.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type VerifyEmailProps = {
  initialEmail?: string | undefined;
  onVerified: (proven: ProvenEmail) => void;
};

/**
 * Proves an address in place: asks for it, then for the code that was mailed to it. It brings no heading of its own.
 * Afterwards this browser has a cookie of 30 days, and `provenEmailQuery` knows the address; the caller asks again for
 * whatever that opens.
 */
export function VerifyEmail(props: VerifyEmailProps) {
  return <VerifyEmailSteps flow={useVerifyEmail(props)} />;
}

/** The same, for a page that shows more around the steps and so holds the flow itself. */
export function VerifyEmailSteps({ flow }: { flow: VerifyEmailFlow }) {
  return flow.step === "email" ? <EmailStep flow={flow} /> : <CodeStep flow={flow} />;
}

/** Asks which address to prove. */
function EmailStep({ flow }: { flow: VerifyEmailFlow }) {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState("");
  const { emailError, wentBack } = flow;
  useEffect(() => {
    if (emailError || wentBack) input.current?.focus();
  }, [emailError, wentBack]);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        flow.ask();
      }}
    >
      <Field
        label="Email Address"
        required
        error={emailError}
        hint="A code is sent if an active membership or a purchase exists for this address."
      >
        <Input
          ref={input}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          placeholder="Enter your email to request access"
          value={flow.email}
          onChange={(event) => {
            setLeft("");
            flow.setEmail(event.target.value);
          }}
          onBlur={() => setLeft(flow.email)}
          className="h-12 sm:h-12 sm:text-base"
        />
      </Field>
      <EmailTypo email={left} onTake={flow.setEmail} />
      <Button type="submit" size="lg" loading={flow.isAsking} disabled={!flow.email.trim()}>
        Send Verification Code
      </Button>
    </form>
  );
}

import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { VerifyEmailFlow } from "./use-verify-email.ts";

/** Asks which address to prove. */
export function EmailStep({ flow }: { flow: VerifyEmailFlow }) {
  const input = useRef<HTMLInputElement>(null);
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
          onChange={(event) => flow.setEmail(event.target.value)}
          className="h-12 sm:h-12 sm:text-base"
        />
      </Field>
      <Button type="submit" size="lg" loading={flow.isAsking} disabled={!flow.email.trim()}>
        Send Verification Code
      </Button>
    </form>
  );
}

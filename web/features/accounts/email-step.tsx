import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { requestSignInCode } from "#contract/accounts/accounts.ts";
import { ApiError, apiMutation, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type EmailStepProps = { initialEmail: string; onSent: (email: string, asked: AskedForCode) => void };

/** Asks for the address that the code goes to. */
export function EmailStep({ initialEmail, onSent }: EmailStepProps) {
  const [email, setEmail] = useState(initialEmail);
  const request = useMutation(apiMutation(requestSignInCode));
  const fieldError = request.error instanceof ApiError ? request.error.body.fields?.["email"] : undefined;
  const problem =
    fieldError ??
    (request.error && errorMessage(request.error, "The code could not be sent. Please try again."));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    request.mutate({ body: { email: address } }, { onSuccess: (asked) => onSent(address, asked) });
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <Field label="Email Address" required error={problem}>
        <Input
          type="email"
          name="email"
          // With it browsers offer passkeys beside the addresses.
          autoComplete="username webauthn"
          inputMode="email"
          enterKeyHint="send"
          placeholder="you@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          className="h-12 sm:h-12 sm:text-base"
        />
      </Field>
      <Button type="submit" size="lg" loading={request.isPending}>
        Email me a code
      </Button>
    </form>
  );
}

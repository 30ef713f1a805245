import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { signInWithRecoveryCode } from "#contract/accounts/recovery-codes.ts";
import { ApiError, apiMutation } from "#web/api.ts";
import { RecoveryCodeForm } from "#web/layout/recovery-code-form.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { loginAddress } from "./login-address.ts";

type Props = { initialEmail: string; returnTo: string | undefined; onBack: () => void };

/** Signs in with a recovery code, for accounts with emailed codes turned off. */
export function RecoveryStep({ initialEmail, returnTo, onBack }: Props) {
  const [email, setEmail] = useState(initialEmail);
  const input = useRef<HTMLInputElement>(null);
  const signIn = useMutation(apiMutation(signInWithRecoveryCode));
  // The step has just taken the place of the one before, and the button that had the focus is gone.
  useEffect(() => input.current?.focus(), []);
  const problem = signIn.error instanceof ApiError ? signIn.error.body.fields?.["email"] : undefined;
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Use a recovery code</h1>
      <p className="mt-2 mb-8 text-muted-foreground">
        You got ten of these when you turned emailed codes off. If you have none left, ask whoever runs this
        site to reset your sign-in.
      </p>
      <RecoveryCodeForm
        submitLabel="Sign in"
        error={signIn.error}
        isPending={signIn.isPending || signIn.isSuccess}
        backLabel="Back to sign in"
        onBack={onBack}
        onSubmit={(code) =>
          signIn.mutate(
            { body: { email: email.trim(), code } },
            { onSuccess: () => location.assign(loginAddress(returnTo)) },
          )
        }
      >
        <Field label="Email Address" required error={problem}>
          <Input
            ref={input}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            className="h-12 sm:h-12 sm:text-base"
          />
        </Field>
      </RecoveryCodeForm>
    </>
  );
}

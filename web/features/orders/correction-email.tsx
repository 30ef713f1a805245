import { useEffect, useRef, useState } from "react";
import { ApiError, errorMessage } from "#web/api.ts";
import { EmailTypo } from "#web/layout/email-typo/email-typo.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type Props = {
  email: string;
  onChange: (email: string) => void;
  onSend: () => void;
  error: Error | null;
  isSending: boolean;
};

/** Asks which address was meant; it begins with what was typed at the checkout. */
export function CorrectionEmail({ email, onChange, onSend, error, isSending }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(email);
  useEffect(() => input.current?.focus(), []);
  const problem =
    error &&
    ((error instanceof ApiError && error.body.fields?.["email"]) ||
      errorMessage(error, "The code could not be sent. Please try again in a moment."));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Field
        label="Your email address"
        required
        error={problem}
        hint="A code goes there, so that nobody else gets what is yours."
      >
        <Input
          ref={input}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          value={email}
          onChange={(event) => {
            setLeft("");
            onChange(event.target.value);
          }}
          onBlur={() => setLeft(email)}
        />
      </Field>
      <EmailTypo email={left} onTake={onChange} />
      <Button type="submit" loading={isSending} disabled={!email.trim()} className="justify-self-start">
        Send the code
      </Button>
    </form>
  );
}

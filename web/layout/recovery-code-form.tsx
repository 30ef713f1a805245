import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, errorMessage } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type Props = {
  submitLabel: string;
  error: Error | null;
  isPending: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
  backLabel: string;
  /** Fields before the code. */
  children?: ReactNode;
};

/** Takes a recovery code. */
export function RecoveryCodeForm({
  submitLabel,
  error,
  isPending,
  onSubmit,
  onBack,
  backLabel,
  children,
}: Props) {
  const [code, setCode] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const field = codeProblem(error);
  const isFieldOfOthers = error instanceof ApiError && error.body.fields !== undefined && !field;
  useEffect(() => {
    if (codeProblem(error)) input.current?.focus();
  }, [error]);
  const problem = isEmpty
    ? "Enter a recovery code"
    : (field ??
      (error && !isFieldOfOthers
        ? errorMessage(error, "The code couldn't be checked. Please try again.")
        : undefined));
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(code.trim() === "");
        if (code.trim() === "") input.current?.focus();
        else onSubmit(code);
      }}
    >
      {children}
      <Field label="Recovery code" required hint="Each code works once." error={problem}>
        <Input
          ref={input}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          placeholder="xxxx-xxxx-xxxx-xxxx"
          value={code}
          onChange={(event) => {
            setEmpty(false);
            setCode(event.currentTarget.value);
          }}
          className="h-12 font-mono sm:h-12"
        />
      </Field>
      <Button type="submit" size="lg" loading={isPending}>
        {submitLabel}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {backLabel}
      </Button>
    </form>
  );
}

const codeProblem = (error: unknown) => (error instanceof ApiError ? error.body.fields?.["code"] : undefined);

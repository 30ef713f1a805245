import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { MailboxHint } from "#web/layout/mailbox-hint.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeInput } from "#web/ui/code-input.tsx";
import { Field } from "#web/ui/field.tsx";
import type { Join } from "./use-join.ts";

type Props = {
  join: Join;
  /** Whoever is on the list already waits for something, and needs no code. */
  isWaiting: boolean;
  hasMailbox: boolean;
};

/** Takes the six digits from the mail; the sixth one sends them. */
export function JoinCodeStep({ join, isWaiting, hasMailbox }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const send = (digits: string) =>
    join.confirm(digits, () => {
      join.setCode("");
      input.current?.focus();
    });
  return (
    <div className="grid gap-5">
      <p className="text-sm text-muted-foreground">
        If <strong className="font-semibold break-all text-foreground">{join.askedFor}</strong> is not on the
        list yet, an email is on its way. Enter its code here, or open its link.
        {isWaiting && " If it is, there is nothing more to do."}
      </p>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send(join.code);
        }}
      >
        <Field label="6-Digit Code" required error={join.codeProblem}>
          <CodeInput
            ref={input}
            value={join.code}
            onChange={(digits) => {
              join.setCode(digits);
              send(digits);
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="brand"
          size="lg"
          loading={join.isConfirming}
          disabled={join.code.length !== 6}
        >
          Confirm
        </Button>
      </form>
      {hasMailbox && <MailboxHint email={join.askedFor} />}
      <Button variant="ghost" onClick={join.back} className="-ml-4 justify-self-start">
        <ArrowLeft aria-hidden="true" /> Another address
      </Button>
    </div>
  );
}

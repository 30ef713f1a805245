import { useEffect, useRef, useState } from "react";
import { EmailTypo } from "#web/layout/email-typo/email-typo.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { Join } from "./use-join.ts";

/** Asks for the address; `send` is what its button says. */
export function JoinEmailStep({ join, send = "Join the list" }: { join: Join; send?: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState("");
  const { emailProblem } = join;
  useEffect(() => {
    if (emailProblem) input.current?.focus();
  }, [emailProblem]);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        join.ask();
      }}
    >
      <Field label="Email Address" required error={emailProblem}>
        <Input
          ref={input}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          placeholder="you@example.com"
          value={join.email}
          onChange={(event) => {
            setLeft("");
            join.setEmail(event.target.value);
          }}
          onBlur={() => setLeft(join.email)}
          className="h-12 sm:h-12 sm:text-base"
        />
      </Field>
      <EmailTypo email={left} onTake={join.setEmail} />
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave this empty
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={join.website}
            onChange={(event) => join.setWebsite(event.target.value)}
          />
        </label>
      </div>
      <Button type="submit" variant="brand" size="lg" loading={join.isAsking} disabled={!join.email.trim()}>
        {send}
      </Button>
    </form>
  );
}

import { type KeyboardEvent, Suspense, useRef } from "react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NotYou } from "./not-you.tsx";
import { EmailTypo } from "./payment-parts.ts";

type Props = {
  problem: string | undefined;
  notice: string | undefined;
  /** As it was when the buyer left the field; empty while they type. */
  left: string;
  /** What this browser has kept. */
  kept: string | undefined;
  onType: (typed: string) => void;
  onLeave: () => void;
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** Takes the address that was meant in place of a mistyped one. */
  onTake: (meant: string) => void;
};

/** Whom the order is for. */
export function EmailField({ problem, notice, left, kept, onType, onLeave, onEnter, onTake }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const take = (meant: string) => {
    if (!field.current) return;
    field.current.value = meant;
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
    onType(meant);
    onTake(meant);
  };
  return (
    <>
      <Field label="Email Address" required error={problem} hint={notice}>
        <Input
          ref={field}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="next"
          placeholder="you@example.com"
          defaultValue={kept}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
          onKeyDown={onEnter}
        />
      </Field>
      {left && (
        <Suspense>
          <EmailTypo email={left} onTake={take} />
        </Suspense>
      )}
      {kept && <NotYou />}
    </>
  );
}

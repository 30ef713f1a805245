import { type FormEvent, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { CouponProblem } from "./cart.ts";
import { typedText } from "./typed-text.ts";

type Props = {
  /** The code that is to count; empty: none. */
  code: string;
  /** What the server, which has accepted it, says that it does here. */
  applied: "takes off" | "takes nothing off" | "ships free" | undefined;
  /** It is for first-time customers. */
  firstPurchaseOnly: boolean;
  /** What was refused, and why. */
  problem: CouponProblem | undefined;
  /** The server is being asked. */
  checking: boolean;
  onChange: (code: string) => void;
};

/** 'Have a coupon code?': a field behind a button, and what became of the code. */
export function CouponBox({ code, applied, firstPurchaseOnly, problem, checking, onChange }: Props) {
  const [open, setOpen] = useState(false);
  // Focus follows the buyer's own steps only: a code from the address must not take it.
  const stepped = useRef(false);
  const focusAfterStep = (element: HTMLElement | null) => {
    if (!element || !stepped.current) return;
    stepped.current = false;
    element.focus();
  };

  if (code) {
    return (
      <div className="flex items-center gap-2 text-sm">
        <p role="status" className="min-w-0 grow break-words">
          <strong className="font-semibold">{code}</strong> {stateOf({ applied, checking })}
          {applied !== "takes nothing off" && applied && firstPurchaseOnly && forFirstPurchases}
        </p>
        <Button
          ref={focusAfterStep}
          variant="ghost"
          size="sm"
          aria-label={`Remove coupon ${code}`}
          onClick={() => {
            stepped.current = true;
            setOpen(false);
            onChange("");
          }}
        >
          Remove
        </Button>
      </div>
    );
  }
  if (!open && !problem) {
    return (
      <Button
        ref={focusAfterStep}
        variant="ghost"
        size="sm"
        className="-ml-3 w-fit text-muted-foreground"
        onClick={() => {
          stepped.current = true;
          setOpen(true);
        }}
      >
        Have a coupon code?
      </Button>
    );
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedText(event.currentTarget, "coupon").toUpperCase();
    if (!typed) return;
    stepped.current = true;
    onChange(typed);
  };
  return (
    <form className="flex items-start gap-2" onSubmit={handleSubmit}>
      <Field label="Coupon code" error={problem?.message} className="grow">
        <Input
          ref={focusAfterStep}
          name="coupon"
          defaultValue={problem?.code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          className="uppercase"
        />
      </Field>
      <Button type="submit" variant="outline" className="mt-6.5 h-11 sm:h-10">
        Apply
      </Button>
    </form>
  );
}

function stateOf({ applied, checking }: Pick<Props, "applied" | "checking">): string {
  if (applied) return effects[applied];
  return checking ? "is being checked…" : "could not be checked yet.";
}

/** Whether an address has bought shows with a card alone: nobody may ask whether somebody else bought here. */
const forFirstPurchases = " For first-time customers only.";

const effects: Record<NonNullable<Props["applied"]>, string> = {
  "takes off": "is applied.",
  "takes nothing off": "is valid, but takes nothing off this order.",
  "ships free": "is applied: free shipping.",
};

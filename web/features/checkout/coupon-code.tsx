import { Tag } from "lucide-react";
import type { FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { CouponProps } from "./coupon-box.tsx";
import { typedText } from "./typed-text.ts";

type Props = CouponProps & {
  /** A ref for what takes the focus after the buyer's own step. */
  focusAfterStep: (element: HTMLElement | null) => void;
};

/** The field for a code, and what became of one. */
export function CouponCode({
  code,
  applied,
  firstPurchaseOnly,
  problem,
  checking,
  focusAfterStep,
  onChange,
}: Props) {
  if (code) {
    return (
      <div className="flex items-center gap-2 text-sm">
        <Tag className="size-4 shrink-0 text-success" aria-hidden="true" />
        <p role="status" className="min-w-0 grow break-words">
          <strong className="font-semibold">{code}</strong> {stateOf({ applied, checking })}
          {applied !== "takes nothing off" && applied && firstPurchaseOnly && forFirstPurchases}
        </p>
        <Button
          ref={focusAfterStep}
          variant="ghost"
          size="sm"
          aria-label={`Remove coupon ${code}`}
          onClick={() => onChange("")}
        >
          Remove
        </Button>
      </div>
    );
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedText(event.currentTarget, "coupon").toUpperCase();
    if (!typed) return;
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

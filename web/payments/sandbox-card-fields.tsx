import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { CreditCard } from "lucide-react";
import { Field } from "#web/ui/field.tsx";
import { shopNow } from "#web/shop-now.ts";
import { CardBrandMark } from "./card-brand-mark.tsx";
import {
  type CardBrand,
  cardBrandOf,
  cardNumberProblem,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
  securityCodeProblem,
} from "./card-format.ts";
import { CardInput } from "./card-input.tsx";
import type { PaymentFieldsProps } from "./payment-form.tsx";
import { confirmInSandbox } from "./confirm-in-sandbox.ts";

type Name = "number" | "expiry" | "cvc";
type Card = Record<Name, string>;

const names: readonly Name[] = ["number", "expiry", "cvc"];
const shownBrands: readonly CardBrand[] = ["visa", "mastercard", "amex", "discover"];

/** The sandbox's card form. It behaves as a provider's hosted one does; the numbers leave it for the sandbox alone. */
export function SandboxCardFields({ ref, clientSecret, disabled = false, onReady }: PaymentFieldsProps) {
  const [card, setCard] = useState<Card>({ number: "", expiry: "", cvc: "" });
  const [problems, setProblems] = useState<Partial<Card>>({});
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const brand = cardBrandOf(card.number);

  useEffect(() => {
    onReady?.(true);
    return () => onReady?.(false);
  }, [onReady]);

  useImperativeHandle(ref, () => ({
    async check() {
      return check();
    },
    async confirm({ returnUrl, clientSecret: made }) {
      const wrong = check();
      if (wrong) return wrong;
      const secret = made ?? clientSecret;
      if (!secret) throw new Error("there is no payment to confirm");
      const { outcome, field } = await confirmInSandbox({ clientSecret: secret, card, returnUrl });
      if (outcome.status === "failed" && field) return fail(field, outcome.message);
      return outcome;
    },
  }));

  function check() {
    const found = Object.fromEntries(names.map((name) => [name, problemOf(name, card)]));
    setProblems(found);
    const wrong = names.find((name) => found[name]);
    return wrong && fail(wrong, found[wrong]);
  }

  function fail(name: Name, message = "Your card was declined.") {
    setProblems((problems) => ({ ...problems, [name]: message }));
    // While a payment is under way the fields are disabled; they take the focus once they are not.
    setTimeout(() => inputs.current[name]?.focus());
    return { status: "failed" as const, message, isShown: true };
  }

  const field = (name: Name) => ({
    ref: (input: HTMLInputElement | null) => void (inputs.current[name] = input),
    value: card[name],
    onValue(value: string) {
      setCard({ ...card, [name]: value });
      setProblems({ ...problems, [name]: undefined });
    },
    // Who leaves a field untouched is not told off yet; what a press of Pay has said stays.
    onBlur: () => setProblems({ ...problems, [name]: card[name] ? problemOf(name, card) : problems[name] }),
  });

  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-4">
      <legend className="sr-only">Card</legend>
      <Field label="Card number" error={problems.number}>
        <CardInput
          {...field("number")}
          format={formatCardNumber}
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          aside={
            brand ? (
              <CardBrandMark brand={brand} />
            ) : (
              <span aria-hidden="true" className="flex gap-1 max-sm:[&>:last-child]:hidden">
                {shownBrands.map((shown) => (
                  <CardBrandMark key={shown} brand={shown} />
                ))}
              </span>
            )
          }
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="Expiration date" error={problems.expiry}>
          <CardInput {...field("expiry")} format={formatExpiry} autoComplete="cc-exp" placeholder="MM / YY" />
        </Field>
        <Field label="Security code" error={problems.cvc}>
          <CardInput
            {...field("cvc")}
            format={(typed) => formatSecurityCode(typed, card.number)}
            autoComplete="cc-csc"
            placeholder={brand === "amex" ? "4 digits" : "CVC"}
            aside={<CreditCard className="size-5 text-muted-foreground" aria-hidden="true" />}
          />
        </Field>
      </div>
      <p className="text-xs text-muted-foreground">
        Sandbox: no real card is charged. Use 4242 4242 4242 4242.
      </p>
    </fieldset>
  );
}

function problemOf(name: Name, card: Card): string | undefined {
  if (name === "number") return cardNumberProblem(card.number);
  if (name === "expiry") return expiryProblem(card.expiry, shopNow());
  return securityCodeProblem(card.cvc, card.number);
}

import { Lock } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { formatMoney } from "#web/ui/money.ts";
import { PaymentForm, type PaymentFormHandle } from "#web/payments/payment-form.tsx";
import { AlreadyPurchased } from "./already-purchased.tsx";
import type { CheckoutProps } from "./checkout-page.tsx";
import { usePurchase } from "./use-purchase.ts";
import type { useCheckoutSession } from "./use-checkout-session.ts";

type Props = Omit<CheckoutProps, "affiliateCode"> & {
  checkout: ReturnType<typeof useCheckoutSession>;
  totalCents: number;
};

/** Who buys and how they pay. */
export function PaymentDetails({ product, setup, origin, checkout, totalCents }: Props) {
  const { session, opening, emailError, earlierOrder } = checkout;
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [cardReady, setCardReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const card = useRef<PaymentFormHandle>(null);
  const purchase = usePurchase({ checkout, card, origin });

  // What was typed or filled in before the page's scripts arrived counts too.
  const { open } = checkout;
  useEffect(() => {
    const fields = form.current;
    if (!fields) return;
    const typed = fieldsOf(fields);
    setName(typed.name);
    setEmail(typed.email);
    if (typed.email && document.activeElement !== fields.elements.namedItem("email")) void open(typed.email);
  }, [open]);

  const needsCard = session !== undefined && session.clientSecret !== null;
  const ready = session !== undefined && (!needsCard || cardReady);
  const total = formatMoney(totalCents, product.currency);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void purchase.buy({ email: email.trim(), name: name.trim() });
  };

  return (
    <section
      aria-labelledby="payment-details"
      className="rounded-2xl border border-border bg-card p-5 shadow-sm sm:p-6"
    >
      <h2 id="payment-details" className="text-base font-semibold">
        Payment Details
      </h2>
      <form ref={form} className="mt-5 grid gap-5" onSubmit={handleSubmit}>
        <Field label="Email Address" required error={emailError}>
          <Input
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            enterKeyHint="next"
            placeholder="you@example.com"
            defaultValue=""
            onChange={(event) => setEmail(event.target.value)}
            onBlur={() => void checkout.open(email.trim())}
          />
        </Field>
        <Field label="Full Name" required>
          <Input
            name="name"
            autoComplete="name"
            enterKeyHint="next"
            placeholder="Your full name"
            defaultValue=""
            onChange={(event) => setName(event.target.value)}
          />
        </Field>

        {earlierOrder && (
          <AlreadyPurchased
            order={earlierOrder}
            onBuyAgain={() => void checkout.open(earlierOrder.email, true)}
          />
        )}
        {!earlierOrder && !session && <Hint email={email} opening={opening} />}
        {needsCard && session && (
          <PaymentForm
            ref={card}
            setup={setup}
            clientSecret={session.clientSecret ?? ""}
            onReady={setCardReady}
            disabled={purchase.busy}
          />
        )}
        {purchase.notice && (
          <p
            role="alert"
            className="rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning-soft-foreground"
          >
            {purchase.notice}
          </p>
        )}

        <Button
          type="submit"
          variant="brand"
          size="lg"
          className="w-full"
          disabled={!ready || !email || opening}
          loading={purchase.busy}
        >
          {!purchase.busy && <Lock aria-hidden="true" />}
          {buttonText({ busy: purchase.busy, updating: opening && session !== undefined, total })}
        </Button>
        <p className="text-center text-xs text-muted-foreground">
          By completing this purchase you agree to the{" "}
          <a className="underline underline-offset-2" href="/terms" target="_blank" rel="noreferrer">
            Terms of Service
          </a>{" "}
          and{" "}
          <a className="underline underline-offset-2" href="/privacy" target="_blank" rel="noreferrer">
            Privacy Policy
          </a>
          .
          {needsCard && " Your card may be used again for add-ons that you accept right after this purchase."}
        </p>
      </form>
    </section>
  );
}

function fieldsOf(form: HTMLFormElement) {
  const valueOf = (name: string) => {
    const input = form.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input.value.trim() : "";
  };
  return { email: valueOf("email"), name: valueOf("name") };
}

function buttonText({ busy, updating, total }: { busy: boolean; updating: boolean; total: string }) {
  if (busy) return "Processing Payment...";
  return updating ? "Updating Total..." : `Complete Purchase - ${total}`;
}

function Hint({ email, opening }: { email: string; opening: boolean }) {
  const text = opening
    ? "Setting up secure payment..."
    : email
      ? "Click outside this field to setup payment"
      : "Please enter your email address to continue";
  return (
    <p
      role="status"
      className="rounded-xl border border-dashed border-input px-4 py-6 text-center text-sm text-muted-foreground"
    >
      {text}
    </p>
  );
}

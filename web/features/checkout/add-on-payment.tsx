import { type FormEvent, useEffect, useRef, useState } from "react";
import type { getPaymentSetup } from "#contract/checkout/checkout.ts";
import type { Output } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMoney } from "#web/ui/money.ts";
import {
  PaymentForm,
  type PaymentFormHandle,
  type PaymentOutcome,
  type Payer,
} from "#web/payments/payment-form.tsx";
import { type Problem, PaymentProblem } from "#web/payments/payment-problem.tsx";
import type { AddOnPayment as Payment } from "./use-offer-answers.ts";

type Props = {
  setup: Output<typeof getPaymentSetup>;
  payment: Payment;
  /** Why the card that was entered here did not pay. */
  problem: Problem | undefined;
  currency: string;
  payer: Payer;
  busy: boolean;
  onConfirm: (pay: () => Promise<PaymentOutcome>) => void;
  onCancel: () => void;
};

/** The card for an add-on, where the bank wants to see the buyer or refuses the saved card. */
export function AddOnPayment({ setup, payment, problem, currency, payer, busy, onConfirm, onCancel }: Props) {
  const [ready, setReady] = useState(false);
  const [incomplete, setIncomplete] = useState<Problem>();
  const card = useRef<PaymentFormHandle>(null);
  const intro = useRef<HTMLParagraphElement>(null);
  useEffect(() => intro.current?.focus(), []);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void submit();
  };

  /** A card that is not all there is no payment that failed: its fields say what is missing. */
  async function submit() {
    const wrong = await card.current?.check();
    setIncomplete(wrong && !wrong.isShown ? wrong : undefined);
    if (wrong) return;
    onConfirm(async () => {
      if (!card.current) throw new Error("there is no payment form");
      return card.current.confirm(payer);
    });
  }

  const shown = incomplete ?? problem;
  return (
    <form className="grid gap-4" onSubmit={handleSubmit}>
      <p
        ref={intro}
        tabIndex={-1}
        className="rounded-xl bg-info-soft px-4 py-3 text-sm text-info-soft-foreground outline-none"
      >
        {payment.message ?? "Your saved card could not be charged."} Please enter a card to add this for{" "}
        {formatMoney(payment.amountCents, currency)}.
      </p>
      <PaymentForm
        ref={card}
        setup={setup}
        clientSecret={payment.clientSecret}
        asksName
        onReady={setReady}
        disabled={busy}
      />
      {shown && <PaymentProblem problem={shown} />}
      <div className="grid gap-2">
        <Button data-keep-clear type="submit" variant="brand" size="lg" disabled={!ready} loading={busy}>
          Confirm Add-on
        </Button>
        <Button variant="ghost" size="lg" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

import { type Ref, Suspense } from "react";
import { loadable } from "#web/ui/loadable.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SandboxCardFields } from "./sandbox-card-fields.tsx";

/**
 * Who pays, and where the bank sends them back to: a whole address of this site. `clientSecret`: of the payment, where the
 * form was shown before there was one.
 */
export type Payer = { name?: string; email: string | null; returnUrl: string; clientSecret?: string };

/** What will be paid: all that the fields need to stand ready before the payment is made. */
export type Payable = {
  cents: number;
  /** ISO 4217, three letters. */
  currency: string;
  /** The first bill of a membership. */
  recurring: boolean;
  /** It begins with a free trial: the card is kept, and nothing is charged. */
  keepsCardOnly: boolean;
};

/**
 * `message` is for the buyer. Nothing was charged; they may try again. `code`: of the provider, where it is about the
 * card. `isShown`: the fields say it themselves, and have the focus. `isOver`: this payment has been ended, and another
 * one may have taken its place.
 */
export type FailedPayment = {
  status: "failed";
  message: string;
  code?: string | undefined;
  isShown?: boolean;
  isOver?: boolean;
};

export type PaymentOutcome =
  | { status: "succeeded" | "processing" }
  /** The card is good for it, and our server decides whether it is charged. */
  | { status: "authorized" }
  | FailedPayment
  /** It was sent, and nobody answered: only the server can tell what became of it. */
  | { status: "unknown" }
  /** The browser is leaving for the bank's page. */
  | { status: "redirecting" };

export type PaymentFormHandle = {
  /** Leads to the first field that is wrong, and answers what is; undefined where nothing is. */
  check(): Promise<FailedPayment | undefined>;
  /** Charges what the fields say. Checks them first. */
  confirm(payer: Payer): Promise<PaymentOutcome>;
};

/** The payment that the fields are for: one that is there, or one that will be made of an amount. */
type PaymentOfFields =
  | { clientSecret: string; payable?: undefined }
  | { payable: Payable; clientSecret?: undefined };

export type PaymentFieldsProps = PaymentOfFields & {
  ref?: Ref<PaymentFormHandle>;
  disabled?: boolean;
  /** The page around it does not know the payer's name: asked for where the way of paying needs it. */
  asksName?: boolean;
  /** True as soon as `confirm` can be called. */
  onReady?: (isReady: boolean) => void;
};

type PaymentFormProps = PaymentFieldsProps & {
  setup: { provider: "stripe" | "sandbox" | "none"; publishableKey: string | null };
};

// Loaded where it is used only: pages of a sandbox store carry none of it.
const StripePaymentElement = loadable(
  async () => (await import("./stripe-payment-element.tsx")).StripePaymentElement,
);

/** The payment fields of whichever provider takes the payments. Put it in a form of your own, with your own button. */
export function PaymentForm({ setup, ...fields }: PaymentFormProps) {
  if (setup.provider === "sandbox") return <SandboxCardFields {...fields} />;
  if (setup.provider === "none" || !setup.publishableKey) {
    return (
      <p
        role="alert"
        className="rounded-xl bg-destructive-soft px-4 py-3 text-sm text-destructive-soft-foreground"
      >
        Payment processing is not available (Stripe not configured)
      </p>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-56" />}>
      <StripePaymentElement
        // Stripe's fields are made for a payment or for a setup, and cannot be changed from one to the other.
        key={fields.payable ? String(fields.payable.keepsCardOnly) : fields.clientSecret}
        publishableKey={setup.publishableKey}
        {...fields}
      />
    </Suspense>
  );
}

import type { BankQuestion, CardError } from "#server/database/schema/sandbox.ts";
import type { PaymentIntent, PaymentIntentStatus } from "#server/payments/payment-gateway.ts";

/** An intent and its card, as the statements of this folder select them. */
export type IntentRow = {
  id: string;
  client_secret: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: PaymentIntentStatus;
  metadata: Record<string, string>;
  payment_method: string | null;
  behaviour: string | null;
  brand: string | null;
  last4: string | null;
  last_error: CardError | null;
  next_action: BankQuestion | null;
  saves_card: boolean;
  destination: string | null;
  application_fee: number;
  /** The membership's bill that it pays. */
  invoice: string | null;
};

/** What an `IntentRow` is selected from: `pi` is the intent, `pm` its card. */
export const intentColumns = `pi.id, pi.client_secret, pi.amount, pi.amount_received, pi.currency, pi.status, pi.metadata,
  pi.payment_method, pm.behaviour, pm.brand, pm.last4, pi.last_error, pi.next_action,
  pi.setup_future_usage is not null as saves_card, pi.destination, pi.application_fee, pi.invoice`;

/** The port's view of a row. */
export function intentOf(row: IntentRow): PaymentIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amountCents: row.amount,
    receivedCents: row.amount_received,
    currency: row.currency,
    status: row.status,
    metadata: row.metadata,
    paymentMethodId: row.payment_method,
    card: row.brand !== null && row.last4 !== null ? { brand: row.brand, last4: row.last4 } : null,
    payee: row.destination ? { accountId: row.destination, feeCents: row.application_fee } : null,
    failureMessage: row.last_error?.message ?? null,
    failureCode: row.last_error?.declineCode ?? row.last_error?.code ?? null,
    failedAttempt: row.last_error && (row.payment_method ?? "unknown"),
  };
}

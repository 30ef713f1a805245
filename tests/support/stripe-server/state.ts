import type { AccountLink } from "./connect/account-links.ts";
import type { PaymentIntent } from "./payments/objects.ts";
import type { CardState } from "./payments/test-cards.ts";
import type { Random } from "./random.ts";
import { createTables, type Tables } from "./tables.ts";
import { resourceMissing } from "./wire/stripe-error.ts";

/** Why something happens: the request behind it, or null for what happens by itself. */
export type Cause = { requestId: string; idempotencyKey: string | null } | null;

/** A challenge of a bank that waits for the buyer, by the token in its page's address. */
export type Challenge = { intentId: string; returnUrl: string | null };

export type StripeState = {
  tables: Tables;
  random: Random;
  /** Of this server's own pages, without a slash at its end. */
  pagesUrl: string;
  /** In Unix seconds. */
  now(): number;
  newId(prefix: string): string;
  /** Tells the webhook endpoints, with the object as it is now. */
  emit(type: string, object: object, previous?: object): void;
  emitThin(type: string, accountId: string): void;
  /** What of a payment method is never shown: its number, and what it may still be used for. */
  cards: Map<string, CardState>;
  challenges: Map<string, Challenge>;
  /** By the token in their address. */
  accountLinks: Map<string, AccountLink>;
  /** The request that is being answered; events name it. */
  cause: Cause;
  /** Told when a payment succeeded, failed or waits for the buyer: how invoices follow their payments. */
  onIntentChanged(intent: PaymentIntent): void;
};

type StateParts = Pick<StripeState, "random" | "pagesUrl" | "now" | "emit" | "emitThin">;

export function createState(parts: StateParts): StripeState {
  const state: StripeState = {
    ...parts,
    tables: createTables(),
    cards: new Map(),
    challenges: new Map(),
    accountLinks: new Map(),
    cause: null,
    onIntentChanged: () => undefined,
    newId: (prefix) => `${prefix}_${parts.random.letters(24)}`,
  };
  return state;
}

const kinds: Record<keyof Tables, string> = {
  customers: "customer",
  payment_methods: "PaymentMethod",
  payment_intents: "payment_intent",
  setup_intents: "setupintent",
  charges: "charge",
  refunds: "refund",
  disputes: "dispute",
  early_fraud_warnings: "early fraud warning",
  accounts: "account",
  transfers: "transfer",
  transfer_reversals: "transfer reversal",
  application_fees: "application fee",
  balance_transactions: "balance transaction",
  products: "product",
  prices: "price",
  coupons: "coupon",
  discounts: "discount",
  subscriptions: "subscription",
  subscription_schedules: "subscription schedule",
  invoices: "invoice",
  invoice_payments: "invoice payment",
  events: "event",
  payment_method_domains: "payment method domain",
  webhook_endpoints: "webhook endpoint",
};

type Row<Table extends keyof Tables> = Tables[Table] extends Map<string, infer Value> ? Value : never;

/** The object with this id, or Stripe's `resource_missing`: 404 for the address, 400 when `param` names a parameter. */
export function getRow<Table extends keyof Tables>(
  state: StripeState,
  table: Table,
  id: string,
  param?: string,
): Row<Table> {
  const row = state.tables[table].get(id) as Row<Table> | undefined;
  if (row === undefined) throw resourceMissing(kinds[table], id, param);
  return row;
}

export function addRow<Table extends keyof Tables>(
  state: StripeState,
  table: Table,
  row: Row<Table>,
): Row<Table> {
  (state.tables[table] as Map<string, Row<Table>>).set((row as { id: string }).id, row);
  return row;
}

/** The object of any kind with this id: how an id is expanded. */
export function findAny(state: StripeState, id: string): object | undefined {
  for (const table of Object.values(state.tables)) {
    const row = table.get(id);
    if (row) return row;
  }
  return undefined;
}

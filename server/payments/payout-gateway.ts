/** A creator's or affiliate's account at the provider. */
export type ConnectedAccount = {
  id: string;
  /** Money can be passed on to it. */
  transfersActive: boolean;
  /** The provider wants to know more before it pays out. */
  needsInformation: boolean;
};

export type NewTransfer = {
  accountId: string;
  amountCents: number;
  currency: string;
  /** What it is for, in the provider's books. */
  group: string;
  /** The payment the money came with; it then moves as soon as that payment is available. */
  sourcePaymentIntentId?: string | undefined;
  metadata: Record<string, string>;
  idempotencyKey: string;
};

export type NewReversal = {
  transferId: string;
  amountCents: number;
  metadata: Record<string, string>;
  idempotencyKey: string;
};

/** Whether `found` was made with all of `metadata`. */
export const carries = (found: Record<string, string>, metadata: Record<string, string>): boolean =>
  Object.entries(metadata).every(([key, value]) => found[key] === value);

export type GatewayTransfer = { id: string; accountId: string; amountCents: number; reversedCents: number };

/** A transfer as the provider's books list it. */
export type ListedTransfer = GatewayTransfer & {
  currency: string;
  metadata: Record<string, string>;
  madeAt: Date;
};

/** Money to creators and affiliates. Errors and idempotency keys as in `PaymentGateway`. */
export type PayoutGateway = {
  createAccount(input: {
    email: string;
    displayName: string;
    idempotencyKey: string;
  }): Promise<ConnectedAccount>;
  getAccount(id: string): Promise<ConnectedAccount>;
  /** The provider's page where the account's owner says who they are. Works once and for minutes. */
  onboardingLink(accountId: string, pages: { returnUrl: string; refreshUrl: string }): Promise<string>;
  /** The provider's dashboard of an account that is set up. */
  dashboardLink(accountId: string): Promise<string>;
  transfer(input: NewTransfer): Promise<GatewayTransfer>;
  getTransfer(id: string): Promise<GatewayTransfer>;
  /**
   * The transfer of a group that was made with all of this metadata; undefined where there is none. For calls whose answer
   * never came, and whose key the provider may have forgotten.
   */
  findTransfer(made: Pick<NewTransfer, "group" | "metadata">): Promise<GatewayTransfer | undefined>;
  /** Every transfer that was made since then, in no order; also those that the provider made by itself, without metadata. */
  listTransfers(since: Date): AsyncIterable<ListedTransfer>;
  reverseTransfer(input: NewReversal): Promise<GatewayTransfer>;
  /** Whether a reversal of this transfer was made with all of this metadata. */
  hasReversal(made: Pick<NewReversal, "transferId" | "metadata">): Promise<boolean>;
};

import { GatewayError, type PaymentGateway } from "./payment-gateway.ts";

async function refuse(): Promise<never> {
  throw new GatewayError("unavailable", "Payment processing is currently unavailable");
}

/** Where no provider is set up: checkout says so before anyone gets here, and every call is refused. */
export const noGateway: PaymentGateway = {
  provider: "none",
  publishableKey: null,
  highestPaymentCents: 99_999_999,
  createIntent: refuse,
  updateIntent: refuse,
  getIntent: refuse,
  cancelIntent: refuse,
  captureIntent: refuse,
  releaseIntent: refuse,
  chargeSavedCard: refuse,
  refund: refuse,
  createSetup: refuse,
  updateSetup: refuse,
  deletePayer: refuse,
  registerDomain: async () => {},
  getRefund: refuse,
  listPayments() {
    throw new GatewayError("unavailable", "Payment processing is currently unavailable");
  },
  eventDays: undefined,
  async *listEvents() {},
  findPayment: refuse,
  subscriptions: {
    createSubscription: refuse,
    getSubscription: refuse,
    getInvoice: refuse,
    listPaidInvoices: refuse,
    cancelSubscription: refuse,
    keepSubscription: refuse,
    pauseSubscription: refuse,
    resumeSubscription: refuse,
    previewPlan: refuse,
    changePlan: refuse,
    setNextPlan: refuse,
    payInvoice: refuse,
    startCardChange: refuse,
    finishCardChange: refuse,
  },
  getDispute: refuse,
  payouts: {
    createAccount: refuse,
    getAccount: refuse,
    onboardingLink: refuse,
    dashboardLink: refuse,
    transfer: refuse,
    getTransfer: refuse,
    findTransfer: refuse,
    async *listTransfers() {},
    reverseTransfer: refuse,
    hasReversal: refuse,
  },
  readWebhook() {
    throw new GatewayError("bad_signature", "No payment provider is set up");
  },
};

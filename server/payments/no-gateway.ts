import { GatewayError, type PaymentGateway } from "./payment-gateway.ts";

async function refuse(): Promise<never> {
  throw new GatewayError("unavailable", "Payment processing is currently unavailable");
}

/** Where no provider is set up: checkout says so before anyone gets here, and every call is refused. */
export const noGateway: PaymentGateway = {
  provider: "none",
  publishableKey: null,
  createIntent: refuse,
  updateIntent: refuse,
  getIntent: refuse,
  cancelIntent: refuse,
  chargeSavedCard: refuse,
  refund: refuse,
  getRefund: refuse,
  getDispute: refuse,
  readWebhook() {
    throw new GatewayError("bad_signature", "No payment provider is set up");
  },
};

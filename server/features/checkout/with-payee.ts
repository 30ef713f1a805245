import { GatewayError } from "#server/payments/payment-gateway.ts";

/**
 * Makes a payment for its creator's account. When an earlier try with the same key was made before the account was ready,
 * that one stands.
 */
export async function withPayee<To, Made>(
  payee: To | undefined,
  make: (payee: To | undefined) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(payee);
  } catch (error) {
    if (payee && error instanceof GatewayError && error.code === "idempotency_conflict")
      return make(undefined);
    throw error;
  }
}

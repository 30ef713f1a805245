import type { FastifyRequest } from "fastify";
import type { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { isReturned } from "#server/database/returned-address.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid, NotFound } from "#server/errors.ts";
import { browserHashOf } from "#server/features/access/browser-cookie.ts";
import { findProvenOrder } from "#server/features/access/can-see.ts";
import { redeemCode } from "#server/one-time-codes/redeem-code.ts";
import { requestCode } from "#server/one-time-codes/request-code.ts";
import type { Services } from "#server/services.ts";
import { mailCorrectionCode } from "./mail-correction-code.ts";
import { moveOrders } from "./move-orders.ts";

const purpose = "ADDRESS_CORRECTION";

type Wanted = { orderId: string; email: string; browserToken: string };

/**
 * Mails a code to the address that was meant, for an order whose mail came back. Throws 404 for an order that this browser
 * did not pay for, 409 where its address is not known to be wrong.
 */
export async function requestAddressCorrection(
  services: Services,
  request: FastifyRequest,
  { orderId, email, browserToken }: Wanted,
): Promise<AskedForCode> {
  await requireCorrectable(services, request, orderId);
  const asking = { email, browserToken, purpose, ip: request.ip, known: false } as const;
  return requestCode(services, asking, mailCorrectionCode);
}

/**
 * Moves what this browser paid for under the wrong address to the one that the code proves, all in one transaction.
 * Throws as `requestAddressCorrection` does, and 422 for a code that does not fit.
 */
export async function correctAddress(
  services: Services,
  request: FastifyRequest,
  { orderId, email, browserToken, code }: Wanted & { code: string },
): Promise<void> {
  const browserHash = await requireCorrectable(services, request, orderId);
  const now = services.clock.now();
  const done = await redeemCode(services, { email, browserToken, purpose, code }, async (_, __, client) => {
    await moveOrders(client, { orderId, browserHash, email, now });
    return true;
  });
  if (!done) throw Invalid({ token: "Invalid or expired verification code." });
  wakeListeners(services.pool, "job_outbox");
}

/** Whether the mail server of an address says that it does not exist. */
export async function isReturnedAddress(pool: Services["pool"], email: string): Promise<boolean> {
  const [address] = await selectReturned(pool, email);
  return address?.isReturned ?? false;
}

/** The hash of the browser that paid. A receipt's link or a proved address is not enough: either may be another's. */
async function requireCorrectable(
  services: Services,
  request: FastifyRequest,
  orderId: string,
): Promise<string> {
  const browserHash = browserHashOf(services.config, request);
  const order = await findProvenOrder(services, request, { orderId });
  const isPaid = order?.status === "PAID" || order?.status === "REFUNDED";
  if (!browserHash || order?.proof !== "BROWSER" || !isPaid) throw NotFound("Order not found");
  if (!(await isReturnedAddress(services.pool, order.email)))
    throw Conflict("No mail to the address of this order has come back", "NOT_RETURNED");
  return browserHash;
}

const selectReturned = statement("buyers_select_returned")<{ isReturned: boolean }, [email: string]>(
  `select ${isReturned("$1")} as "isReturned"`,
);

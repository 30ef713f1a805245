import type { FastifyReply, FastifyRequest } from "fastify";
import { NotFound } from "#server/errors.ts";
import { hotStatement } from "#server/database/hot-statement.ts";
import { browserHashOf, rememberBrowser } from "#server/features/access/browser-cookie.ts";
import { hashToken } from "#server/secrets.ts";
import type { Services } from "#server/services.ts";
import { completeOrder, type CompletedOrder, isMissing } from "./complete-order.ts";

/**
 * The return page: asks the gateway about a payment and completes its order. Needs the browser that opened the checkout,
 * or the client secret that a bank's return brought to another one (within 60 minutes of paying), which then counts as
 * the buyer's browser too. Throws 404 otherwise, as for a payment that does not exist.
 */
export async function finishPayment(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  paymentIntentId: string,
): Promise<CompletedOrder> {
  const [session] = await selectSession(services.pool, paymentIntentId, services.clock.now());
  const secret = request.headers["x-order-proof"];
  const sameBrowser =
    session !== undefined && browserHashOf(services.config, request) === session.browserHash;
  const returned =
    session !== undefined &&
    session.recent &&
    typeof secret === "string" &&
    secret.length > 20 &&
    hashToken(secret) === session.clientSecretHash;
  if (!session || (!sameBrowser && !returned)) throw NotFound("Payment not found");

  const outcome = await completeOrder(services, paymentIntentId).catch((error: unknown) => {
    if (isMissing(error)) throw NotFound("Payment not found");
    throw error;
  });
  if (outcome.orderId && !sameBrowser) {
    await addBrowser(
      services.pool,
      outcome.orderId,
      rememberBrowser(services.config, request, reply),
      services.clock.now(),
    );
  }
  return outcome;
}

const selectSession = hotStatement<
  { browserHash: string; clientSecretHash: string | null; recent: boolean },
  [paymentIntentId: string, now: Date]
>(
  "finish_select_session",
  `select s.browser_hash as "browserHash", s.client_secret_hash as "clientSecretHash",
          coalesce(o.paid_at, s.updated_at) > $2::timestamptz - interval '60 minutes' as recent
     from checkout_sessions s left join orders o on o.id = s.completed_order_id
    where s.payment_intent_id = $1`,
);

const addBrowser = hotStatement<never, [orderId: string, browserHash: string, now: Date]>(
  "finish_add_browser",
  "insert into order_browsers (order_id, browser_hash, granted_at) values ($1, $2, $3) on conflict do nothing",
);

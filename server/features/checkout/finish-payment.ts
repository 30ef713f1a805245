import type { FastifyReply, FastifyRequest } from "fastify";
import { NotFound } from "#server/errors.ts";
import { hotStatement } from "#server/database/statement.ts";
import { browserHashOf, ensureBrowserCookie } from "#server/features/access/browser-cookie.ts";
import { hashToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { completeOrder, type CompletedOrder, isMissing } from "./complete-order.ts";
import { ensureDraftCookie } from "./draft-cookie.ts";
import { restoreCheckout } from "./restore-checkout.ts";

export type FinishedPayment = CompletedOrder & { mainProductId: string };

/**
 * The return page: asks the gateway about a payment and completes its order; an add-on's payment joins the order it was
 * offered after. Needs the browser that opened the checkout, or the client secret that a bank's return brought to another
 * one (within 60 minutes of paying), which then counts as the buyer's browser too, or gets the unpaid checkout. Throws 404 otherwise, as for a payment
 * that does not exist. `free_<order id>` names an order without a payment, which is complete already.
 */
export async function finishPayment(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  reference: string,
): Promise<FinishedPayment> {
  const freeOrderId = freeOrder.exec(reference)?.[1] ?? null;
  const [session] = await selectSession(services.pool, reference, freeOrderId, services.clock.now());
  if (!session) throw NotFound("Payment not found");
  const sameBrowser = browserHashOf(services.config, request) === session.browserHash;
  if (freeOrderId && sameBrowser)
    return { status: "PAID", orderId: freeOrderId, mainProductId: session.productId };
  const secret = request.headers["x-order-proof"];
  if (!sameBrowser && !(await isReturned(services, session, reference, secret)))
    throw NotFound("Payment not found");

  const outcome = await completeOrder(services, reference).catch((error: unknown) => {
    if (isMissing(error)) throw NotFound("Payment not found");
    throw error;
  });
  if (outcome.orderId && !sameBrowser) {
    await addBrowser(
      services.pool,
      outcome.orderId,
      ensureBrowserCookie(services.config, request, reply),
      services.clock.now(),
    );
  }
  if (!outcome.orderId && !sameBrowser && outcome.waitsFor === "ATTEMPT")
    await restoreCheckout(services, reference, ensureDraftCookie(services.config, request, reply));
  return { ...outcome, mainProductId: session.productId };
}

const freeOrder = /^free_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Whether the bank sent this buyer back to a browser other than the one that paid. */
async function isReturned(
  { payments }: Services,
  session: FinishedSession,
  paymentIntentId: string,
  secret: unknown,
): Promise<boolean> {
  if (!session.recent || typeof secret !== "string" || secret.length <= 20) return false;
  if (session.paymentIntentId === paymentIntentId) return hashToken(secret) === session.clientSecretHash;
  // Only the checkout's own secret is kept; an add-on's is the gateway's to know.
  const addOn = await payments.getIntent(paymentIntentId).catch(() => undefined);
  return addOn !== undefined && sameText(addOn.clientSecret, secret);
}

type FinishedSession = {
  browserHash: string;
  productId: string;
  paymentIntentId: string | null;
  clientSecretHash: string | null;
  recent: boolean;
};

const selectSession = hotStatement("finish_select_session")<
  FinishedSession,
  [paymentIntentId: string, freeOrderId: string | null, now: Date]
>(`with paid as (
     select session_id from checkout_sessions where payment_intent_id = $1
     union all
     select o.checkout_session_id from upsell_offers u join orders o on o.id = u.order_id where u.payment_intent_id = $1
     union all
     select checkout_session_id from orders where id = $2::uuid and payment_intent_id is null and status = 'PAID')
   select s.browser_hash as "browserHash", s.product_id as "productId", s.payment_intent_id as "paymentIntentId",
          s.client_secret_hash as "clientSecretHash",
          coalesce(coalesce(o.paid_at, s.updated_at) > $3::timestamptz - interval '60 minutes', false) as recent
     from paid join checkout_sessions s using (session_id) left join orders o on o.id = s.completed_order_id`);

const addBrowser = hotStatement("finish_add_browser")<
  never,
  [orderId: string, browserHash: string, now: Date]
>(
  "insert into order_browsers (order_id, browser_hash, granted_at) values ($1, $2, $3) on conflict do nothing",
);

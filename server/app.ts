import { devClockRoutes } from "./dev-clock/routes.ts";
import { accountRoutes } from "./features/accounts/routes.ts";
import { mayReadReplica, rememberOwnWrites } from "./features/accounts/own-writes.ts";
import { findSignedIn } from "./features/accounts/sessions.ts";
import { documentRoutes } from "./documents/routes.ts";
import { affiliateRoutes } from "./features/affiliates/routes.ts";
import { analyticsRoutes } from "./features/analytics/routes.ts";
import { buyerRoutes } from "./features/buyers/routes.ts";
import { cartRoutes } from "./features/carts/routes.ts";
import { catalogRoutes } from "./features/catalog/routes.ts";
import { checkoutRoutes } from "./features/checkout/routes.ts";
import { couponRoutes } from "./features/coupons/routes.ts";
import { courseRoutes } from "./features/courses/routes.ts";
import { designRoutes } from "./features/design/routes.ts";
import { downloadRoutes } from "./features/downloads/routes.ts";
import { bookingRoutes } from "./features/bookings/routes.ts";
import { workOrderRoutes } from "./features/work-orders/routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { fileRoutes } from "./features/files/routes.ts";
import { homeRoutes } from "./features/home/routes.ts";
import { libraryRoutes } from "./features/library/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { offerRoutes } from "./features/offers/routes.ts";
import { operatorRoutes } from "./features/operator/routes.ts";
import { orderRoutes } from "./features/orders/routes.ts";
import { shippingRoutes } from "./features/shipping/routes.ts";
import { socialRoutes } from "./features/social/routes.ts";
import { planRoutes } from "./features/plans/routes.ts";
import { payoutRoutes } from "./features/payouts/routes.ts";
import { leavingRoutes } from "./features/leaving/routes.ts";
import { ledgerRoutes } from "./features/ledger/routes.ts";
import { mailingListRoutes } from "./features/mailing-list/routes.ts";
import { mailDeliveryRoutes } from "./features/mail-delivery/routes.ts";
import { mailingRoutes } from "./features/mailings/routes.ts";
import { membershipRoutes } from "./features/memberships/routes.ts";
import { postRoutes } from "./features/posts/routes.ts";
import { reviewRoutes } from "./features/reviews/routes.ts";
import { deletionRoutes } from "./features/deletions/routes.ts";
import { listColumnRoutes } from "./features/list-columns/routes.ts";
import { savedFilterRoutes } from "./features/saved-filters/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { tagRoutes } from "./features/tags/routes.ts";
import { teamRoutes } from "./features/team/routes.ts";
import { healthRoutes } from "./http/health.ts";
import { type App, createHttp } from "./http/http.ts";
import { mailWebhookRoutes } from "./mail/feedback/webhook-routes.ts";
import { mailboxRoutes } from "./mail/mailbox-routes.ts";
import { documentationRoutes } from "./http/openapi.ts";
import { measureRequests } from "./operation/metrics.ts";
import { traceKeptAnswers, traceRequests } from "./operation/traces/trace-requests.ts";
import { sandboxRoutes } from "./payments/sandbox/routes.ts";
import { paymentWebhookRoutes } from "./payments/webhook-routes.ts";
import type { Services } from "./services.ts";
import { answerKept } from "./pages/answer-kept.ts";
import { invalidateOwnStorefronts } from "./pages/storefront-cache.ts";
import { protectSharedDemo } from "./features/accounts/shared-demo.ts";
import { joinMintedCookies } from "./start/join-minted-cookies.ts";
import { logColleagues } from "./start/log-colleagues.ts";
import { watchSecurity } from "./start/watch-security.ts";

/** The whole API: one line per feature. Pages are added by `main.ts`. */
export async function buildApp(services: Services): Promise<App> {
  const { tracer } = services;
  const app = await createHttp({
    config: services.config,
    log: services.log,
    limits: services,
    ...(tracer && { beforeAll: (http) => traceRequests(http, tracer) }),
    answerAtOnce: (http, readLimiter) => answerKept(http, services, readLimiter),
    findSignedIn: (request) => findSignedIn(services, request),
    mayReadReplica: services.replica && ((request) => mayReadReplica(services, request)),
  });
  protectSharedDemo(app);
  joinMintedCookies(app, services);
  rememberOwnWrites(app, services);
  watchSecurity(app, services);
  logColleagues(app, services);
  if (services.config.metrics) measureRequests(app, services.meter);
  if (tracer) traceKeptAnswers(app, tracer);
  invalidateOwnStorefronts(app, services);
  healthRoutes(app, services);
  documentationRoutes(app);
  documentRoutes(app);
  accountRoutes(app, services);
  catalogRoutes(app, services);
  designRoutes(app, services);
  affiliateRoutes(app, services);
  await fileRoutes(app, services);
  offerRoutes(app, services);
  couponRoutes(app, services);
  checkoutRoutes(app, services);
  await cartRoutes(app, services);
  analyticsRoutes(app, services);
  shippingRoutes(app, services);
  orderRoutes(app, services);
  eventRoutes(app, services);
  bookingRoutes(app, services);
  workOrderRoutes(app, services);
  downloadRoutes(app, services);
  await courseRoutes(app, services);
  homeRoutes(app, services);
  leavingRoutes(app, services);
  ledgerRoutes(app, services);
  planRoutes(app, services);
  payoutRoutes(app, services);
  membershipRoutes(app, services);
  libraryRoutes(app, services);
  postRoutes(app, services);
  buyerRoutes(app, services);
  reviewRoutes(app, services);
  searchRoutes(app, services);
  await mailingListRoutes(app, services);
  await notificationRoutes(app, services);
  mailDeliveryRoutes(app, services);
  savedFilterRoutes(app, services);
  listColumnRoutes(app, services);
  deletionRoutes(app, services);
  tagRoutes(app, services);
  teamRoutes(app, services);
  mailingRoutes(app, services);
  await operatorRoutes(app, services);
  await socialRoutes(app, services);
  await paymentWebhookRoutes(app, services);
  await mailWebhookRoutes(app, services);
  sandboxRoutes(app, services);
  mailboxRoutes(app, services);
  devClockRoutes(app, services);
  return app;
}

import * as contract from "#contract/coupons/coupons.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getCouponSummary } from "./coupon-summary.ts";
import { deleteCoupon } from "./delete-coupon.ts";
import { exportCoupons } from "./export-coupons.ts";
import { listCoupons } from "./list-coupons.ts";
import { createCoupon, updateCoupon } from "./save-coupon.ts";

export function couponRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listCoupons,
    handler: (request) => listCoupons(services.db, creatorOf(request)),
  });
  app.route({
    ...contract.createCoupon,
    handler: async (request, reply) =>
      reply.code(201).send(await createCoupon(services, creatorOf(request), request.body)),
  });
  app.route({
    ...contract.updateCoupon,
    handler: (request) => updateCoupon(services, creatorOf(request), request.params.id, request.body),
  });
  app.route({
    ...contract.deleteCoupon,
    handler: (request) => deleteCoupon(services.db, creatorOf(request), request.params.id),
  });
  app.route({
    ...contract.getCouponSummary,
    handler: (request) => getCouponSummary(services, creatorOf(request)),
  });
  app.route({
    ...contract.exportCoupons,
    handler: (request, reply) => exportCoupons(services, creatorOf(request), reply),
  });
}

import * as contract from "#contract/reviews/reviews.ts";
import { getProvenBuyer } from "#server/features/access/proven-buyer.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { answerReview, listReviews } from "./creator-reviews.ts";
import { exportReviews } from "./export-reviews.ts";
import { listMyReviews } from "./my-reviews.ts";
import { listProductReviews } from "./product-reviews.ts";
import { getMyReview } from "./review-standing.ts";
import { deleteReview, saveReview } from "./save-review.ts";

export function reviewRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listProductReviews,
    handler: (request) => listProductReviews(services, request.params.id, request.query.cursor),
  });
  app.route({
    ...contract.getMyReview,
    handler: (request) => getMyReview(services, request, request.params.id),
  });
  app.route({
    ...contract.listMyReviews,
    handler: async (request) => listMyReviews(services, (await getProvenBuyer(services, request)).customerId),
  });
  app.route({
    ...contract.saveReview,
    handler: async (request) => {
      const { customerId } = await getProvenBuyer(services, request);
      return saveReview(services, customerId, request.params.id, request.body);
    },
  });
  app.route({
    ...contract.deleteReview,
    handler: async (request) => {
      const { customerId } = await getProvenBuyer(services, request);
      return deleteReview(services, customerId, request.params.id);
    },
  });
  app.route({
    ...contract.listReviews,
    handler: (request) => listReviews(services, creatorOf(request), request.query),
  });
  app.route({
    ...contract.answerReview,
    handler: (request) => answerReview(services, creatorOf(request), request.params.id, request.body.text),
  });
  app.route({
    ...contract.removeReviewAnswer,
    handler: (request) => answerReview(services, creatorOf(request), request.params.id, null),
  });
  app.route({
    ...contract.exportReviews,
    handler: (request, reply) => exportReviews(services, creatorOf(request), reply),
  });
}

import * as contract from "#contract/operator/operator.ts";
import * as books from "#contract/operator/operator-books.ts";
import * as reports from "#contract/operator/abuse-reports.ts";
import * as names from "#contract/operator/sender-names.ts";
import { type App, personOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { closeAbuseReport, listAbuseReports } from "./abuse-reports.ts";
import { getBooks } from "./books.ts";
import { getCounts } from "./counts.ts";
import { decideStuck } from "./decide-stuck.ts";
import { listCreators } from "./list-creators.ts";
import { listOperatorEvents } from "./operator-events.ts";
import { listOwnerlessPayments, resolvePayment } from "./ownerless-payments.ts";
import { reportForm } from "./report-form.ts";
import { resetSignIn, stopSignInReset } from "./reset-sign-in.ts";
import { decideSenderName, listNameReviews } from "./sender-names.ts";
import { listStuck } from "./stuck.ts";
import { reinstateStore, suspendStore } from "./suspend-store.ts";

/** The desk of those who run the installation, and what visitors report to them. */
export async function operatorRoutes(app: App, services: Services): Promise<void> {
  const success = { success: true as const };
  app.route({
    ...contract.listOperatedCreators,
    handler: (request) => listCreators(services, request.query),
  });
  app.route({
    ...contract.suspendStore,
    async handler(request, reply) {
      await suspendStore(services, personOf(request), request.params.id, request.body.reason);
      return reply.code(201).send(success);
    },
  });
  app.route({
    ...contract.reinstateStore,
    async handler(request) {
      await reinstateStore(services, personOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...contract.startSignInReset,
    async handler(request, reply) {
      await resetSignIn(services, personOf(request), request.params.id, request.body.reason);
      return reply.code(201).send(success);
    },
  });
  app.route({
    ...contract.stopSignInReset,
    async handler(request) {
      await stopSignInReset(services, personOf(request), request.params.id);
      return success;
    },
  });
  app.route({ ...contract.getOperatorCounts, handler: () => getCounts(services) });
  app.route({
    ...contract.listOwnerlessPayments,
    handler: (request) => listOwnerlessPayments(services, request.query.cursor),
  });
  app.route({
    ...contract.resolveOwnerlessPayment,
    async handler(request) {
      await resolvePayment(services, personOf(request), request.params.id, request.body.resolution);
      return success;
    },
  });
  app.route({ ...contract.listStuck, handler: (request) => listStuck(services, request.query) });
  app.route({
    ...contract.decideStuck,
    handler: async (request) => ({ done: await decideStuck(services, personOf(request), request.body) }),
  });
  app.route({ ...books.getOperatorBooks, handler: (request) => getBooks(services, request.query.cursor) });
  app.route({
    ...books.listOperatorEvents,
    handler: (request) => listOperatorEvents(services, request.query.cursor),
  });
  app.route({
    ...reports.listAbuseReports,
    handler: (request) => listAbuseReports(services, request.query),
  });
  app.route({
    ...reports.closeAbuseReport,
    async handler(request) {
      await closeAbuseReport(services, personOf(request), request.params.id);
      return success;
    },
  });
  app.route({
    ...names.listNameReviews,
    handler: (request) => listNameReviews(services, request.query),
  });
  app.route({
    ...names.decideNameReview,
    async handler(request) {
      await decideSenderName(services, personOf(request), request.params.id, request.body);
      return success;
    },
  });
  await app.register((forms: App) => reportForm(forms, services));
}

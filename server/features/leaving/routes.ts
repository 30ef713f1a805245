import * as contract from "#contract/leaving/account-exports.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import {
  createAccountExport,
  createAccountExportLink,
  downloadAccountExport,
  getAccountExports,
} from "./exports/account-exports.ts";

/** How creators take along what is theirs. */
export function leavingRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getAccountExports,
    handler: (request) => getAccountExports(services, creatorOf(request)),
  });
  app.route({
    ...contract.createAccountExport,
    handler: async (request, reply) =>
      reply.code(201).send(await createAccountExport(services, creatorOf(request), request.body.withFiles)),
  });
  app.route({
    ...contract.createAccountExportLink,
    handler: async (request, reply) =>
      reply.code(201).send(await createAccountExportLink(services, creatorOf(request), request.params.id)),
  });
  app.route({
    ...contract.downloadAccountExport,
    handler: (request, reply) =>
      downloadAccountExport(services, creatorOf(request), request.params.token, request, reply),
  });
}

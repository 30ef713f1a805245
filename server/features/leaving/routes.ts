import * as contract from "#contract/leaving/account-exports.ts";
import * as deletionContract from "#contract/leaving/account-deletion.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import { clientOf } from "#server/one-time-codes/asking-browser.ts";
import type { Services } from "#server/services.ts";
import { askForDeletion, getAccountDeletion, keepAccount } from "./deletion/ask-for-deletion.ts";
import {
  createAccountExport,
  createAccountExportLink,
  downloadAccountExport,
  getAccountExports,
} from "./exports/account-exports.ts";

/** How creators take along what is theirs, and go. */
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
  app.route({
    ...deletionContract.getAccountDeletion,
    handler: (request) => getAccountDeletion(services, creatorOf(request)),
  });
  app.route({
    ...deletionContract.askForDeletion,
    handler: async (request, reply) =>
      reply
        .code(201)
        .send(await askForDeletion(services, creatorOf(request), request.body.handle, clientOf(request))),
  });
  app.route({
    ...deletionContract.keepAccount,
    handler: async (request) => {
      await keepAccount(services, creatorOf(request), clientOf(request));
      return { success: true as const };
    },
  });
}

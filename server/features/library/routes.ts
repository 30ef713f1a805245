import * as contract from "#contract/library/library.ts";
import type { App } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { getLibrary, listLibraryOrders, listMemberDownloads } from "./get-library.ts";
import { resendOwnReceipt } from "./resend-own-receipt.ts";

/** What a buyer with a proved address finds again. */
export function libraryRoutes(app: App, services: Services): void {
  app.route({ ...contract.getLibrary, handler: (request) => getLibrary(services, request) });
  app.route({
    ...contract.listLibraryOrders,
    handler: (request) => listLibraryOrders(services, request, request.query),
  });
  app.route({
    ...contract.listMemberDownloads,
    handler: (request) => listMemberDownloads(services, request),
  });
  app.route({
    ...contract.resendOwnReceipt,
    handler: (request) => resendOwnReceipt(services, request, request.params.id),
  });
}

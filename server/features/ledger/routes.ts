import * as contract from "#contract/ledger/ledger.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { listBookDifferences } from "./compare-books.ts";

export function ledgerRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listBookDifferences,
    handler: (request) => listBookDifferences(services, creatorOf(request)),
  });
}

import * as contract from "#contract/saved-filters/saved-filters.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { deleteSavedFilter, listSavedFilters, saveFilter } from "./saved-filters.ts";

/** Filters of the desk's lists that creators come back to. */
export function savedFilterRoutes(app: App, services: Services): void {
  app.route({
    ...contract.listSavedFilters,
    handler: (request) => listSavedFilters(services, creatorOf(request), request.query.list),
  });
  app.route({
    ...contract.saveFilter,
    handler: (request) => saveFilter(services, creatorOf(request), request.body),
  });
  app.route({
    ...contract.deleteSavedFilter,
    handler: (request) => deleteSavedFilter(services, creatorOf(request), request.params.id),
  });
}

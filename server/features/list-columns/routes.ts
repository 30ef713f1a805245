import * as contract from "#contract/list-columns/list-columns.ts";
import { type App, creatorOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { chooseListColumns, getListColumns, resetListColumns } from "./list-columns.ts";

/** Which columns the lists of a desk show. */
export function listColumnRoutes(app: App, services: Services): void {
  app.route({
    ...contract.getListColumns,
    handler: (request) => getListColumns(services, creatorOf(request)),
  });
  app.route({
    ...contract.chooseListColumns,
    handler: (request) =>
      chooseListColumns(services, creatorOf(request), request.params.list, request.body.columns),
  });
  app.route({
    ...contract.resetListColumns,
    handler: (request) => resetListColumns(services, creatorOf(request), request.params.list),
  });
}

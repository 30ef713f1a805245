import * as contract from "#contract/search/search.ts";
import { type App, signedInOf } from "#server/http/http.ts";
import type { Services } from "#server/services.ts";
import { searchStore } from "./search-store.ts";

/** One field that finds anything of a creator's. */
export function searchRoutes(app: App, { pool }: Services): void {
  app.route({
    ...contract.searchStore,
    handler: (request) => searchStore(pool, signedInOf(request), request.query.q),
  });
}
